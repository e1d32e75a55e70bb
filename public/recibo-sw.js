// Keeps the page of receipts (/recibo) for a phone without a network: the page and its files, never an answer of the server.
// What receipts said is kept by the page itself. docs/rules.md#receipt

const CACHE = 'farol-recibo'
const PAGE = '/recibo'

const filesOf = (html) => [...html.matchAll(/(?:src|href)="(\/(?:assets\/|favicon)[^"]+)"/g)].map(([, path]) => path)

/** Puts the page with its files in place of an earlier build's. */
async function keep(response) {
  const files = filesOf(await response.clone().text())
  const cache = await caches.open(CACHE)
  await cache.addAll(files)
  await cache.put(PAGE, response)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== PAGE && !files.includes(pathname)) await cache.delete(url)
  }
}

async function page(event) {
  try {
    const response = await fetch(event.request)
    // A full disk keeps nothing, and the page opens all the same.
    if (response.ok) event.waitUntil(keep(response.clone()).catch(() => undefined))
    return response
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: CACHE })
    if (kept === undefined) throw error
    return kept
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(fetch(PAGE).then(keep))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg')
    event.respondWith(caches.match(pathname, { cacheName: CACHE }).then((kept) => kept ?? fetch(event.request)))
})
