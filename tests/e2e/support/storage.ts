/** All data that a site has stored in the browser, as one text per store: the content of the developer tools. */
import type { Page } from '@playwright/test'

export interface Stored {
  /** Records of each object store, as JSON, under 'database/store'. */
  readonly databases: Readonly<Record<string, readonly string[]>>
  readonly local: string
  readonly session: string
  /** Addresses and bodies in Cache Storage. */
  readonly caches: readonly { readonly url: string; readonly body: string }[]
}

export function storedIn(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('request'))
      })
    const databases: Record<string, string[]> = {}
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = await done(db.transaction(store).objectStore(store).getAll())
        databases[`${name}/${store}`] = rows.map((row) => JSON.stringify(row))
      }
      db.close()
    }
    const kept: { url: string; body: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const isText = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '')
        kept.push({ url: request.url, body: isText ? ((await answer?.text()) ?? '') : '' })
      }
    }
    return {
      databases,
      local: JSON.stringify(Object.fromEntries(Object.entries(localStorage))),
      session: JSON.stringify(Object.fromEntries(Object.entries(sessionStorage))),
      caches: kept,
    }
  })
}

/** Uids of the leads in the user's mirror, in order: in their table, or still in a chunk of the first sync. */
export function leadUidsIn({ databases }: Stored, userId: number): string[] {
  const records = <Row>(store: string): Row[] =>
    (databases[`farol-${userId}/${store}`] ?? []).map((text) => JSON.parse(text))
  const directories = new Set(
    records<{ no: number; table: string }>('packDirectories').flatMap(({ no, table }) =>
      table === 'leads' ? no : [],
    ),
  )
  const staged = records<{ directory: number; text: string }>('packs').flatMap(
    ({ directory, text }): { uid: string }[] => (directories.has(directory) ? JSON.parse(text) : []),
  )
  return [...new Set([...records<{ uid: string }>('leads'), ...staged].map(({ uid }) => uid))].sort()
}
