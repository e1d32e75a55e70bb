/** Counts of the queued commands on this device, live. */

import type { PendingCounts } from '../../db/mirror/reads.ts'
import { useStored } from '../../opening/useStored.ts'

const NOTHING: PendingCounts = { pending: 0, problems: 0, oldestAt: null }

export function usePending(userId: number): PendingCounts {
  return useStored(
    async ({ openMirror, pendingCounts }) => pendingCounts(openMirror(userId)),
    [userId],
    NOTHING,
  )
}
