/** The window's side of the sync worker: start, nudge, stop, and the status as it changes. */
import { type Remote, wrap } from 'comlink'
import { openMirror, readMeta } from '../db/mirror/mirror.ts'
import { IDLE, type SyncApi, type SyncStatus, syncStatusChannel } from '../sync/api.ts'

const BACKGROUND_SYNC_TAG = 'farol-outbox'

export { IDLE }

let bridge: { worker: Worker; api: Remote<SyncApi> } | null = null

function api(): Remote<SyncApi> {
  if (bridge === null) {
    const worker = new Worker(new URL('./sync.worker.ts', import.meta.url), { type: 'module' })
    bridge = { worker, api: wrap<SyncApi>(worker) }
  }
  return bridge.api
}

/** Whose sync this page runs, or waits to run. */
let wanted: number | null = null
let isPaused = false

/** Starts the worker for the user; screens come back to life with a nudge, since a tablet freezes hidden tabs. */
export async function startSync(userId: number): Promise<void> {
  wanted = userId
  for (const event of ['focus', 'pageshow', 'online'] as const) window.addEventListener(event, nudgeSync)
  document.addEventListener('visibilitychange', nudgeSync)
  if (!isPaused) await api().start(userId)
}

/** Push and pull now. */
export function nudgeSync(): void {
  if (bridge !== null) void bridge.api.nudge()
}

export async function stopSync(): Promise<void> {
  wanted = null
  for (const event of ['focus', 'pageshow', 'online'] as const) window.removeEventListener(event, nudgeSync)
  document.removeEventListener('visibilitychange', nudgeSync)
  await bridge?.api.stop()
  endWorker()
}

function endWorker(): void {
  bridge?.worker.terminate()
  bridge = null
}

/**
 * The page goes into the browser's cache. Its worker is ended and not asked to stop: suspended with the page it would keep lock
 * and stream for as long as the cache keeps the page. What it has not stored is rolled back.
 */
export function pauseSync(): void {
  isPaused = true
  endWorker()
}

export function resumeSync(): void {
  isPaused = false
  if (wanted !== null) void startSync(wanted).then(nudgeSync)
}

/** Calls back with the last status known and with each new one; answers the unsubscription. */
export function onSyncStatus(userId: number, listener: (status: SyncStatus) => void): () => void {
  const channel = new BroadcastChannel(syncStatusChannel(userId))
  let heard = false
  channel.onmessage = (event: MessageEvent<SyncStatus>) => {
    heard = true
    listener(event.data)
  }
  readMeta(openMirror(userId), 'syncStatus').then(
    (last) => {
      // Written by our own worker, of this or an earlier run: of that run only the time of the last sync still holds.
      if (!heard && last !== undefined)
        listener({
          ...(last as SyncStatus),
          phase: 'idle',
          connection: 'unknown',
          progress: null,
          takingOver: false,
        })
    },
    () => {
      // No mirror to read: the worker's next words say it.
    },
  )
  return () => channel.close()
}

/** Asks the browser to send the queue even when no tab is open; where it can't, the next start does. */
export async function requestBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration === undefined || !('sync' in registration)) return
  const { sync } = registration as ServiceWorkerRegistration & {
    sync: { register(tag: string): Promise<void> }
  }
  await sync.register(BACKGROUND_SYNC_TAG).catch(() => {
    // Refused by the browser's settings: the queue goes with the next start instead.
  })
}
