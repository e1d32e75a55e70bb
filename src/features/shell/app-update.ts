/**
 * The app's own versions: registers the service worker, notices a newer one that waits, and changes to it when the
 * user says so. All tabs reload together then, so that no tab runs one version on another's caches; the queue is in
 * the mirror and stays.
 */
import type { Workbox } from 'workbox-window'

/** Where vite-plugin-pwa puts src/sw/index.ts. */
const SERVICE_WORKER = '/index.js'
const LOOK_EVERY_MS = 3_600_000

let workbox: Workbox | null = null
let waiting = false
const listeners = new Set<() => void>()

export const updateWaiting = {
  get: () => waiting,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

function announce(): void {
  waiting = true
  for (const listener of listeners) listener()
}

/** Reloads once when another version takes over. The very first takeover isn't a change: nothing ran before it. */
function reloadOnChange(): void {
  let controlled = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled && !reloading) {
      reloading = true
      window.location.reload()
    }
    controlled = true
  })
}

export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  reloadOnChange()
  const { Workbox } = await import('workbox-window')
  workbox = new Workbox(SERVICE_WORKER)
  workbox.addEventListener('waiting', announce)
  const registration = await workbox.register({ immediate: true })
  if (registration === undefined) return
  const look = () => {
    // Fails without a network: the next look finds it.
    if (navigator.onLine) void registration.update().catch(() => undefined)
  }
  setInterval(look, LOOK_EVERY_MS)
  window.addEventListener('online', look)
}

/** The waiting version takes over; `controllerchange` reloads every tab. The old one may still wait for its turn to send. */
export function takeUpdate(): void {
  navigator.serviceWorker.controller?.postMessage({ type: 'MAKE_WAY' })
  workbox?.messageSkipWaiting()
}
