/**
 * Whether a clock may be trusted, judged by the last instant that the database remembers. Deadlines and deletions that
 * follow a wrong clock can't be taken back. docs/rules.md#clock
 */
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'

/** What two clocks may differ by. A stored instant is of the future when it is later than now by more. */
export const TOLERANCE_MS = HOUR_MS
/** A server may be switched off for so long, such as over a holiday, before its clock is doubted. */
export const LONGEST_STOP_MS = 7 * DAY_MS

export interface Remembered {
  /** Epoch ms. */
  readonly atMs: number
  /** The time since then by the machine's own count, which no change of its clock moves; null: not known. */
  readonly elapsedMs: number | null
  /** How a clock has contradicted it since. */
  readonly doubted: 'ahead' | 'behind' | null
}

export type Verdict =
  | { readonly kind: 'trusted' }
  /** Later than what the database remembers, by more than a stop explains. */
  | { readonly kind: 'ahead'; readonly byMs: number; readonly sinceMs: number }
  /** Earlier than what the database remembers. */
  | { readonly kind: 'behind'; readonly byMs: number; readonly sinceMs: number }
  /** The database's own clock says otherwise. */
  | { readonly kind: 'apart'; readonly byMs: number }

const TRUSTED: Verdict = { kind: 'trusted' }

/** How far the clock may have gone on since then. */
function mostOf({ elapsedMs, doubted }: Remembered): number {
  if (elapsedMs !== null) return elapsedMs + TOLERANCE_MS
  // A restart does not make a clock right that went ahead. One that was behind is set right after it.
  return doubted === 'ahead' ? TOLERANCE_MS : LONGEST_STOP_MS
}

export function judgeClock({
  nowMs,
  remembered,
  databaseMs,
}: {
  readonly nowMs: number
  /** null: nothing yet. */
  readonly remembered: Remembered | null
  /** null: the database has no clock of its own. */
  readonly databaseMs: number | null
}): Verdict {
  if (databaseMs !== null && Math.abs(nowMs - databaseMs) > TOLERANCE_MS)
    return { kind: 'apart', byMs: Math.abs(nowMs - databaseMs) }
  if (remembered === null) return TRUSTED
  const { atMs: sinceMs, elapsedMs } = remembered
  const gone = nowMs - sinceMs
  if (gone < -TOLERANCE_MS) return { kind: 'behind', byMs: -gone, sinceMs }
  if (gone > mostOf(remembered)) return { kind: 'ahead', byMs: gone - (elapsedMs ?? 0), sinceMs }
  return TRUSTED
}
