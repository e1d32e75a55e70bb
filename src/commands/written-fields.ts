/**
 * What the user wrote in a command, field by field: docs/rules.md#the-queue. Only the command's own arguments are read,
 * never a row, because the lead may belong to another user by now.
 */
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
  'lead.attachFile': ({ name }) => ({ file_name: name }),
  'lead.setSuspended': ({ suspended }) => ({ suspended_lead: suspended }),
  'indication.external': ({ details, ...args }) => ({ ...args, insurance_details: details }),
  'client.update': ({ changes }) => ({ client: changes }),
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
