/** Counts of the queued commands on this device, live. */

import { useStored } from '../../opening/useStored.ts'
import type { PendingCounts } from '../../store/mirror/reads.ts'

const NOTHING: PendingCounts = { pending: 0, problems: 0, oldestAt: null }

export function usePending(userId: number): PendingCounts {
  return useStored(
    async ({ openMirror, pendingCounts }) => pendingCounts(openMirror(userId)),
    [userId],
    NOTHING,
  )
}
