/**
 * What the service worker keeps: the built app, one version whole, and index.html for every screen's path.
 * Never an answer of the API: those are the mirror's business, and no copy of them may outlive a sign-out.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Paths that the server answers itself. */
const NOT_SCREENS = [/^\/api(\/|$)/, /^\/healthz$/, /^\/metrics$/]

export function keepShell(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_SCREENS }))
}
