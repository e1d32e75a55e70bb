/** How a line of the tables is read: expectations.ts has the operations, commands.ts the commands. */
import type { Action } from '../../../src/domain/permissions/actions.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import type { Asked } from './support/ask.ts'
import {
  type Belongings,
  FOREIGN_KINDS,
  type ForeignKind,
  MISSING,
  type OwnKind,
  PROPOSAL_MARKS,
  recordOf,
} from './support/records.ts'
import type { Resident } from './support/residents.ts'

export const EVERYONE: readonly RoleId[] = [1, 2, 3, 4, 5, 6, 7]
export const STAFF: readonly RoleId[] = [1, 2, 3]
export const MANAGEMENT: readonly RoleId[] = [1, 2]
export const ADMINISTRATION: readonly RoleId[] = [1]
/** Roles whose scope is a part of the house. */
const SCOPED: readonly RoleId[] = [3, 4, 5, 6, 7]

export interface At {
  readonly me: Resident
  /** The record that is asked for. */
  readonly record: Belongings
  /** The caller's own one of the same line. */
  readonly own: Belongings
}

/** What both tables have. `Outcome`: a status, or what a command comes to. */
export interface Line<Outcome> {
  /** Which of the user's own records; 'worked' unless said. Who has none of that kind is not asked. */
  readonly on?: OwnKind
  /** For a record of one's own. */
  readonly own: Outcome
  /** For a foreign record, and for one that does not exist. Left out: the request names none. */
  readonly foreign?: Outcome
  /** To whom foreign records are foreign: roles 3 to 7 unless said. All others get what their own get. */
  readonly scoped?: readonly RoleId[]
  /** The foreign records that are asked for: all leads unless said. */
  readonly kinds?: readonly ForeignKind[]
  /** Kinds with an outcome of their own, which says why. */
  readonly told?: Partial<Record<ForeignKind, { readonly outcome: Outcome; readonly says: string }>>
  /** Why a foreign record may be told from one that does not exist, where it may; then none is asked for. */
  readonly differs?: string
}

export interface OperationLine extends Line<number> {
  /** Who may, said by hand; all others get 403. `public`: also without a token. */
  readonly may: readonly RoleId[] | 'public'
  /** The line of ACTIONS that says the same, where the form asks for more than its route does. */
  readonly action?: Action
  /** What the answer to one's own must hold: a line that finds nothing would prove nothing. */
  readonly tells?: (record: Belongings) => string
  /** An event stream: its beginning is all that is read. */
  readonly stream?: true
  /** The call ends the session that makes it. */
  readonly endsSession?: true
}

/** Without a path: the route's own, with the lead's number where it asks for one. */
export type Request = (at: At) => Partial<Asked>

export interface CommandLine extends Line<string> {
  /** Who may, said by hand; for all others it is refused as forbidden. */
  readonly may: readonly RoleId[]
}

const LEADS: readonly ForeignKind[] = FOREIGN_KINDS.filter((kind) => kind !== 'met')
/** Management sees every record: of the foreign ones it is asked for one like its own. */
const LIKE_OWN: Readonly<Record<OwnKind, ForeignKind>> = {
  worked: 'stranger',
  unclaimed: 'strangerUnclaimed',
  finished: 'strangerFinished',
  joined: 'met',
}

function foreignKinds(line: Line<unknown>, me: Resident): readonly ForeignKind[] {
  if (line.foreign === undefined) return []
  return me.role <= 2 ? [line.kinds?.[0] ?? LIKE_OWN[line.on ?? 'worked']] : (line.kinds ?? LEADS)
}

export const ownOf = (line: Line<unknown>, me: Resident): Belongings | null =>
  recordOf(me, line.on ?? 'worked')

/** The foreign ones that this user has, none at all, and its own: last, since that one may be changed. */
export function recordsFor(line: Line<unknown>, me: Resident): Belongings[] {
  const own = ownOf(line, me)
  if (own === null) return []
  const foreign = foreignKinds(line, me).flatMap((kind) => recordOf(me, kind) ?? [])
  const missing = line.foreign === undefined || line.differs !== undefined ? [] : [MISSING]
  return [...foreign, ...missing, own]
}

export const hasForeign = (line: Line<unknown>, { role }: Resident): boolean =>
  (line.scoped ?? SCOPED).includes(role)

/** Of a kind that has an outcome of its own. */
export function toldOf<Outcome>(line: Line<Outcome>, me: Resident | null, { kind }: Belongings) {
  const found = FOREIGN_KINDS.find((one) => one === kind)
  return found === undefined || me === null || !hasForeign(line, me) ? undefined : line.told?.[found]
}

export const leadNumber = ({ lead }: Belongings): string => `"id":${lead.id}`
export const clientName = ({ marks }: Belongings): string => marks.client.name
export const sessionOf = ({ sessionId }: Belongings): string => sessionId
export const proposalName = ({ proposal }: Belongings): string =>
  PROPOSAL_MARKS[proposal.id]?.client.name ?? 'no such proposal'
