/** Counts of the queued commands on this device, live. */

import { NOTHING_WAITS, type Waiting } from '../../db/outbox/waiting.ts'
import { useStored } from '../../opening/useStored.ts'

export function usePending(userId: number): Waiting {
  return useStored(
    async ({ openMirror, pendingCounts }) => pendingCounts(openMirror(userId)),
    [userId],
    NOTHING_WAITS,
  )
}
