/** Runs the engine while this thread holds the user's lock. Threads of other tabs wait for their turn. */
import { liveQuery } from 'dexie'
import { publishLeadChanges } from '../db/changes/lead-changes.ts'
import { openMirror } from '../db/open.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { readSession } from '../db/session/device-session.ts'
import { dropOthersOldDrafts } from '../db/session/drafts.ts'
import { takeKeys } from '../db/session/take-keys.ts'
import { HOUR_MS } from '../domain/time/durations.ts'
import { IDLE, type SyncApi, type SyncStatus, syncStatusChannel } from '../sync/api.ts'
import { deviceClock } from '../sync/device-clock.ts'
import { SyncEngine } from '../sync/engine.ts'
import { httpTransport } from '../sync/transport-http.ts'
import { inTurn } from '../sync/turn.ts'

/** The present turn, waiting for the lock or holding it. */
let turn: { userId: number; end: AbortController } | null = null
let engine: SyncEngine | null = null

/** A nudge from any tab reaches the worker that runs the engine. */
const nudges = new BroadcastChannel('farol-sync-nudge')
nudges.onmessage = () => engine?.nudge()

/** Sends the status to every open tab. A tab that opens later reads the last one from the mirror. */
function publish(db: MirrorDb, channel: BroadcastChannel, status: SyncStatus): void {
  channel.postMessage(status)
  if (status.phase !== 'idle') return
  db.meta.put({ name: 'syncStatus', value: status }).catch(() => {
    // A full disk, or a database closed for an upgrade. The next tab starts without the last status.
  })
}

/** Reports that this waiting worker is about to take the turn. */
function publishTakeover(userId: number): void {
  const channel = new BroadcastChannel(syncStatusChannel(userId))
  channel.postMessage({ ...IDLE, takingOver: true } satisfies SyncStatus)
  channel.close()
}

/** Runs the engine until it stops or the user signs out. The lock is held meanwhile, so there is one writer. */
async function holdTurn(userId: number, signal: AbortSignal, takesOver: boolean): Promise<void> {
  const db = openMirror(userId)
  if (!db.isOpen()) publishLeadChanges(db)
  const channel = new BroadcastChannel(syncStatusChannel(userId))
  const running = new SyncEngine({
    db,
    transport: (token) => httpTransport('', token),
    clock: deviceClock,
    random: Math.random,
    appVersion: __APP_VERSION__,
    onStatus: (status) => publish(db, channel, status),
    isOnline: () => navigator.onLine,
    takesOver,
  })
  engine = running
  const stop = () => running.stop()
  signal.addEventListener('abort', stop)
  // A newer version in another tab upgrades the store, or a sign-out deletes it. The next writer needs the lock.
  db.on('versionchange', stop)
  const watching = watch(db, running)
  void keepSealedPush(db, watching.signal)
  try {
    if (!signal.aborted) await running.run()
  } finally {
    watching.abort()
    engine = null
    signal.removeEventListener('abort', stop)
    db.on('versionchange').unsubscribe(stop)
    channel.close()
  }
}

/** Nudges the engine for events of any tab: a queued command, another session, the network. */
function watch(db: MirrorDb, running: SyncEngine): AbortController {
  const end = new AbortController()
  const { signal } = end
  const ignore = () => {
    // The query cannot continue, because the store is closed. The poll continues.
  }
  let known = false
  const queries = [
    liveQuery(() => db.outbox.where('state').equals('queued').count()).subscribe({
      next: (count) => {
        if (count > 0) running.nudge()
      },
      error: ignore,
    }),
    liveQuery(readSession).subscribe({
      next: () => {
        // The first result is the session that the engine started with.
        if (known) running.nudge()
        known = true
      },
      error: ignore,
    }),
  ]
  signal.addEventListener('abort', () => {
    for (const query of queries) query.unsubscribe()
  })
  self.addEventListener('online', () => running.nudge(), { signal })
  self.addEventListener('offline', () => running.markOffline(), { signal })
  return end
}

function stop(): void {
  turn?.end.abort()
  turn = null
}

/** Commands that wait for longer are sealed for the time when the device is locked. */
const SEAL_AFTER_MS = 2000

/** Keeps the sealed request of a protected device: docs/sync-protocol.md#sealed-push. */
async function keepSealedPush(db: MirrorDb, signal: AbortSignal): Promise<void> {
  if (db.sealer === null) return
  const { SealedPushKeeper } = await import('../sync/keep-sealed-push.ts')
  if (signal.aborted) return
  const keeper = new SealedPushKeeper({ db, appVersion: __APP_VERSION__, now: () => deviceClock.now() })
  let settling: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      keeper.keep().catch(() => {
        // The store is closed, or the browser has no X25519: what waits is sent at the next unlock.
      })
    }, SEAL_AFTER_MS)
  }
  const query = liveQuery(() => db.outbox.where('state').anyOf('queued', 'sending').primaryKeys()).subscribe({
    next: keep,
    error: () => {
      // The store is closed.
    },
  })
  // The record has a life of days, and a session may be another.
  const renewing = setInterval(keep, HOUR_MS)
  signal.addEventListener('abort', () => {
    query.unsubscribe()
    clearTimeout(settling)
    clearInterval(renewing)
  })
}

/** What the sync worker does for its page. A thread has one turn. */
export const syncTurns: SyncApi = {
  start: async (userId, keys) => {
    if (turn?.userId === userId) return
    stop()
    const mine = { userId, end: new AbortController() }
    turn = mine
    const { signal } = mine.end
    await takeKeys(keys).catch((error: unknown) => {
      // The code did not arrive: the next start tries again.
      if (turn === mine) turn = null
      throw error
    })
    // Another tab may hold the lock. The nudge makes it send its status.
    nudges.postMessage(null)
    dropOthersOldDrafts(userId, Date.now()).catch(() => {
      // The store does not open. The next start tries again.
    })
    let takesOver = false
    const onSilence = () => {
      takesOver = true
      publishTakeover(userId)
    }
    const deps = { locks: navigator.locks, clock: deviceClock, onSilence }
    void inTurn({ userId, signal }, deps, (lockStolen) => {
      const tookOver = takesOver
      takesOver = false
      return holdTurn(userId, AbortSignal.any([signal, lockStolen]), tookOver)
    }).finally(() => {
      if (turn === mine) turn = null
    })
  },
  nudge: async () => {
    engine?.nudge()
    nudges.postMessage(null)
  },
  stop: async () => stop(),
}
