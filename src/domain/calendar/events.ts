/** The events of a broker's own open leads: docs/rules.md#calendar */
import type { AbsenceDays } from '../absence/absence.ts'
import { isOfLeave } from '../absence/leave.ts'
import { appointmentMs } from '../day/schedulings.ts'
import type { Lead } from '../lead/lead.ts'
import { isFinished } from '../lead/lead-state.ts'
import { leadTarget, targetPath } from '../notices/notice.ts'
import type { Settings } from '../settings/settings.ts'
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { limitMs, slaInputOf } from '../sla/progress.ts'
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { addDays, saoPauloDay } from '../time/sao-paulo.ts'
import { CALENDAR_KINDS, type CalendarChoices, type CalendarKind } from './choices.ts'

export const DAYS_BACK = 30
export const DAYS_AHEAD = 400

/** A return has no length of its own. */
const RETURN_MS = 30 * MINUTE_MS
const LIMIT_MS = 15 * MINUTE_MS

export type EventTime =
  /** Epoch ms. */
  | { readonly kind: 'moment'; readonly startMs: number; readonly endMs: number }
  /** A date without a time, YYYY-MM-DD. */
  | { readonly kind: 'day'; readonly day: string }

export interface CalendarEvent {
  /** The same on every device and in every address, whatever changes. */
  readonly uid: string
  readonly title: string
  readonly time: EventTime
  /** Others see the time as taken. */
  readonly isBusy: boolean
  /** Path and query of its lead in the app. */
  readonly path: string
}

export type CalendarLead = Pick<
  Lead,
  | 'uid'
  | 'id'
  | 'client_name'
  | 'state'
  | 'status'
  | 'channel_id'
  | 'create_lead_date'
  | 'lead_scheduling'
  | 'old_end_of_validity'
>

interface Rules {
  readonly settings: Settings
  readonly calendar: BusinessCalendar
  /** The leave of the lead's broker of which the calendar's user is the substitute, or its own one with a substitute. */
  readonly leave?: { readonly absence: AbsenceDays; readonly isOwn: boolean } | null
}

const TITLES: Readonly<Record<CalendarKind, string>> = {
  schedules: 'Retorno',
  deadlines: 'Prazo',
  renewals: 'Vencimento do seguro',
}

const UIDS: Readonly<Record<CalendarKind, string>> = {
  schedules: 'return',
  deadlines: 'limit',
  renewals: 'renewal',
}

const at = (startMs: number, lengthMs: number): EventTime => ({
  kind: 'moment',
  startMs,
  endMs: startMs + lengthMs,
})

function timeOfReturn(lead: Pick<CalendarLead, 'state' | 'lead_scheduling'>): EventTime | null {
  const ms = appointmentMs(lead)
  return ms === null ? null : at(ms, RETURN_MS)
}

function timeOf(kind: CalendarKind, lead: CalendarLead, { settings, calendar }: Rules): EventTime | null {
  if (kind === 'schedules') return timeOfReturn(lead)
  if (kind === 'deadlines') {
    const ms = limitMs(slaInputOf(lead), settings, calendar)
    return ms === null || !Number.isFinite(ms) ? null : at(ms, LIMIT_MS)
  }
  const { old_end_of_validity: day } = lead
  return day === null ? null : { kind: 'day', day }
}

/** 'Retorno · lead Nº 2055', and the client's name before the number if `names` says so. */
function titleOf(kind: CalendarKind, { id, client_name }: CalendarLead, names: boolean): string {
  const lead = id === null ? 'lead com nº pendente' : `lead Nº ${id}`
  return [TITLES[kind], ...(names ? [client_name] : []), lead].join(' · ')
}

const eventOf = (
  kind: CalendarKind,
  lead: CalendarLead,
  { time, names }: { readonly time: EventTime; readonly names: boolean },
): CalendarEvent => ({
  uid: `${UIDS[kind]}-${lead.uid}@farol`,
  title: titleOf(kind, lead, names),
  time,
  isBusy: kind === 'schedules',
  path: targetPath(leadTarget(lead)),
})

/** Returns the open return of a lead, without a name; null where none was agreed. */
export function returnEvent(lead: CalendarLead): CalendarEvent | null {
  const time = timeOfReturn(lead)
  return time === null ? null : eventOf('schedules', lead, { time, names: false })
}

/** A substitute has the returns of a leave, and nothing else of these leads. docs/rules.md#absences */
function isUsers(kind: CalendarKind, lead: CalendarLead, { leave = null }: Rules): boolean {
  if (leave === null) return true
  if (kind !== 'schedules') return leave.isOwn
  return isOfLeave(appointmentMs(lead), leave.absence) !== leave.isOwn
}

/** Returns the events of one lead. An ended lead has none. */
export function calendarEvents(
  lead: CalendarLead,
  choices: Pick<CalendarChoices, CalendarKind | 'names'>,
  rules: Rules,
): CalendarEvent[] {
  if (isFinished(lead)) return []
  return CALENDAR_KINDS.filter((kind) => choices[kind]).flatMap((kind) => {
    const time = timeOf(kind, lead, rules)
    return time === null || !isUsers(kind, lead, rules)
      ? []
      : [eventOf(kind, lead, { time, names: choices.names })]
  })
}

/** Whether an event is told: from DAYS_BACK days before today to DAYS_AHEAD days after. */
export function isInWindow(time: EventTime, nowMs: number): boolean {
  if (time.kind === 'moment')
    return time.startMs >= nowMs - DAYS_BACK * DAY_MS && time.startMs <= nowMs + DAYS_AHEAD * DAY_MS
  const today = saoPauloDay(nowMs)
  return time.day >= addDays(today, -DAYS_BACK) && time.day <= addDays(today, DAYS_AHEAD)
}
