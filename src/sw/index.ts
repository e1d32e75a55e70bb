/// <reference lib="webworker" />
/**
 * The service worker: caches the app shell, sends the queue when no tab is open, shows pushed notices, and opens clicked
 * notifications.
 * This file only registers events; the other files of the folder handle them.
 */
import { OUTBOX_TAG, sendQueue } from './background-sync.ts'
import { keepLogo, keepShell } from './caches.ts'
import { keepKeys } from './held-keys.ts'
import { obeyLockedOrders } from './locked-orders.ts'
import { openClicked } from './notices.ts'
import { renewChanged, showPushed } from './push.ts'
import { takeOverWhenAsked } from './update.ts'

declare const self: ServiceWorkerGlobalScope

/** The Background Synchronization API is not in the compiler's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

keepShell()
keepLogo()

self.addEventListener('message', takeOverWhenAsked)
self.addEventListener('message', keepKeys)

/** Without an answer the next event asks again. */
const obeyIfAnswered = () => obeyLockedOrders().catch(() => undefined)

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
  // Not waited for: until the worker is active, every request of the page waits, the sync's too.
  void obeyIfAnswered()
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === OUTBOX_TAG) sync.waitUntil(sendQueue())
})

self.addEventListener('push', (event) => {
  event.waitUntil(showPushed(self, event.data))
  event.waitUntil(obeyIfAnswered())
})

self.addEventListener('pushsubscriptionchange', (event) => {
  // Not every browser names the new one.
  event.waitUntil(renewChanged(self, event.newSubscription ?? null))
})

self.addEventListener('notificationclick', openClicked)
