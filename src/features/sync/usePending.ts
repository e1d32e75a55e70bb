/** Counts of the queued commands on this device, live. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../db/mirror/mirror.ts'
import { type PendingCounts, pendingCounts } from '../../db/mirror/reads.ts'

const NOTHING: PendingCounts = { pending: 0, problems: 0, oldestAt: null }

export function usePending(userId: number): PendingCounts {
  return useLiveQuery(async () => pendingCounts(openMirror(userId)), [userId], NOTHING)
}
