/**
 * The lines of the file of revocations. They name what ended by its number or id: no name, no secret, and no hash that the
 * database has. docs/rules.md#revocations
 */
import { z } from 'zod'

const user = { user_id: z.int() }
const device = { ...user, device_id: z.string() }
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** What each kind names. */
export const aboutSchemas = {
  session: z.object({ ...user, id: z.uuid() }),
  password: z.object(user),
  email: z.object({ id: z.int() }),
  'account-link': z.object({ ...user, digest }),
  passkey: z.object({ ...user, id: z.uuid() }),
  'code-app': z.object(user),
  'recovery-code': z.object({ ...user, digest }),
  remembered: z.object(device),
  /** The half, the PIN and the device's secret. */
  'device-keys': z.object(device),
  half: z.object(device),
  pin: z.object(device),
  /** The order to erase a device, and its end. */
  erase: z.object({ ...device, requested_at: z.string(), by: z.int().nullable() }),
  erased: z.object(device),
  'partner-key': z.object({ partner_id: z.int(), id: z.uuid() }),
  'indication-link': z.object(user),
  'calendar-feed': z.object({ ...user, id: z.uuid() }),
  /** What the user has after the act. */
  access: z.object({
    ...user,
    status: z.int(),
    roles: z.array(z.int()),
    partners: z.array(z.int()),
    all_partners: z.boolean(),
    team_id: z.int().nullable(),
  }),
  partner: z.object({ partner_id: z.int(), active: z.boolean() }),
  team: z.object({ team_id: z.int(), channels: z.array(z.int()) }),
}

export type Kind = keyof typeof aboutSchemas
export type About<K extends Kind> = z.output<(typeof aboutSchemas)[K]>

/** A row of the table, or a line of the file. */
export const revocationSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: z.string(),
  about: z.record(z.string(), z.unknown()),
})
export type Revocation = z.output<typeof revocationSchema>

/** False: a newer version of Farol wrote it. */
export const isKind = (kind: string): kind is Kind => Object.hasOwn(aboutSchemas, kind)

const of = { installation: z.uuid() }

export const lineSchema = z.union([
  revocationSchema.extend(of),
  /** The act was not committed. */
  z.object({ ...of, void: z.uuid() }),
  /** The first line of an installation. */
  z.object({ ...of, begun: z.string() }),
])
export type Line = z.output<typeof lineSchema>

/** What a file says of one installation. */
export interface Kept {
  /** When it was begun for this installation; null: it has no line of it. */
  readonly begun: string | null
  /** A line was changed after it was written. */
  readonly isDamaged: boolean
  /** By id, in their order. Without those that were not committed. */
  readonly revocations: ReadonlyMap<string, Revocation>
}

export const NOTHING: Kept = { begun: null, isDamaged: false, revocations: new Map() }

/** At the end of a line that was cut off: the act was refused. */
export const TORN = '!torn'

export const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** null: it is no line of this format. */
function lineOf(text: string): Line | null {
  try {
    const line = lineSchema.parse(JSON.parse(text))
    if ('kind' in line && isKind(line.kind)) aboutSchemas[line.kind].parse(line.about)
    return line
  } catch {
    return null
  }
}

/** Reads the lines of one installation. */
export function keptIn(text: string, installation: string): Kept {
  const revocations = new Map<string, Revocation>()
  let begun: string | null = null
  let isDamaged = false
  const lines = text.split('\n')
  // A line without an end was cut off while it was written.
  lines.pop()
  for (const each of lines) {
    if (each === '' || each.endsWith(TORN)) continue
    const line = lineOf(each)
    if (line === null) isDamaged = true
    else if (line.installation !== installation) continue
    else if ('void' in line) revocations.delete(line.void)
    else if ('begun' in line) begun ??= line.begun
    else revocations.set(line.id, { id: line.id, at: line.at, kind: line.kind, about: line.about })
  }
  return { begun, isDamaged, revocations }
}

/** What both say. */
export const together = (one: Kept, other: Kept): Kept => ({
  begun: one.begun ?? other.begun,
  isDamaged: one.isDamaged || other.isDamaged,
  revocations: new Map([...one.revocations, ...other.revocations]),
})
