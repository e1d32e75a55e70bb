/** The window's side of the sync worker: start, nudge, stop, and its status. */
import { type Remote, wrap } from 'comlink'
import { readMeta } from '../db/mirror/meta.ts'
import { keysToOpen } from '../db/sealing/held-keys.ts'
import { storeAfterPaint } from '../opening/first-reading.ts'
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

/** The user whose sync this page runs, or waits to run. */
let wanted: number | null = null
let isPaused = false

/** Starts the worker for the user. A page that becomes visible again nudges it, because tablets freeze hidden tabs. */
export async function startSync(userId: number): Promise<void> {
  wanted = userId
  for (const event of ['focus', 'pageshow', 'online'] as const) window.addEventListener(event, nudgeSync)
  document.addEventListener('visibilitychange', nudgeSync)
  if (!isPaused) await api().start(userId, keysToOpen(userId))
}

/** Pushes and pulls now. */
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
 * Terminates the worker as the page goes into the back/forward cache. Asking it to stop is not enough: suspended with
 * the page, it would keep lock and stream. Its unfinished transactions are rolled back.
 */
export function pauseSync(): void {
  isPaused = true
  endWorker()
}

export function resumeSync(): void {
  isPaused = false
  if (wanted !== null) void startSync(wanted).then(nudgeSync)
}

/** Calls `listener` with the last known status and with each new one. Returns a function that unsubscribes. */
export function onSyncStatus(userId: number, listener: (status: SyncStatus) => void): () => void {
  const channel = new BroadcastChannel(syncStatusChannel(userId))
  let isCurrent = false
  channel.onmessage = (event: MessageEvent<SyncStatus>) => {
    isCurrent = true
    listener(event.data)
  }
  const stored = async () => {
    const { openMirror } = await storeAfterPaint()
    return readMeta(openMirror(userId), 'syncStatus')
  }
  stored().then(
    (last) => {
      // The stored status may be of an earlier run. Only the time of its last sync is still valid.
      if (!isCurrent && last !== undefined)
        listener({
          ...(last as SyncStatus),
          phase: 'idle',
          connection: 'unknown',
          progress: null,
          takingOver: false,
        })
    },
    () => {
      // The mirror cannot be read. The worker's next status follows.
    },
  )
  return () => channel.close()
}

/** Asks the browser to send the queue even without a tab. Without that API the next start sends it. */
export async function requestBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration === undefined || !('sync' in registration)) return
  const { sync } = registration as ServiceWorkerRegistration & {
    sync: { register(tag: string): Promise<void> }
  }
  await sync.register(BACKGROUND_SYNC_TAG).catch(() => {
    // The browser's settings refuse it. The next start sends the queue.
  })
}
