/** The lower limit: IndexedDB without a library, large relaxed transactions, one index. */
import type { PeerLead } from '../rows.ts'
import { type MakeEngine, quietTime } from './adapter.ts'

const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
  })
const answered = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const everyLead = (_: PeerLead): boolean => true

const make: MakeEngine = (world) => {
  let db: IDBDatabase
  const leads = () => db.transaction('leads').objectStore('leads')
  const put = async (rows: readonly PeerLead[]) => {
    const transaction = db.transaction('leads', 'readwrite', { durability: 'relaxed' })
    const store = transaction.objectStore('leads')
    for (const row of rows) store.put(row)
    await ended(transaction)
  }
  const newest = (
    status: number,
    limit: number,
    { keep = everyLead, from = 0, to = Number.POSITIVE_INFINITY } = {},
  ) =>
    new Promise<PeerLead[]>((resolve, reject) => {
      const found: PeerLead[] = []
      const range = IDBKeyRange.bound([status, from], [status, to])
      const request = leads().index('board').openCursor(range, 'prev')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const cursor = request.result
        if (cursor === null || found.length >= limit) return resolve(found)
        if (keep(cursor.value)) found.push(cursor.value)
        cursor.continue()
      }
    })
  return {
    async open() {
      const request = indexedDB.open('raw', 1)
      request.onupgradeneeded = () =>
        request.result
          .createObjectStore('leads', { keyPath: 'uid' })
          .createIndex('board', ['status', 'created'])
      db = await answered(request)
    },
    async syncAll() {
      let page = await world.page(0)
      for (;;) {
        const next = page.next === null ? null : world.page(page.next)
        await put(page.rows)
        if (next === null) return
        page = await next
      }
    },
    async counts() {
      const index = leads().index('board')
      const count = (status: number) =>
        answered(index.count(IDBKeyRange.bound([status, 0], [status, Number.POSITIVE_INFINITY])))
      const totals = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (status) => [status, await count(status)]),
      )
      return Object.fromEntries(totals)
    },
    firstCards: (status, limit) => newest(status, limit),
    search: ({ text, status, from, to, limit }) =>
      newest(status, limit, { keep: (lead) => lead.client_name.includes(text), from, to }),
    // IndexedDB has no live queries, so the row is read again.
    async changeAndSee(uid, service_status) {
      const lead: PeerLead = await answered(leads().get(uid))
      await put([{ ...lead, service_status }])
      await answered(leads().get(uid))
    },
    async takeChanged() {
      await put(await world.changed())
      await newest(2, 40)
    },
    atRest: () => quietTime(1500),
  }
}
export default make
