/**
 * Command groups: commands about one lead that are applied together or not at all, and their inverses.
 * docs/sync-protocol.md#groups
 */
import { z } from 'zod'
import { changedFields } from '../domain/lead/conflicts.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { setCallResult, undoCall } from './lead-calls.ts'
import { isPutBack, putBack } from './outcome-steps.ts'
import type { CommandArgs, CommandName } from './registry.ts'

const LEAST_IN_GROUP = 2
const MOST_IN_GROUP = 4

/** They write one lead and nothing else: no client, no document, and they begin no lead. */
export const GROUPED = [
  'lead.schedule',
  'lead.closeScheduling',
  'lead.setServiceStatus',
  'lead.negotiate',
  'lead.advance',
  'lead.markQuoted',
  'lead.recordCall',
  'lead.callResult',
  'lead.undoCall',
  'lead.noteContact',
  'lead.putBack',
] as const satisfies readonly CommandName[]
const NAMES: ReadonlySet<string> = new Set(GROUPED)

type Grouped = (typeof GROUPED)[number]
export type GroupMember = {
  [Name in Grouped]: { readonly name: Name; readonly args: CommandArgs<Name> }
}[Grouped]

interface Sent {
  readonly command: string
  readonly args: unknown
}

const leadOf = ({ args }: Sent): unknown =>
  typeof args === 'object' && args !== null && 'lead_uid' in args ? args.lead_uid : undefined

/** Whether these commands can be one group. */
export function isGroup(commands: readonly Sent[]): boolean {
  const [first] = commands
  if (first === undefined || commands.length < LEAST_IN_GROUP || commands.length > MOST_IN_GROUP) return false
  return commands.every((one) => NAMES.has(one.command) && leadOf(one) === leadOf(first))
}

/** Returns the commands one by one, those of a group together: they follow each other. */
export function unitsOf<Item extends { readonly group?: string | undefined }>(
  commands: readonly Item[],
): Item[][] {
  const units: Item[][] = []
  for (const command of commands) {
    const last = units.at(-1)
    if (command.group !== undefined && last?.[0]?.group === command.group) last.push(command)
    else units.push([command])
  }
  return units
}

/** A command that takes another of a group back, as a device keeps it. */
export const inverseSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal(putBack.name), args: putBack.args }),
  z.object({ name: z.literal(undoCall.name), args: undoCall.args }),
  z.object({ name: z.literal(setCallResult.name), args: setCallResult.args }),
])
export type Inverse = z.infer<typeof inverseSchema>

/** What is on the screen before and after a command. */
interface Written {
  readonly member: GroupMember
  readonly before: Lead
  readonly after: Lead
  /** ISO 8601, of the command. */
  readonly occurredAt: string
}

/** Returns the command that takes this one back; null: there is none. `nothing`: it changed nothing. */
function inverse({ member, before, after, occurredAt }: Written): Inverse | 'nothing' | null {
  const { lead_uid } = member.args
  if (member.name === 'lead.putBack' || member.name === 'lead.undoCall') return null
  if (member.name === 'lead.recordCall') {
    const { call_uid } = member.args
    return call_uid === undefined
      ? null
      : { name: 'lead.undoCall', args: { lead_uid, call_uid, called_at: occurredAt } }
  }
  if (member.name === 'lead.callResult')
    return member.args.status === null
      ? null
      : { name: 'lead.callResult', args: { lead_uid, call_uid: member.args.call_uid, status: null } }
  const changed = Object.keys(changedFields(before, after))
  if (changed.length === 0) return 'nothing'
  const values = new Map<string, unknown>(Object.entries(before))
  const args = putBack.args.safeParse({
    lead_uid,
    fields: Object.fromEntries(changed.map((field) => [field, values.get(field)])),
  })
  return changed.every(isPutBack) && args.success ? { name: 'lead.putBack', args: args.data } : null
}

const fieldsOf = (member: Inverse): readonly string[] =>
  member.name === 'lead.putBack' ? Object.keys(member.args.fields) : []

/**
 * Returns what takes a whole group back, the last command first; null where one of them has no inverse, or where two wrote
 * the same field, since the server knows only the last change of a field.
 */
export function inversesOf(written: readonly Written[]): readonly Inverse[] | null {
  const found = written.toReversed().map(inverse)
  if (found.includes(null)) return null
  const members = found.filter((one) => one !== null && one !== 'nothing')
  const fields = members.flatMap(fieldsOf)
  return members.length > 0 && new Set(fields).size === fields.length ? members : null
}
