/** How long to wait after failures: exponential, capped, with jitter so that devices do not come back in one wave. */
import type { Random } from './ports.ts'

const FIRST_MS = 1000
export const LONGEST_MS = 60_000

/** In ms; `failures` is 1 for the first. */
export function backoffMs(failures: number, random: Random): number {
  const full = Math.min(FIRST_MS * 2 ** Math.max(failures - 1, 0), LONGEST_MS)
  return full / 2 + (full / 2) * random()
}
