/** The first pull of this device, live from the mirror. Until it has ended, lists and counters are still growing. */
import type { FirstPull } from '../db/mirror/pull-state.ts'
import { firstReadingOf } from './first-reading.ts'
import { useStored } from './useStored.ts'

/** Returns undefined until the first read ends, then null if the device has all leads of its user. */
export function useFirstPull(userId: number): FirstPull | null | undefined {
  return useStored<FirstPull | null | undefined>(
    async ({ firstPull, openMirror }) => firstPull(openMirror(userId)),
    [userId],
    firstReadingOf(userId)?.firstPull,
  )
}

/** Whether leads of the user are still missing on this device. */
export function useIsGrowing(userId: number): boolean {
  return Boolean(useFirstPull(userId))
}
