/** Counts of the queued commands on this device, live. */

import type { Waiting } from '../../db/outbox/waiting.ts'
import { useStored } from '../../opening/useStored.ts'

/** Not that of waiting.ts, whose schemas the first cards do not wait for. */
const NOTHING: Waiting = { pending: 0, problems: 0, oldestAt: null }

export function usePending(userId: number): Waiting {
  return useStored(
    async ({ openMirror, pendingCounts }) => pendingCounts(openMirror(userId)),
    [userId],
    NOTHING,
  )
}
