/** The queue of the day: what a broker does next, and why. docs/rules.md#my-day */
import { isRenewal } from '../lead/channel-rules.ts'
import { SOLD_PENDING } from '../lead/status.ts'
import type { Settings } from '../settings/settings.ts'
import { type BusinessCalendar, businessCalendar, nextWorkingDay } from '../sla/business-calendar.ts'
import { slaProgress } from '../sla/progress.ts'
import { workingDaysBetween } from '../sla/span-words.ts'
import { addWorkingMs, workingMsBetween } from '../sla/working-time.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { DayLead } from './day-lead.ts'
import { type Appointment, byTime, schedulingsOf } from './schedulings.ts'
import {
  captureReason,
  type DayLimit,
  fireReason,
  lateReturnReason,
  limitReason,
  noStepReason,
  pendingSaleReason,
  renewalReason,
  returnReason,
} from './words.ts'

/** In the order of the queue. A lead is in it once, by its first kind. */
export const DAY_KINDS = [
  'late-return',
  'fire',
  'limit',
  'today-return',
  'capture',
  'renewal',
  'no-step',
  'pending-sale',
] as const
export type DayKind = (typeof DAY_KINDS)[number]

export interface DayItem {
  readonly uid: string
  readonly kind: DayKind
  /** The return, the limit, the end of the policy or the last act, epoch ms: the oldest of a kind comes first. */
  readonly sinceMs: number
  /** In Portuguese, as of the question's moment. */
  readonly reason: string
}

export interface DayQueue {
  readonly items: readonly DayItem[]
  /** The returns of today that are not due yet, the earliest first. */
  readonly later: readonly Appointment[]
  /** Returns of all days that are late. */
  readonly late: number
  /** The returns of the next working day, the earliest first. */
  readonly ahead: readonly Appointment[]
  /** Limits of own leads that end later today, the earliest first. */
  readonly limits: readonly Appointment[]
}

export interface DayQuestion {
  /** Leads whose broker is the user, unfinished. */
  readonly own: readonly DayLead[]
  /** Of each channel of the user the leads that the rules let the user capture now. */
  readonly free: readonly DayLead[]
  readonly nowMs: number
  readonly settings: Settings
}

/** A limit is announced so much working time before its end. */
const LIMIT_NEAR_MS = 2 * HOUR_MS
/** A return enters the queue so long before its time. */
const RETURN_SOON_MS = 10 * MINUTE_MS
/** Days of the calendar before a policy ends. */
const RENEWAL_DAYS = 15
/** Working days without a contact, a step, an act. */
const QUIET_DAYS = { renewal: 5, 'no-step': 2, 'pending-sale': 3 } as const

interface Moment {
  readonly nowMs: number
  readonly today: number
  readonly settings: Settings
  readonly calendar: BusinessCalendar
}

type Found = Omit<DayItem, 'uid' | 'kind'>

/** Returns the end of the lead's nearest limit, epoch ms, or null where none is running. */
export function nearestLimit(
  lead: DayLead,
  { nowMs, settings, calendar }: Moment,
): { readonly limit: DayLimit; readonly endMs: number } | null {
  const bar = slaProgress(lead.sla, nowMs, settings, calendar)
  const ends: { limit: DayLimit; endMs: number }[] = []
  if (bar.kind !== 'none' && bar.remainingMs > 0) {
    const endMs =
      bar.deadline === null ? addWorkingMs(nowMs, bar.remainingMs, calendar) : Date.parse(bar.deadline)
    ends.push({ limit: lead.isInOrigin ? 'capture' : 'finish', endMs })
  }
  if (lead.isInAttendance && lead.firstCallMs === null && lead.capturedMs !== null) {
    const endMs = addWorkingMs(lead.capturedMs, settings.first_call_on_time * HOUR_MS, calendar)
    if (endMs > nowMs) ends.push({ limit: 'first-call', endMs })
  }
  return ends.toSorted((one, other) => one.endMs - other.endMs)[0] ?? null
}

const quietDays = (sinceMs: number, { nowMs, calendar }: Moment) =>
  workingDaysBetween(sinceMs, nowMs, calendar)

const isOfToday = (ms: number | null, { today }: Moment) => ms !== null && dayNumber(ms) === today

/** Whether a return of a later moment lets the lead rest. */
const isResting = ({ returnMs }: DayLead, nowMs: number) => returnMs !== null && returnMs > nowMs

/** Why the lead is for now, by kind; null: it is not, for this reason. Captures are found apart. */
const OWN_REASONS: Readonly<
  Record<Exclude<DayKind, 'capture'>, (lead: DayLead, moment: Moment) => Found | null>
