/** Exponential backoff after failures, with a limit, and with jitter so that devices do not return at the same time. */
import type { Random } from './ports.ts'

const FIRST_MS = 1000
export const LONGEST_MS = 60_000

/** Returns ms. `failures` is 1 after the first failure. */
export function backoffMs(failures: number, random: Random): number {
  const full = Math.min(FIRST_MS * 2 ** Math.max(failures - 1, 0), LONGEST_MS)
  return full / 2 + (full / 2) * random()
}
