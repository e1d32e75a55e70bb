/** The day as its screen shows it: what of the queue rests, what is done, and how an empty queue ends. docs/rules.md#my-day */
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { DayItem, DayQueue } from './queue.ts'
import type { Appointment } from './schedulings.ts'
import { SKIP_MS, type Skips, withoutResting } from './skips.ts'

export interface DayProgress {
  /** The queue without the leads that rest. */
  readonly items: readonly DayItem[]
  /** Leads that were in the queue today, and those that have left it. */
  readonly seen: number
  readonly done: number
}

/** `record`: what this device remembers of the day. */
export function dayProgress(
  { items }: Pick<DayQueue, 'items'>,
  record: { readonly seen: readonly string[]; readonly skips: Skips },
  nowMs: number,
): DayProgress {
  const present = new Set(items.map(({ uid }) => uid))
  const done = record.seen.reduce((count, uid) => count + Number(!present.has(uid)), 0)
  return { items: withoutResting(items, record.skips, nowMs), seen: done + present.size, done }
}

type DayEnding =
  /** All that is left rests: the first comes back then, epoch ms. */
  | { readonly kind: 'resting'; readonly backMs: number }
  /** Nothing is late, and this is next. */
  | { readonly kind: 'next'; readonly next: Appointment }
  | { readonly kind: 'in-order' }

/** How the day stands when nothing is for now. After the business hours it is in order, whatever comes in the evening. */
export function dayEnding(
  { items, later }: Pick<DayQueue, 'items' | 'later'>,
  skips: Skips,
  nowMs: number,
  calendar: BusinessCalendar,
): DayEnding {
  if (items.length > 0)
    return { kind: 'resting', backMs: Math.min(...items.map(({ uid }) => (skips[uid] ?? nowMs) + SKIP_MS)) }
  const [next] = later
  const endMs = dayNumberStartMs(dayNumber(nowMs)) + calendar.endMinutes * MINUTE_MS
  return next === undefined || nowMs >= endMs ? { kind: 'in-order' } : { kind: 'next', next }
}