> = {
  'late-return': ({ returnMs, ...lead }, moment) =>
    returnMs !== null && returnMs < moment.nowMs
      ? { sinceMs: returnMs, reason: lateReturnReason(returnMs, moment, lead.inPlaceOf === undefined) }
      : null,
  fire: (lead, moment) => {
    const { lastContactMs } = lead
    if (!lead.isOnFire || !lead.isInAttendance || isOfToday(lastContactMs, moment)) return null
    // Put off to a later time: it comes back as a return.
    if (isResting(lead, moment.nowMs)) return null
    const sinceMs = lastContactMs ?? lead.capturedMs ?? lead.createdMs
    return { sinceMs, reason: fireReason(lastContactMs, moment) }
  },
  limit: (lead, moment) => {
    const nearest = nearestLimit(lead, moment)
    if (nearest === null || workingMsBetween(moment.nowMs, nearest.endMs, moment.calendar) > LIMIT_NEAR_MS)
      return null
    return { sinceMs: nearest.endMs, reason: limitReason(nearest.limit, nearest.endMs, moment) }
  },
  'today-return': ({ returnMs }, moment) =>
    returnMs !== null && returnMs - RETURN_SOON_MS <= moment.nowMs
      ? { sinceMs: returnMs, reason: returnReason(returnMs, moment) }
      : null,
  renewal: (lead, moment) => {
    const { policyEnd, lastContactMs } = lead
    if (!isRenewal(lead.channelId) || policyEnd === null) return null
    if (policyEnd < moment.today || policyEnd - moment.today > RENEWAL_DAYS) return null
    if (lastContactMs !== null && quietDays(lastContactMs, moment) < QUIET_DAYS.renewal) return null
    return { sinceMs: dayNumberStartMs(policyEnd), reason: renewalReason(policyEnd, moment) }
  },
  'no-step': (lead, moment) => {
    if (!lead.isInAttendance || lead.returnMs !== null || lead.status === SOLD_PENDING) return null
    const days = quietDays(lead.lastActMs, moment)
    return days < QUIET_DAYS['no-step'] ? null : { sinceMs: lead.lastActMs, reason: noStepReason(days) }
  },
  'pending-sale': (lead, moment) => {
    if (!lead.isInAttendance || lead.status !== SOLD_PENDING || lead.returnMs !== null) return null
    const days = quietDays(lead.lastActMs, moment)
    return days < QUIET_DAYS['pending-sale']
      ? null
      : { sinceMs: lead.lastActMs, reason: pendingSaleReason(days) }
  },
}

const RETURNS: ReadonlySet<DayKind> = new Set(['late-return', 'today-return'])

const isReturnAlone = ({ isSuspended, inPlaceOf }: DayLead) => isSuspended || inPlaceOf !== undefined

const withBroker = ({ inPlaceOf }: DayLead, reason: string) =>
  inPlaceOf === undefined ? reason : `De ${inPlaceOf} · ${reason}`

function itemOf(lead: DayLead, moment: Moment): DayItem | null {
  for (const kind of DAY_KINDS) {
    // What was promised to the client stays promised: nothing else of a suspended lead is for now.
    if (kind === 'capture' || (isReturnAlone(lead) && !RETURNS.has(kind))) continue
    const found = OWN_REASONS[kind](lead, moment)
    if (found !== null) return { uid: lead.uid, kind, ...found, reason: withBroker(lead, found.reason) }
  }
  return null
}

interface Capture {
  readonly channelId: number
  /** Whether its limit still runs. */
  readonly isRunning: boolean
  readonly item: DayItem
}

/** A limit that still runs comes before those that have ended. */
const byLimit = (one: Capture, other: Capture): number =>
  Number(other.isRunning) - Number(one.isRunning) || byAge(one.item, other.item)

const byAge = (one: DayItem, other: DayItem): number =>
  one.sinceMs - other.sinceMs || (one.uid < other.uid ? -1 : 1)

/** The one lead of each channel that is to be captured first: the shortest limit, then the oldest. */
function captures({ own, free }: DayQuestion, moment: Moment, taken: ReadonlySet<string>): DayItem[] {
  const capture = (lead: DayLead, isOwn: boolean): Capture => {
    const endMs = nearestLimit(lead, moment)?.endMs ?? null
    return {
      channelId: lead.channelId,
      isRunning: endMs !== null,
      item: {
        uid: lead.uid,
        kind: 'capture',
        sinceMs: endMs ?? lead.createdMs,
        reason: captureReason(isOwn, endMs, moment),
      },
    }
  }
  const isFree = (lead: DayLead) =>
    lead.isInOrigin &&
    !isReturnAlone(lead) &&
    !taken.has(lead.uid) &&
    !isResting(lead, moment.nowMs) &&
    lead.createdMs <= moment.nowMs
  const found = [
    ...own.filter(isFree).map((lead) => capture(lead, true)),
    ...free.filter(isFree).map((lead) => capture(lead, false)),
  ]
  return [...Map.groupBy(found, ({ channelId }) => channelId).values()]
    .flatMap((ofChannel) => ofChannel.toSorted(byLimit).slice(0, 1))
    .toSorted(byLimit)
    .map(({ item }) => item)
}

const placeOf = ({ kind }: DayItem) => DAY_KINDS.indexOf(kind)

const limitsOfToday = (own: readonly DayLead[], moment: Moment): Appointment[] =>
  own
    .flatMap((lead) => {
      const atMs = isReturnAlone(lead) ? null : (nearestLimit(lead, moment)?.endMs ?? null)
      return atMs !== null && isOfToday(atMs, moment) ? [{ uid: lead.uid, atMs }] : []
    })
    .toSorted(byTime)

/** Returns the queue at an instant. The same question has the same answer. */
export function queueOf(question: DayQuestion): DayQueue {
  const { own, nowMs, settings } = question
  const calendar = businessCalendar(settings.business_hours)
  const moment: Moment = { nowMs, today: dayNumber(nowMs), settings, calendar }
  const mine = own.flatMap((lead) => itemOf(lead, moment) ?? []).toSorted(byAge)
  const free = captures(question, moment, new Set(mine.map(({ uid }) => uid)))
  // The sorting is stable: within a kind the order stays.
  const items = [...mine, ...free].toSorted((one, other) => placeOf(one) - placeOf(other))
  const returns = own.flatMap(({ uid, returnMs }) => (returnMs === null ? [] : [{ uid, atMs: returnMs }]))
  const { open, late, today } = schedulingsOf(returns, nowMs)
  const nextDay = nextWorkingDay(moment.today, calendar)
  const ahead = open.filter(({ atMs }) => dayNumber(atMs) === nextDay)
  return { items, later: today, ahead, late, limits: limitsOfToday(own, moment) }
}
