/**
 * The service worker's caches: the built app in one version, and index.html for the path of every screen.
 * They never contain an answer of the API: no copy of one may outlive a sign-out, and the mirror stores the data.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Paths that the server answers itself: its calls, the page without login, and files with an ending. */
const NOT_SCREENS = [
  /^\/api(\/|$)/,
  /^\/(healthz|readyz)$/,
  /^\/metrics$/,
  /^\/externalIndicationNoAuth\//,
  /^[^?]*\.[a-z0-9]+(\?|$)/i,
]

export function keepShell(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_SCREENS }))
}
