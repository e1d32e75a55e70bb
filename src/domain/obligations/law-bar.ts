/** The bar of the nearest limit of the law on a card: docs/rules.md#obligations */
import type { Lead } from '../lead/lead.ts'
import type { Settings } from '../settings/settings.ts'
import { type BusinessCalendar, businessCalendar } from '../sla/business-calendar.ts'
import { limitMs, type SlaColour, slaInputOf } from '../sla/progress.ts'
import { endOfDayMs, saoPauloDay } from '../time/sao-paulo.ts'
import { daysBetween } from './calendar.ts'
import { obligationsOf, type RunningObligation, remainingWords, stateOn } from './obligation.ts'

interface LawBarState {
  readonly limit: RunningObligation
  readonly words: string
  readonly isLate: boolean
  /** 0 to 100. */
  readonly percent: number
  readonly colour: SlaColour
}

const COLOURS = {
  open: 'green',
  half: 'green-yellow',
  eve: 'green-yellow-red',
  late: 'green-yellow-red',
} as const

/** Returns null where no limit runs, or the lead's own limit ends sooner. */
export function lawBar(
  lead: Lead,
  nowMs: number,
  settings: Settings,
  calendar: BusinessCalendar,
): LawBarState | null {
  const [limit] = obligationsOf(lead)
  if (limit === undefined) return null
  const own = limitMs(slaInputOf(lead), settings, businessCalendar(settings.business_hours))
  if (own !== null && own <= endOfDayMs(limit.until)) return null
  const today = saoPauloDay(nowMs)
  const state = stateOn(limit, today, calendar)
  const all = daysBetween(limit.kind, limit.since, limit.until, calendar)
  const passed = daysBetween(limit.kind, limit.since, today, calendar)
  return {
    limit,
    words: remainingWords(limit, today, calendar),
    isLate: state === 'late',
    percent: all === 0 ? 100 : Math.min(Math.max((passed / all) * 100, 0), 100),
    colour: COLOURS[state],
  }
}
