/** Converts a refused save back to the form's values, so that typed values are not lost. Pure. */
import { type CommandName, commands } from '../../../commands/registry.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import { CHANNEL } from '../../../domain/lead/channel-rules.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { isStaff } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { type Creation, creationAt } from './creations.ts'
import type { LeadFormValues } from './lead-values.ts'

const SAVES = ['lead.update', 'lead.finish'] as const satisfies readonly CommandName[]
const CREATIONS = ['lead.create', 'indication.create'] as const satisfies readonly CommandName[]
type Save = (typeof SAVES)[number]
type Beginning = (typeof CREATIONS)[number]

export const isSave = (name: string): name is Save => SAVES.some((save) => save === name)
export const isBeginning = (name: string): name is Beginning => CREATIONS.some((begin) => begin === name)

/** Whether the form of an external indication can open it: its arguments still fit their schema. */
export const isExternalIndication = ({ command, args }: Pick<OutboxRecord, 'command' | 'args'>): boolean =>
  command === 'indication.external' && commands['indication.external'].args.safeParse(args).success

/** Returns the refused save's changes over the shown values, or null if its arguments no longer fit their schema. */
export function savedValues(
  record: Pick<OutboxRecord, 'command' | 'args'>,
  shown: LeadFormValues,
): LeadFormValues | null {
  if (!isSave(record.command)) return null
  const parsed = commands[record.command].args.safeParse(record.args)
  if (!parsed.success) return null
  const { changes, client, inviter_phone } = parsed.data
  const { product_details, ...rest } = changes
  return {
    lead: {
      ...shown.lead,
      ...present(rest),
      product_details: { ...shown.lead.product_details, ...present(product_details ?? {}) },
    },
    client: {
      ...shown.client,
      ...present({ ...client, address: undefined }),
      address: { ...shown.client.address, ...present(client?.address ?? {}) },
    },
    inviter_phone: inviter_phone ?? shown.inviter_phone,
  }
}

/** Returns `quoted` of a refused end, which is no field: sent again, the end still marks the quote. */
export function quotedOf({ command, args }: Pick<OutboxRecord, 'command' | 'args'>): { readonly quoted?: 1 } {
  const parsed = commands['lead.finish'].args.safeParse(args)
  return command === 'lead.finish' && parsed.data?.quoted === 1 ? { quoted: 1 } : {}
}

/** The row without undefined fields. */
function present<Row extends object>(row: Row): { [Field in keyof Row]?: Exclude<Row[Field], undefined> } {
  const said: { [Field in keyof Row]?: Exclude<Row[Field], undefined> } = {}
  for (const field in row) {
    const value = row[field]
    if (value !== undefined) Object.assign(said, { [field]: value })
  }
  return said
}

export interface RefusedBeginning {
  readonly creation: Creation
  readonly values: LeadFormValues
  readonly args: ReturnType<(typeof commands)['lead.create']['args']['parse']>
}

/** Returns a refused creation as its screen had it, or null if its arguments no longer fit their schema. */
export function refusedBeginning(
  record: Pick<OutboxRecord, 'command' | 'args'>,
  user: Pick<SessionUser, 'roles'>,
): RefusedBeginning | null {
  const parsed = commands['lead.create'].args.safeParse(record.args)
  if (!isBeginning(record.command) || !parsed.success) return null
  const args = parsed.data
  const self = record.command === 'lead.create' && args.lead.channel_id === CHANNEL.selfIndication
  const home = record.command === 'indication.create' && !isStaff(roleOf(user))
  const creation = creationAt(self ? '/auto-indicação' : home ? '/' : '/lead', user)
  const { lead, client, inviter_phone = '' } = args
  return { creation: { ...creation, command: record.command }, values: { lead, client, inviter_phone }, args }
}

/** Schema errors have names within the arguments: 'changes.product', 'lead.product'. */
const ofForm = (field: string) => field.replace(/^(changes|lead)\./, '')

/** Returns the server's messages by field. A message without a field is in the notice above the form. */
export function refusedProblems({ problem }: Pick<OutboxRecord, 'problem'>): FieldProblem[] {
  return Object.entries(problem?.errors ?? {}).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ field: ofForm(field), message })),
  )
}
