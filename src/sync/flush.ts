/** Sends the queue with no tab open: what the service worker's Background Sync runs. */

import { markExpired, readSession } from '../db/device-session.ts'
import { openMirror } from '../db/mirror.ts'
import { syncLockName } from '../db/sync-lock.ts'
import { pushQueue, waitingCommands } from './push.ts'
import { httpTransport } from './transport-http.ts'

export type FlushEnd =
  /** Nothing to do, or a tab does it. */
  | 'empty'
  | 'sent'
  /** The browser should try again. */
  | 'retry'

const TIMEOUT_MS = 60_000

/** Takes the lock of the sync worker only when it is free: where a tab is open, the tab sends. */
export async function flushQueueForCurrentUser(appVersion: string): Promise<FlushEnd> {
  const session = await readSession()
  if (session === undefined || session.expired) return 'empty'
  const { user, token, deviceId } = session
  return navigator.locks.request(
    syncLockName(user.id),
    { ifAvailable: true },
    async (lock): Promise<FlushEnd> => {
      const db = openMirror(user.id, 'relaxed')
      // The tab that has the lock may be closed before it sends: the browser asks again until nothing waits.
      if (lock === null) return (await waitingCommands(db, Date.now())).length > 0 ? 'retry' : 'empty'
      const deps = {
        db,
        transport: httpTransport('', token),
        user,
        deviceId,
        appVersion,
        now: Date.now,
        random: Math.random,
      }
      const pushed = await pushQueue(deps, AbortSignal.timeout(TIMEOUT_MS))
      if (pushed.kind === 'session') await markExpired(token)
      if (pushed.kind === 'ok') return pushed.value.sent > 0 ? 'sent' : 'empty'
      return pushed.kind === 'offline' || pushed.kind === 'later' ? 'retry' : 'empty'
    },
  )
}
