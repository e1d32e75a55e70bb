/** Whose leads a report counts, and of which period: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { isBroker, isDealership, isManagement, isStaff } from '../../../src/domain/permissions/roles.ts'
import { type PresetName, presetRange } from '../../../src/domain/reports/period.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import { endOfDayMs, startOfDayMs } from '../../../src/domain/time/sao-paulo.ts'
import { forbidden } from '../../context/refusal.ts'
import { mustBeInOrder } from '../../wire/days-in-order.ts'

/**
 * True for the `leads l` that count in this user's reports, whatever their age. A broker's are its own, without the
 * unclaimed ones that its board shows. Cancelled leads never count.
 */
export function countsForSql(user: SessionUser): RawBuilder<boolean> {
  return sql<boolean>`(not l.cancelled and ${ownSql(user)})`
}

function ownSql(user: SessionUser): RawBuilder<boolean> {
  const role = roleOf(user)
  if (isManagement(role)) return sql<boolean>`true`
  if (isStaff(role)) return sql<boolean>`l.broker_id = ${user.id}`
  if (isDealership(role)) return sql<boolean>`l.partner_id = any(${user.partners.map(({ id }) => id)}::int[])`
  return sql<boolean>`l.inviter_id = ${user.id}`
}

interface AskedFor {
  readonly brokers?: readonly number[] | undefined
  readonly partners?: readonly number[] | undefined
  readonly inviters?: readonly number[] | undefined
  readonly teams?: readonly number[] | undefined
}

/**
 * Throws 403 for a filter that names what is not the user's: a broker asks for itself alone, a dealership for its
 * partners, a referrer for itself. An empty table would look true.
 */
export function mustBeOwn(
  user: SessionUser,
  { brokers = [], partners = [], inviters = [], teams = [] }: AskedFor,
) {
  const role = roleOf(user)
  if (isManagement(role)) return
  const isOther = (ids: readonly number[], own: readonly number[]) => ids.some((id) => !own.includes(id))
  const ownTeams = user.technical_team === null ? [] : [user.technical_team.id]
  const isForeign = isBroker(role)
    ? isOther(brokers, [user.id]) || isOther(teams, ownTeams)
    : isDealership(role)
      ? isOther(
          partners,
          user.partners.map(({ id }) => id),
        )
      : isOther(inviters, [user.id])
  if (isForeign) throw forbidden()
}

/** Returns the asked days, or the days of the report's own period. Throws 400 for reversed ones. */
export function askedRange(
  from: string | undefined,
  to: string | undefined,
  { period, nowMs }: { readonly period: PresetName; readonly nowMs: number },
): DayRange {
  mustBeInOrder(from, to)
  const own = presetRange(period, nowMs)
  const range = { from: from ?? (to === undefined || to > own.from ? own.from : to), to: to ?? own.to }
  // One day alone, which lies ahead.
  return range.from <= range.to ? range : { from: range.from, to: range.from }
}

/** True for an instant within the days of São Paulo, both included. */
export function withinSql(instant: RawBuilder<unknown>, { from, to }: DayRange): RawBuilder<boolean> {
  const first = new Date(startOfDayMs(from)).toISOString()
  const last = new Date(endOfDayMs(to)).toISOString()
  return sql<boolean>`(${instant} between ${first}::timestamptz and ${last}::timestamptz)`
}

/** True where the column is one of the numbers; true for all where none is given. */
export const amongSql = (column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`true` : sql<boolean>`${column} = any(${[...ids]}::int[])`

/** True where the client's name contains the text. Only for staff, who see the names of all clients. */
export function clientNamedSql(text: string | undefined): RawBuilder<boolean> {
  const part = foldText(text ?? '')
  if (part === '') return sql<boolean>`true`
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`l.client_uid in (select named.uid from clients named where named.name_folded like ${pattern})`
}

/** True where the broker is in one of the teams; true for all where none is given. */
export const inTeamsSql = (teams: readonly number[]): RawBuilder<boolean> =>
  teams.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`l.broker_id in (select t.id from users t where t.technical_team_id = any(${[...teams]}::int[]))`

/** Joins conditions. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([...conditions], sql` and `)})`

/** The numbers of a name that a query may give with or without '[]'. */
export function idsOf<Name extends string>(
  query: { readonly [Key in Name | `${Name}[]`]?: readonly number[] | undefined },
  name: Name,
): number[] {
  return [...(query[name] ?? []), ...(query[`${name}[]`] ?? [])]
}
