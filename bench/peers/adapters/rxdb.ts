/** RxDB with its Dexie storage, the free persistent one for browsers. */
import { createRxDatabase, type RxCollection } from 'rxdb'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { PeerLead } from '../rows.ts'
import { type MakeEngine, quietTime } from './adapter.ts'

const number = { type: 'number', minimum: 0, maximum: 1e15, multipleOf: 1 } as const

const make: MakeEngine = (world) => {
  let leads: RxCollection<PeerLead>
  const board = (status: number, limit: number, more: object = {}) =>
    leads.find({
      selector: { status, ...more },
      sort: [{ created: 'desc' }],
      limit,
      index: ['status', 'created'] as never,
    })
  /** Runs `act` after the first result and waits for the next one. */
  const seen = <Value>(
    query: { subscribe(next: (value: Value) => void): { unsubscribe(): void } },
    act: () => Promise<unknown>,
  ) =>
    new Promise<void>((resolve, reject) => {
      let first = true
      const subscription = query.subscribe((value) => {
        if (value === null) return
        if (first) {
          first = false
          act().catch(reject)
        } else {
          queueMicrotask(() => subscription.unsubscribe())
          resolve()
        }
      })
    })
  return {
    async open() {
      const db = await createRxDatabase({ name: 'rxdb', storage: getRxStorageDexie(), multiInstance: false })
      const schema = {
        version: 0,
        primaryKey: 'uid',
        type: 'object',
        additionalProperties: true,
        properties: {
          uid: { type: 'string', maxLength: 40 },
          status: { ...number, maximum: 10 },
          created: number,
        },
        required: ['uid', 'status', 'created'],
        indexes: [['status', 'created']],
      }
      leads = (await db.addCollections({ leads: { schema: schema as never } })).leads as never
    },
    async syncAll() {
      let page = await world.page(0)
      for (;;) {
        const next = page.next === null ? null : world.page(page.next)
        const { error } = await leads.bulkInsert(page.rows)
        if (error.length > 0) throw new Error(JSON.stringify(error[0]).slice(0, 300))
        if (next === null) return
        page = await next
      }
    },
    async counts() {
      const count = (status: number) =>
        leads.count({ selector: { status }, index: ['status', 'created'] as never }).exec()
      const totals = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (status) => [status, await count(status)]),
      )
      return Object.fromEntries(totals)
    },
    firstCards: async (status, limit) => (await board(status, limit).exec()).map((found) => found.toJSON()),
    search: async ({ text, status, from, to, limit }) => {
      const more = { created: { $gte: from, $lte: to }, client_name: { $regex: text } }
      return (await board(status, limit, more).exec()).map((found) => found.toJSON())
    },
    changeAndSee: (uid, service_status) =>
      seen(leads.findOne(uid).$, async () =>
        (await leads.findOne(uid).exec())?.incrementalPatch({ service_status }),
      ),
    takeChanged: () => seen(board(2, 40).$, async () => leads.bulkUpsert(await world.changed())),
    atRest: () => quietTime(1500),
  }
}
export default make
