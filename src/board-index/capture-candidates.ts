/** The leads that are to be captured first: docs/rules.md#my-day. One pass over the rows, since there may be many. */
import { clockOf, isExemptFromOldest } from '../domain/lead/channel-rules.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { businessCalendar } from '../domain/sla/business-calendar.ts'
import { subtractWorkingMs } from '../domain/sla/working-time.ts'
import { HOUR_MS } from '../domain/time/durations.ts'
import type { Columns } from './columns.ts'

interface Question {
  readonly nowMs: number
  readonly settings: Settings
  /** Managers may capture any lead of any channel. */
  readonly mayAny: boolean
}

interface Best {
  readonly row: number
  readonly isRunning: boolean
  /** Where its limit begins, or its creation where the limit has ended. */
  readonly sinceMs: number
}

/**
 * Returns the uid of one lead of each channel, where any may be captured: the one whose limit ends first, else the oldest. Leads
 * without a broker that are not suspended, and whose scheduling is not in the future. Of a channel in which the oldest pending
 * lead must be captured, it is that one.
 */
export function captureCandidates(
  columns: Columns,
  oldestPending: Readonly<Record<number, string>>,
  { nowMs, settings, mayAny }: Question,
): string[] {
  const { channels, created, scheduled } = columns.numbers
  const barFrom = subtractWorkingMs(
    nowMs,
    settings.time_to_capture_lead * HOUR_MS,
    businessCalendar(settings.business_hours),
  )
  const countdownFrom = nowMs - settings.time_to_capture_on_time_renovation * HOUR_MS
  const best = new Map<number, Best>()
  for (let row = 0; row < columns.length; row++) {
    if (!columns.isUnclaimed(row) || columns.isSuspended(row)) continue
    const channel = channels[row] ?? 0
    if (!mayAny && !isExemptFromOldest(channel)) continue
    const createdMs = created[row] ?? 0
    if (createdMs > nowMs || (columns.isScheduled(row) && (scheduled[row] ?? 0) > nowMs)) continue
    const isCountdown = clockOf(channel) === 'countdown'
    const scheduledMs = scheduled[row] ?? Number.NaN
    const fromMs = isCountdown && !Number.isNaN(scheduledMs) ? scheduledMs : createdMs
    const isRunning = fromMs > (isCountdown ? countdownFrom : barFrom)
    const other = best.get(channel)
    const one = { row, isRunning, sinceMs: isRunning ? fromMs : createdMs }
    if (other === undefined || comesBefore(one, other)) best.set(channel, one)
  }
  const bound = Object.entries(oldestPending).flatMap(([channel, uid]) =>
    mayAny || isExemptFromOldest(Number(channel)) ? [] : [uid],
  )
  return [...bound, ...[...best.values()].map(({ row }) => columns.uid(row))]
}

const comesBefore = (one: Best, other: Best): boolean =>
  one.isRunning === other.isRunning ? one.sinceMs < other.sinceMs : one.isRunning
