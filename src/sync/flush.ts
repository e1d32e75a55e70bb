/** Sends the queue with no tab open: what the service worker's Background Sync runs. */
import { markExpired, readSession } from '../db/device-session.ts'
import { type MirrorDb, openMirror } from '../db/mirror.ts'
import type { DeviceSession } from '../db/schema.ts'
import { syncLockName } from '../db/sync-lock.ts'
import { deviceClock } from './device-clock.ts'
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

/**
 * Works under the lock of the sync worker: where a tab is open, the tab sends. `signal` ends it early, with 'retry':
 * what was on its way is asked again by its key.
 */
export async function flushQueueForCurrentUser(
  appVersion: string,
  signal: AbortSignal,
  patience: FlushPatience = PATIENCE,
): Promise<FlushEnd> {
  let end: FlushEnd = 'empty'
  for (const pause of patience.pausesMs) {
    if (pause > 0) await deviceClock.sleep(pause, signal)
    if (signal.aborted) return 'retry'
    const session = await readSession()
    if (session === undefined || session.expired) return 'empty'
    const db = openMirror(session.user.id)
    if ((await waitingCommands(db, Date.now())).length === 0) return 'empty'
    end = await underLock(db, { lockMs: patience.lockMs, signal }, () =>
      flush(db, { session, appVersion, signal }),
    )
    if (end !== 'retry' || signal.aborted) break
  }
  return end
}

interface Waiting {
  readonly lockMs: number
  readonly signal: AbortSignal
}

/** 'retry' when somebody else held the lock for all that time and something is left to send. */
async function underLock(
  db: MirrorDb,
  { lockMs, signal }: Waiting,
  act: () => Promise<FlushEnd>,
): Promise<FlushEnd> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(lockMs)])
  try {
    return await navigator.locks.request(syncLockName(db.userId), { signal: either }, act)
  } catch (error) {
    if (signal.aborted) return 'retry'
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    return (await waitingCommands(db, Date.now())).length === 0 ? 'empty' : 'retry'
  }
}

interface Flushing {
  readonly session: DeviceSession
  readonly appVersion: string
  readonly signal: AbortSignal
}

async function flush(db: MirrorDb, { session, appVersion, signal }: Flushing): Promise<FlushEnd> {
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
  const pushed = await pushQueue(deps, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
  if (pushed.kind === 'session') await markExpired(token, pushed.revoked)
  if (pushed.kind === 'ok') return pushed.value.sent > 0 ? 'sent' : 'empty'
  return pushed.kind === 'offline' || pushed.kind === 'later' ? 'retry' : 'empty'
}
