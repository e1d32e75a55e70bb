/** The server's clock as this device estimates it. A tablet with a wrong clock must show the same buttons. */

import { firstReadingOf } from '../opening/first-reading.ts'
import { useStored } from '../opening/useStored.ts'
import { useNow } from '../ui/useNow.ts'

const EVERY_MS = 30_000

const useReadOffset = (userId: number): number | undefined =>
  useStored(
    async ({ correctedNow, openMirror }) => correctedNow(openMirror(userId), 0),
    [userId],
    firstReadingOf(userId)?.clockOffsetMs,
  )

/** Returns what is added to this device's clock, in ms. */
export const useClockOffset = (userId: number): number => useReadOffset(userId) ?? 0

/** Returns epoch ms, updated every half minute. */
export function useCorrectedNow(userId: number): number {
  return useNow(EVERY_MS) + useClockOffset(userId)
}

/**
 * Returns a function that reads the corrected clock in epoch ms. A date that a form fills in must not precede the date
 * of a command of the last half minute.
 */
export function useCorrectedClock(userId: number): () => number {
  const offset = useClockOffset(userId)
  return () => Date.now() + offset
}

/** The same, but undefined until the correction is read: a form that opens earlier would keep the device's own time. */
export function useReadClock(userId: number): (() => number) | undefined {
  const offset = useReadOffset(userId)
  return offset === undefined ? undefined : () => Date.now() + offset
}
