/** The first pull of this device, live from the mirror. Until it has ended, lists and counters are still growing. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../db/mirror/mirror.ts'
import { type FirstPull, firstPull } from '../db/mirror/reads.ts'
import { firstReadingOf } from '../workers/first-reading-bridge.ts'

/** Returns undefined until the first read ends, then null if the device has all leads of its user. */
export function useFirstPull(userId: number): FirstPull | null | undefined {
  return useLiveQuery(async () => firstPull(openMirror(userId)), [userId], firstReadingOf(userId)?.firstPull)
}

/** Whether leads of the user are still missing on this device. */
export function useIsGrowing(userId: number): boolean {
  return Boolean(useFirstPull(userId))
}
