/** PouchDB with pouchdb-find. */
import PouchDB from 'pouchdb-browser'
import find from 'pouchdb-find'
import type { PeerLead } from '../rows.ts'
import { type MakeEngine, quietTime } from './adapter.ts'

PouchDB.plugin(find)

const make: MakeEngine = (world) => {
  let db: PouchDB<PeerLead>
  const document = (lead: PeerLead) => ({ _id: lead.uid, ...lead })
  const board = async (status: number, limit: number, created: object, more: object = {}) => {
    const sort = [{ status: 'desc' }, { created: 'desc' }]
    return (await db.find({ selector: { status, created, ...more }, sort, limit })).docs
  }
  return {
    async open() {
      db = new PouchDB('pouch', { auto_compaction: true })
      await db.createIndex({ index: { fields: ['status', 'created'] } })
    },
    async syncAll() {
      let page = await world.page(0)
      for (;;) {
        const next = page.next === null ? null : world.page(page.next)
        await db.bulkDocs(page.rows.map(document))
        if (next === null) break
        page = await next
      }
      // The first query builds the index.
      await board(2, 1, { $gte: 0 })
    },
    async counts() {
      const counts: Record<number, number> = {}
      for (const status of [1, 2, 3, 4, 5, 6]) {
        const selector = { status, created: { $gte: 0 } }
        counts[status] = (await db.find({ selector, fields: ['_id'], limit: 1e6 })).docs.length
      }
      return counts
    },
    firstCards: (status, limit) => board(status, limit, { $gte: 0 }),
    search: ({ text, status, from, to, limit }) =>
      board(status, limit, { $gte: from, $lte: to }, { client_name: { $regex: new RegExp(text) } }),
    changeAndSee: (uid, service_status) =>
      new Promise<void>((resolve, reject) => {
        const options = { since: 'now', live: true, include_docs: true, doc_ids: [uid] } as const
        const changes = db.changes(options).on('change', () => {
          changes.cancel()
          resolve()
        })
        db.get(uid)
          .then((found) => db.put({ ...found, service_status }))
          .catch(reject)
      }),
    async takeChanged() {
      const rows = await world.changed()
      const stored = await db.allDocs({ keys: rows.map((row) => row.uid) })
      const revisions = new Map(stored.rows.map((row) => [row.id, row.value?.rev]))
      await db.bulkDocs(rows.map((row) => ({ ...document(row), _rev: revisions.get(row.uid) })))
      await board(2, 40, { $gte: 0 })
    },
    atRest: () => quietTime(1500),
  }
}
export default make
