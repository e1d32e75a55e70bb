/** The sync worker: runs the engine while it holds the user's lock; other tabs' workers wait for their turn. */

import { expose } from 'comlink'
import { liveQuery } from 'dexie'
import { type MirrorDb, openMirror } from '../db/mirror.ts'
import { SYNC_STATUS_CHANNEL, type SyncApi, type SyncStatus } from '../sync/api.ts'
import { SyncEngine } from '../sync/engine.ts'
import type { Clock } from '../sync/ports.ts'
import { syncLockName } from '../sync/sync-lock.ts'
import { httpTransport } from '../sync/transport-http.ts'

const NUDGE_CHANNEL = 'farol-sync-nudge'

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    }),
}

let engine: SyncEngine | null = null
let waiting: AbortController | null = null
const statusChannel = new BroadcastChannel(SYNC_STATUS_CHANNEL)
const nudges = new BroadcastChannel(NUDGE_CHANNEL)
nudges.onmessage = () => engine?.nudge()

/** Every tab hears of it at once; one that opens later reads the last from the mirror. */
function tell(db: MirrorDb, status: SyncStatus): void {
  statusChannel.postMessage(status)
  if (status.phase === 'idle') void db.meta.put({ name: 'syncStatus', value: status }).catch(() => {})
}

/** Runs the engine until it is stopped; the lock is held for as long, so there is one writer. */
async function lead(userId: number): Promise<void> {
  const db = openMirror(userId)
  const running = new SyncEngine({
    db,
    transport: (token) => httpTransport('', token),
    clock,
    random: Math.random,
    appVersion: __APP_VERSION__,
    onStatus: (status) => tell(db, status),
  })
  engine = running
  // Commands are queued by whichever tab the user is in: the store itself says so.
  const queued = liveQuery(() => db.outbox.where('state').equals('queued').count()).subscribe({
    next: (count) => {
      if (count > 0) running.nudge()
    },
    error: () => {},
  })
  const online = () => running.nudge()
  const offline = () => running.markOffline()
  self.addEventListener('online', online)
  self.addEventListener('offline', offline)
  try {
    await running.run()
  } finally {
    queued.unsubscribe()
    self.removeEventListener('online', online)
    self.removeEventListener('offline', offline)
    engine = null
  }
}

const api: SyncApi = {
  start: async (userId) => {
    if (waiting !== null) return
    const turn = new AbortController()
    waiting = turn
    navigator.locks
      .request(syncLockName(userId), { signal: turn.signal }, () => lead(userId))
      .catch((error: unknown) => {
        // Stopped while waiting for the lock: that is how waiting ends.
        if (!turn.signal.aborted) throw error
      })
  },
  nudge: async () => {
    engine?.nudge()
    nudges.postMessage(null)
  },
  stop: async () => {
    waiting?.abort()
    waiting = null
    engine?.stop()
  },
}

expose(api)
