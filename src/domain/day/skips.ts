/** 'Adiar' without a schedule: docs/rules.md#my-day */
import { MINUTE_MS } from '../time/durations.ts'
import type { DayItem } from './queue.ts'

/** A skipped lead rests for so long. */
export const SKIP_MS = 30 * MINUTE_MS

/** When each lead was skipped, epoch ms, by uid. */
export type Skips = Readonly<Record<string, number>>

/** Returns the queue without the leads that rest. One that was skipped before is the last of its kind. */
export function withoutResting(items: readonly DayItem[], skips: Skips, nowMs: number): DayItem[] {
  const skippedAt = ({ uid }: DayItem) => skips[uid] ?? Number.NEGATIVE_INFINITY
  const awake = items.filter((item) => !(skippedAt(item) > nowMs - SKIP_MS && skippedAt(item) <= nowMs))
  return [...Map.groupBy(awake, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.toSorted((one, other) => compareInstants(skippedAt(one), skippedAt(other))),
  )
}

/** Two that were never skipped are equal, though both are minus infinity. */
const compareInstants = (one: number, other: number): number => (one === other ? 0 : one - other)
