/** Calls of a lead that nobody answered: docs/rules.md#outcomes */
import { callResultOf } from '../lead/calls.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'

/** What became of a call, as the history or a command of this device says it. */
export interface ToldResult {
  /** ISO 8601. */
  readonly at: string
  /** The result before and after. A taken back answer has none after it. */
  readonly before: unknown
  readonly after: unknown
}

const UNANSWERED: readonly number[] = [0, 1, 3]

/** `told`: oldest first. A call counts by its last result, on the day of that. */
export function missedOnDay(told: readonly ToldResult[], day: string): number {
  const last = new Map<string, boolean>()
  for (const { at, before, after } of told) {
    const uid = (callResultOf(after) ?? callResultOf(before))?.uid
    if (uid === undefined) continue
    const status = callResultOf(after)?.status
    last.set(uid, status !== undefined && UNANSWERED.includes(status) && saoPauloDay(Date.parse(at)) === day)
  }
  return [...last.values()].filter(Boolean).length
}
