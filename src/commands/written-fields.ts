/**
 * What the user wrote in a command, field by field: docs/rules.md#the-queue. Only the command's own arguments are read,
 * never a row, because the lead may belong to another user by now.
 */
import { limitWords } from '../domain/obligations/kinds.ts'
import { PROOFS } from '../domain/obligations/proof.ts'
import { beginsLead, type CommandName, isCommandName } from './registry.ts'

/** A command as the queue has it: of any version of the app. */
export interface QueuedArgs {
  readonly command: string
  readonly args: unknown
}

export interface WrittenField {
  /** Name of the field as in conflicts and timeline. */
  readonly field: string
  readonly value: unknown
}

/** Arguments that the user does not type: keys, and values that the device measured. */
const NOT_TYPED: ReadonlySet<string> = new Set([
  'lead_uid',
  'client_uid',
  'other_uid',
  'elective_lead_id',
  'file_uid',
  'size',
  'call_uid',
  'called_at',
  'link',
  'insurance_details.kind',
])
/** Objects whose parts are fields. */
const PARTS: ReadonlySet<string> = new Set([
  'client',
  'client.address',
  'product_details',
  'insurance_details',
  'insurance_details.address',
  'insurance_details.storage_address',
])
/** Arguments that hold the lead's fields. */
const WRAPPERS: ReadonlySet<string> = new Set(['changes', 'lead'])

function written(row: object, prefix: string): WrittenField[] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]): WrittenField[] => {
    const field = `${prefix}${name}`
    if (NOT_TYPED.has(field)) return []
    const inner = typeof value === 'object' && value !== null ? value : null
    if (inner !== null && prefix === '' && WRAPPERS.has(name)) return written(inner, '')
    return inner !== null && PARTS.has(field) ? written(inner, `${field}.`) : [{ field, value }]
  })
}

/** Returns every field of a form's or command's values. */
export const writtenIn = (row: object): WrittenField[] => written(row, '')

type Args = Readonly<Record<string, unknown>>

/** Commands whose arguments have other names than the fields that they write. */
const RENAMED: Partial<Record<CommandName, (args: Args) => object>> = {
  'lead.schedule': ({ scheduling_date, description }) => ({
    'lead_scheduling.scheduling_date': scheduling_date,
    'lead_scheduling.description': description,
  }),
  'lead.closeScheduling': ({ description }) => ({ 'lead_scheduling.description': description }),
  'lead.pendingSell': ({ observation }) => ({ additional_information: observation }),
  'lead.addNote': ({ note }) => ({ additional_information: note }),
  'lead.recordCall': ({ phone, way }) => ({ [way === 'whatsapp' ? 'conversation' : 'call']: phone }),
  'lead.callResult': ({ call_uid, status }) => ({
    call_result: status === null ? null : { uid: call_uid, status, duration: null },
  }),
  'lead.putBack': ({ fields }) => ({ ...(typeof fields === 'object' ? fields : {}) }),
  'lead.bringBack': ({ as_of, reason, ...args }) => ({
    ...args,
    reason_to_bring_back: reason,
    brought_back: as_of,
  }),
  'lead.sendMessage': ({ phone, message }) => ({ conversation: phone, message: writtenMessage(message) }),
  'lead.decideMessage': ({ decision }) => ({ suggestion: decision }),
  'lead.attachFile': ({ name }) => ({ file_name: name }),
  'lead.beginObligation': ({ kind, since, until, note }) => ({
    obligation: sinceWords(kind, since),
    ...(until === null ? {} : { obligation_until: until }),
    obligation_note: note,
  }),
  'lead.fulfilObligation': ({ kind, since, done_on, proof_kind, proof }) => ({
    obligation: sinceWords(kind, since),
    obligation_done_on: done_on,
    obligation_proof: proof_kind === 'file' ? PROOFS.file : proof,
  }),
  'lead.dismissObligation': ({ kind, since, reason }) => ({
    obligation: sinceWords(kind, since),
    obligation_dismissed: reason,
  }),
  'lead.setSuspended': ({ suspended }) => ({ suspended_lead: suspended }),
  'indication.external': ({ details, ...args }) => ({ ...args, insurance_details: details }),
  'client.update': ({ changes }) => ({ client: changes }),
}

const sinceWords = (kind: unknown, since: unknown): string =>
  typeof kind === 'string' && typeof since === 'string' ? limitWords({ kind, since }) : ''

/** The text, or what was filled into the template. */
function writtenMessage(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message
  if ('text' in message) return message.text
  const values = 'values' in message && typeof message.values === 'object' ? (message.values ?? {}) : {}
  return Object.values(values).join(' · ')
}

/** In these commands an empty field was never filled in. In a change it was emptied, which is a value. */
const isNew = (command: string) => beginsLead(command) || command === 'client.create'
const isFilled = (value: unknown) => value !== null && value !== '' && value !== false

/** An absent observation. */
const isSaid = ({ field, value }: WrittenField) =>
  value !== undefined && !(field === 'lead_scheduling.description' && value === '')

/** Returns every field that the command writes, of any app version, without a new row's empty fields. */
export function writtenFields({ command, args }: QueuedArgs): WrittenField[] {
  if (typeof args !== 'object' || args === null) return []
  const renamed = isCommandName(command) ? RENAMED[command] : undefined
  const fields = writtenIn(renamed?.({ ...args }) ?? args).filter(isSaid)
  return isNew(command) ? fields.filter(({ value }) => isFilled(value)) : fields
}
