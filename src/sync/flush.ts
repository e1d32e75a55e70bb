/** Sends the queue when no tab is open. The service worker's Background Sync runs it. */

import type { LockTalk } from '../db/access/sync-lock.ts'
import { asWriter, LockStolen } from '../db/access/writer.ts'
import { openMirror } from '../db/open.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { DeviceSession } from '../db/schema/records.ts'
import { type DeviceDb, markExpired, readSession, thisDevice } from '../db/session/device-session.ts'
import { deviceClock } from './device-clock.ts'
import type { Clock, Random, Transport } from './ports.ts'
import { pushQueue, waitingCommands } from './push.ts'
import { httpTransport } from './transport-http.ts'
import { type Locks, underLock } from './turn.ts'

export type FlushEnd =
  /** Nothing to send, or a tab sent it. */
  | 'empty'
  | 'sent'
  /** The browser should repeat the sync event. */
  | 'retry'

export interface FlushPatience {
  /** How long it waits for the lock. A tab that was just closed still holds the lock when the event arrives. */
  readonly lockMs: number
  /** Pauses before each attempt. The network is often back within seconds; the browser repeats only after minutes. */
  readonly pausesMs: readonly number[]
}

const PATIENCE: FlushPatience = { lockMs: 20_000, pausesMs: [0, 2000, 8000] }
const TIMEOUT_MS = 60_000

export interface FlushDeps {
  readonly device: DeviceDb
  readonly openMirror: (userId: number) => MirrorDb
  readonly locks: Locks
  readonly talk?: LockTalk
  readonly transport: (token: string) => Transport
  readonly clock: Clock
  readonly random: Random
  /** Like AbortSignal.timeout. */
  readonly timeout: (ms: number) => AbortSignal
  readonly appVersion: string
}

/** Runs `flushQueue` with this device's database, network and clock. */
export function flushQueueForCurrentUser(
  appVersion: string,
  signal: AbortSignal,
  patience: FlushPatience = PATIENCE,
): Promise<FlushEnd> {
  const deps: FlushDeps = {
    device: thisDevice(),
    openMirror,
    locks: navigator.locks,
    transport: (token) => httpTransport('', token),
    clock: deviceClock,
    random: Math.random,
    timeout: (ms) => AbortSignal.timeout(ms),
    appVersion,
  }
  return flushQueue(deps, signal, patience)
}

/**
 * Sends the queue under the lock of the sync worker: where a tab is open, the tab sends. `signal` ends it early with
 * 'retry': commands in a request are sent again under their keys.
 */
export async function flushQueue(
  deps: FlushDeps,
  signal: AbortSignal,
  patience: FlushPatience = PATIENCE,
): Promise<FlushEnd> {
  let end: FlushEnd = 'empty'
  for (const pause of patience.pausesMs) {
    if (pause > 0) await deps.clock.sleep(pause, signal)
    if (signal.aborted) return 'retry'
    const session = await readSession(deps.device)
    if (session === undefined || session.expired) return 'empty'
    const db = deps.openMirror(session.user.id)
    if ((await waitingCommands(db, deps.clock.now())).length === 0) return 'empty'
    end = await inItsTurn(deps, { db, lockMs: patience.lockMs, signal }, (lockStolen) =>
      flush(deps, { db, session, signal: AbortSignal.any([signal, lockStolen]) }),
    )
    if (end !== 'retry' || signal.aborted) break
  }
  return end
}

interface Waiting {
  readonly db: MirrorDb
  readonly lockMs: number
  readonly signal: AbortSignal
}

/** Returns 'retry' when another thread held the lock the whole time and commands remain. */
async function inItsTurn(
  deps: FlushDeps,
  { db, lockMs, signal }: Waiting,
  act: (lockStolen: AbortSignal) => Promise<FlushEnd>,
): Promise<FlushEnd> {
  const either = AbortSignal.any([signal, deps.timeout(lockMs)])
  let end: FlushEnd = 'retry'
  try {
    await underLock(deps, { userId: db.userId, signal: either }, async (stolen) => {
      end = await asWriter(db, (lockStolen) => act(AbortSignal.any([stolen, lockStolen])))
    })
    return end
  } catch (error) {
    if (signal.aborted) return 'retry'
    // A tab took over and sends.
    if (error instanceof LockStolen) return 'empty'
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    return (await waitingCommands(db, deps.clock.now())).length === 0 ? 'empty' : 'retry'
  }
}

interface Flushing {
  readonly db: MirrorDb
  readonly session: DeviceSession
  readonly signal: AbortSignal
}

async function flush(deps: FlushDeps, { db, session, signal }: Flushing): Promise<FlushEnd> {
  const { clock, random, appVersion, device, timeout } = deps
  const { user, token, deviceId } = session
  const transport = deps.transport(token)
  const pushing = { db, transport, user, deviceId, appVersion, now: () => clock.now(), random }
  const pushed = await pushQueue(pushing, AbortSignal.any([signal, timeout(TIMEOUT_MS)]))
  if (pushed.kind === 'session') await markExpired(token, pushed.revoked, device)
  if (pushed.kind === 'ok') return pushed.value.sent > 0 ? 'sent' : 'empty'
  return pushed.kind === 'offline' || pushed.kind === 'later' ? 'retry' : 'empty'
}
