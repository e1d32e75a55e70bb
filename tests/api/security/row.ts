/** The columns of the tables: expectations.ts has the operations, commands.ts the commands. */
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
/** Roles whose scope is a part of the records. */
const SCOPED: readonly RoleId[] = [3, 4, 5, 6, 7]

export interface At {
  readonly me: Resident
  /** The record of the request. */
  readonly record: Belongings
  /** The caller's own record of the same line. */
  readonly own: Belongings
}

/** Columns of both tables. `Outcome` is a status, or the outcome of a command. */
export interface Line<Outcome> {
  /** The kind of own record; 'worked' by default. A user without a record of that kind is left out. */
  readonly on?: OwnKind
  /** For an own record. */
  readonly own: Outcome
  /** For a foreign record and for a missing one. Left out: the request names no record. */
  readonly foreign?: Outcome
  /** Roles with foreign records, 3 to 7 by default. The others get the outcome of own records. */
  readonly scoped?: readonly RoleId[]
  /** The kinds of foreign records; all leads by default. */
  readonly kinds?: readonly ForeignKind[]
  /** Kinds with an outcome of their own, and the text that explains it. */
  readonly told?: Partial<Record<ForeignKind, { readonly outcome: Outcome; readonly says: string }>>
  /** Why a foreign record may differ from a missing one. Such a line requests no missing record. */
  readonly differs?: string
}

export interface OperationLine extends Line<number> {
  /** The roles, written by hand; all others get 403. `public`: also without a token. */
  readonly may: readonly RoleId[] | 'public'
  /** The line of ACTIONS with the same roles, where the form requires more than its route. */
  readonly action?: Action
  /** A text that the answer for an own record must contain: a line without results would prove nothing. */
  readonly tells?: (record: Belongings) => string
  /** An event stream: only its beginning is read. */
  readonly stream?: true
  /** The call ends its own session. */
  readonly endsSession?: true
}

/** Without a path: the route's own, with the lead's number if it has a parameter. */
export type Request = (at: At) => Partial<Asked>

export interface CommandLine extends Line<string> {
  /** The roles, written by hand; to all others it is forbidden. */
  readonly may: readonly RoleId[]
}

const LEADS: readonly ForeignKind[] = FOREIGN_KINDS.filter((kind) => kind !== 'met')
/** Management sees every record: of the foreign ones it requests one like its own. */
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

/** The user's foreign records, a missing one, and its own. The own one comes last, since the request may change it. */
export function recordsFor(line: Line<unknown>, me: Resident): Belongings[] {
  const own = ownOf(line, me)
  if (own === null) return []
  const foreign = foreignKinds(line, me).flatMap((kind) => recordOf(me, kind) ?? [])
  const missing = line.foreign === undefined || line.differs !== undefined ? [] : [MISSING]
  return [...foreign, ...missing, own]
}

export const hasForeign = (line: Line<unknown>, { role }: Resident): boolean =>
  (line.scoped ?? SCOPED).includes(role)

/** The own outcome of the record's kind, if the line has one. */
export function toldOf<Outcome>(line: Line<Outcome>, me: Resident | null, { kind }: Belongings) {
  const found = FOREIGN_KINDS.find((one) => one === kind)
  return found === undefined || me === null || !hasForeign(line, me) ? undefined : line.told?.[found]
}

export const leadNumber = ({ lead }: Belongings): string => `"id":${lead.id}`
export const clientName = ({ marks }: Belongings): string => marks.client.name
export const sessionOf = ({ sessionId }: Belongings): string => sessionId
export const proposalName = ({ proposal }: Belongings): string =>
  PROPOSAL_MARKS[proposal.id]?.client.name ?? 'no such proposal'
