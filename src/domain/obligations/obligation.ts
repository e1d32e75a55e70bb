/** A limit of the law that runs for a lead, and its state on a day: docs/rules.md#obligations */
import type { Lead } from '../lead/lead.ts'
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { counted } from '../text/counted.ts'
import { calendarDays, daysBetween, eveDay, halfDay, type Limit, lastDay } from './calendar.ts'
import type { Obligation } from './fields.ts'
import { OBLIGATION_KINDS, type ObligationKind, obligationKind } from './kinds.ts'

export type ObligationState = 'open' | 'half' | 'eve' | 'late'

export type RunningObligation = Obligation & Limit

/** What it is the same by: a lead has at most one of a kind that counts from a day. */
export const obligationKey = ({ kind, since }: Pick<Obligation, 'kind' | 'since'>): string =>
  `${kind}:${since}`

const isKnown = (obligation: Obligation): obligation is RunningObligation =>
  obligationKind(obligation.kind) !== null

/** The lead's running limits of known kinds, the nearest first. */
export const obligationsOf = ({ obligations }: Pick<Lead, 'obligations'>): RunningObligation[] =>
  (obligations ?? []).filter(isKnown).toSorted((one, other) => one.until.localeCompare(other.until))

/** Returns null where the lead has none of that key. */
export const obligationOf = (lead: Pick<Lead, 'obligations'>, key: string): Obligation | null =>
  (lead.obligations ?? []).find((obligation) => obligationKey(obligation) === key) ?? null

/** Returns those of `from` whose key no other has. */
export function missingIn(from: readonly Obligation[], others: readonly Obligation[]): Obligation[] {
  const keys = new Set(others.map(obligationKey))
  return from.filter((obligation) => !keys.has(obligationKey(obligation)))
}

/** Returns the state on a day of São Paulo, YYYY-MM-DD. */
export function stateOn(
  limit: Limit,
  today: string,
  calendar: Pick<BusinessCalendar, 'isWorkingDay'>,
): ObligationState {
  if (today > limit.until) return 'late'
  if (today >= eveDay(limit, calendar)) return 'eve'
  return today >= halfDay(limit, calendar) ? 'half' : 'open'
}

const inDays = (count: number) => counted(count, 'dia', 'dias')

/** A last day that was chosen by hand may be no working day, so that none is left before it. */
function leftWords(limit: Limit, today: string, calendar: Pick<BusinessCalendar, 'isWorkingDay'>): string {
  const working =
    OBLIGATION_KINDS[limit.kind].unit === 'working'
      ? daysBetween(limit.kind, today, limit.until, calendar)
      : 0
  const left = working > 0 ? working : calendarDays(today, limit.until)
  const days = working > 0 ? counted(left, 'dia útil', 'dias úteis') : inDays(left)
  return `${left === 1 ? 'falta' : 'faltam'} ${days}`
}

/**
 * Returns 'faltam 3 dias úteis', 'termina hoje' or 'atrasado 2 dias'. Days that are late are days of the calendar: on the
 * Sunday after a Friday no working day has passed, and it is late all the same.
 */
export function remainingWords(
  limit: Limit,
  today: string,
  calendar: Pick<BusinessCalendar, 'isWorkingDay'>,
): string {
  if (today === limit.until) return 'termina hoje'
  if (today > limit.until) return `atrasado ${inDays(calendarDays(limit.until, today))}`
  return leftWords(limit, today, calendar)
}

/** A new one. `until`: a day before the law's, because a right would perish; null: the law's. */
export function newObligation(
  {
    kind,
    since,
    until = null,
  }: { readonly kind: ObligationKind; readonly since: string; readonly until?: string | null },
  { note, begunBy }: { readonly note: string; readonly begunBy: Obligation['begun_by'] },
  calendar: BusinessCalendar,
): Obligation {
  const last = lastDay(kind, since, calendar)
  return { kind, since, until: until !== null && until < last ? until : last, note, begun_by: begunBy }
}

/** Returns the lead with one more, which replaces one of the same key. */
export const withObligation = (lead: Lead, obligation: Obligation): Lead => ({
  ...lead,
  obligations: [...withoutKey(lead, obligationKey(obligation)), obligation].toSorted(
    (one, other) =>
      one.until.localeCompare(other.until) || obligationKey(one).localeCompare(obligationKey(other)),
  ),
})

const withoutKey = ({ obligations }: Pick<Lead, 'obligations'>, key: string) =>
  (obligations ?? []).filter((obligation) => obligationKey(obligation) !== key)

/** Returns the lead without the one of that key; null in place of an empty list. */
export function withoutObligation(lead: Lead, key: string): Lead {
  const left = withoutKey(lead, key)
  return { ...lead, obligations: left.length === 0 ? null : left }
}
