/** Dexie as its documentation recommends: indexes for the filters, a live query for the screen. */
import Dexie, { liveQuery, type Table } from 'dexie'
import type { PeerLead } from '../rows.ts'
import { type MakeEngine, quietTime } from './adapter.ts'

const make: MakeEngine = (world) => {
  const db = new Dexie('dexie') as Dexie & { leads: Table<PeerLead, string> }
  db.version(1).stores({ leads: 'uid,id,status,channel_id,broker_id,[status+created]' })
  const board = (status: number, from = 0, to = Number.POSITIVE_INFINITY) =>
    db.leads.where('[status+created]').between([status, from], [status, to], true, true).reverse()
  /** Runs `act` after the query's first result and waits for the second one. */
  const seen = (query: () => Promise<unknown>, act: () => Promise<unknown>) =>
    new Promise<void>((resolve, reject) => {
      let first = true
      const subscription = liveQuery(query).subscribe({
        next() {
          if (first) {
            first = false
            act().catch(reject)
          } else {
            subscription.unsubscribe()
            resolve()
          }
        },
        error: reject,
      })
    })
  return {
    async open() {
      await db.open()
    },
    async syncAll() {
      let page = await world.page(0)
      for (;;) {
        const next = page.next === null ? null : world.page(page.next)
        await db.leads.bulkPut(page.rows)
        if (next === null) return
        page = await next
      }
    },
    async counts() {
      const totals = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (status) => [
          status,
          await db.leads.where('status').equals(status).count(),
        ]),
      )
      return Object.fromEntries(totals)
    },
    firstCards: (status, limit) => board(status).limit(limit).toArray(),
    search: ({ text, status, from, to, limit }) =>
      board(status, from, to)
        .filter((lead) => lead.client_name.includes(text))
        .limit(limit)
        .toArray(),
    changeAndSee: (uid, service_status) =>
      seen(
        () => db.leads.get(uid),
        () => db.leads.update(uid, { service_status }),
      ),
    takeChanged: () =>
      seen(
        () => board(2).limit(40).toArray(),
        async () => db.leads.bulkPut(await world.changed()),
      ),
    atRest: () => quietTime(1500),
  }
}
export default make
