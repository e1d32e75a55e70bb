/** Sends the queue with no tab open: what the service worker's Background Sync runs. */
import { markExpired, readSession } from '../db/device-session.ts'
import { type MirrorDb, openMirror } from '../db/mirror.ts'
import type { DeviceSession } from '../db/schema.ts'
import { syncLockName } from '../db/sync-lock.ts'
import { pushQueue, waitingCommands } from './push.ts'
import { httpTransport } from './transport-http.ts'

export type FlushEnd =
  /** Nothing to do, or a tab did it. */
  | 'empty'
  | 'sent'
  /** The browser should try again. */
  | 'retry'

export interface FlushPatience {
  /** How long it waits for the lock. The tab that was just closed still holds it when the event comes. */
  readonly lockMs: number
  /** Pauses before each attempt: the browser tries again only after minutes, the network is back within seconds. */
  readonly pausesMs: readonly number[]
}

const PATIENCE: FlushPatience = { lockMs: 20_000, pausesMs: [0, 2000, 8000] }
const TIMEOUT_MS = 60_000

/** Works under the lock of the sync worker: where a tab is open, the tab sends. */
export async function flushQueueForCurrentUser(
  appVersion: string,
  patience: FlushPatience = PATIENCE,
): Promise<FlushEnd> {
  let end: FlushEnd = 'empty'
  for (const pause of patience.pausesMs) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const session = await readSession()
    if (session === undefined || session.expired) return 'empty'
    const db = openMirror(session.user.id, 'relaxed')
    if ((await waitingCommands(db, Date.now())).length === 0) return 'empty'
    end = await underLock(db, patience.lockMs, () => flush(db, session, appVersion))
    if (end !== 'retry') break
  }
  return end
}

/** 'retry' when somebody else held the lock for all that time and something is left to send. */
async function underLock(db: MirrorDb, lockMs: number, act: () => Promise<FlushEnd>): Promise<FlushEnd> {
  const signal = AbortSignal.timeout(lockMs)
  try {
    return await navigator.locks.request(syncLockName(db.userId), { signal }, act)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    return (await waitingCommands(db, Date.now())).length === 0 ? 'empty' : 'retry'
  }
}

async function flush(db: MirrorDb, session: DeviceSession, appVersion: string): Promise<FlushEnd> {
  const { user, token, deviceId } = session
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
  if (pushed.kind === 'session') await markExpired(token, pushed.revoked)
  if (pushed.kind === 'ok') return pushed.value.sent > 0 ? 'sent' : 'empty'
  return pushed.kind === 'offline' || pushed.kind === 'later' ? 'retry' : 'empty'
}
