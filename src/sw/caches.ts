/**
 * The service worker's caches: the built app in one version, and index.html for the path of every screen. The
 * brokerage's logo, which is public, is the only answer of the API in them: no copy of another one may outlive a
 * sign-out, and the mirror stores the data.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { LOGO_PATH } from '../domain/settings/logo-path.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Paths that the server answers itself: its calls, the pages without login, and files with an ending. */
const NOT_SCREENS = [
  /^\/api(\/|$)/,
  /^\/(healthz|readyz)$/,
  /^\/metrics(\/|$)/,
  /^\/externalIndicationNoAuth\//,
  /^\/recibo(\?|$)/,
  /^[^?]*\.[a-z0-9]+(\?|$)/i,
]

export function keepShell(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_SCREENS }))
}

/** One picture: its address has a version. */
const LOGO_CACHE = 'farol-logo'

async function keptLogo(request: Request): Promise<Response> {
  const cache = await caches.open(LOGO_CACHE)
  const kept = await cache.match(request)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    for (const earlier of await cache.keys()) await cache.delete(earlier)
    // A full disk is no reason to show none.
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

/** The sign-in screen shows the logo without a network, too. */
export function keepLogo(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === `/api${LOGO_PATH}` && url.searchParams.has('v'),
    ({ request }) => keptLogo(request),
  )
}
