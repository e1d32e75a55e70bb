/**
 * Versions of the app: registers the service worker, detects a newer one that waits, and activates it on the user's
 * request. All tabs reload together, so that no tab runs one version with another's caches; one with typed text that is
 * kept nowhere reloads when it is saved or given up. The queue is in the mirror and stays.
 */
import type { Workbox } from 'workbox-window'
import { askToLeave, hasTyped, leaveForGood, whenNothingTyped } from '../../ui/leaving/layers.ts'

/** Output path of src/sw/index.ts in vite-plugin-pwa. */
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

/** Reloads once when another version takes control. The first control is no change: no version ran before. */
function reloadOnChange(): void {
  let controlled = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled && !reloading) {
      reloading = true
      void whenNothingTyped().then(() => window.location.reload())
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
    // Fails without a network. The next check tries again.
    if (navigator.onLine) void registration.update().catch(() => undefined)
  }
  setInterval(look, LOOK_EVERY_MS)
  window.addEventListener('online', look)
}

/** Activates the waiting version; `controllerchange` reloads every tab. The old one may still be waiting to send. */
export function takeUpdate(): void {
  const act = () => {
    leaveForGood()
    activate()
  }
  if (hasTyped()) askToLeave({ leave: act, stay: () => {} })
  else activate()
}

function activate(): void {
  navigator.serviceWorker.controller?.postMessage({ type: 'MAKE_WAY' })
  workbox?.messageSkipWaiting()
}
