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

/** Paths that the server answers itself. The page without login is no screen of the app. */
const NOT_SCREENS = [/^\/api(\/|$)/, /^\/(healthz|readyz)$/, /^\/metrics$/, /^\/externalIndicationNoAuth\//]

export function keepShell(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_SCREENS }))
}
