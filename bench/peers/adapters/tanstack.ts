/** TanStack DB with its IndexedDB collection: all rows and automatic indexes in memory, each change written. */
import {
  and,
  BTreeIndex,
  count,
  createCollection,
  createIndexedDB,
  createLiveQueryCollection,
  eq,
  gte,
  type InitialQueryBuilder,
  indexedDBCollectionOptions,
  like,
  lte,
  queryOnce,
} from '@tanstack/db'
import type { PeerLead } from '../rows.ts'
import { type MakeEngine, quietTime } from './adapter.ts'

const openLeads = async () => {
  const db = await createIndexedDB({ name: 'tanstack', version: 1, stores: ['leads'] })
  return createCollection(
    indexedDBCollectionOptions<PeerLead, string>({
      db,
      name: 'leads',
      getKey: (lead) => lead.uid,
      autoIndex: 'eager',
      defaultIndexType: BTreeIndex,
    }),
  )
}

/** The used part of a live query's collection. */
interface LiveQuery {
  preload(): Promise<void>
  subscribeChanges(callback: () => void): { unsubscribe(): void }
  cleanup(): Promise<void>
}

const make: MakeEngine = (world) => {
  let leads: Awaited<ReturnType<typeof openLeads>>
  const newest = (status: number, limit: number) => (q: InitialQueryBuilder) =>
    q
      .from({ lead: leads })
      .where(({ lead }) => eq(lead.status, status))
      .orderBy(({ lead }) => lead.created, 'desc')
      .limit(limit)
  /** Runs `act` when the query is loaded and waits for its next change. */
  const seen = async (live: LiveQuery, act: () => Promise<unknown>) => {
    await live.preload()
    await new Promise<void>((resolve, reject) => {
      const subscription = live.subscribeChanges(() => {
        queueMicrotask(() => subscription.unsubscribe())
        resolve()
      })
      act().catch(reject)
    })
    await live.cleanup()
  }
  return {
    async open() {
      leads = await openLeads()
      await leads.preload()
    },
    async syncAll() {
      let page = await world.page(0)
      for (;;) {
        const next = page.next === null ? null : world.page(page.next)
        await leads.insert(page.rows).isPersisted.promise
        if (next === null) return
        page = await next
      }
    },
    async counts() {
      const rows = await queryOnce((q) =>
        q
          .from({ lead: leads })
          .groupBy(({ lead }) => lead.status)
          .select(({ lead }) => ({ status: lead.status, total: count(lead.uid) })),
      )
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
    },
    firstCards: (status, limit) => queryOnce(newest(status, limit)),
    search: ({ text, status, from, to, limit }) =>
      queryOnce((q) =>
        q
          .from({ lead: leads })
          .where(({ lead }) =>
            and(
              eq(lead.status, status),
              gte(lead.created, from),
              lte(lead.created, to),
              like(lead.client_name, `%${text}%`),
            ),
          )
          .orderBy(({ lead }) => lead.created, 'desc')
          .limit(limit),
      ),
    changeAndSee: (uid, value) =>
      seen(
        createLiveQueryCollection({
          query: (q) => q.from({ lead: leads }).where(({ lead }) => eq(lead.uid, uid)),
          startSync: true,
        }),
        async () => {
          leads.update(uid, (draft) => {
            draft.service_status = value
          })
        },
      ),
    takeChanged: () =>
      seen(createLiveQueryCollection({ query: newest(2, 40), startSync: true }), async () => {
        const rows = await world.changed()
        const byUid = new Map(rows.map((row) => [row.uid, row]))
        leads.update([...byUid.keys()], (drafts) => {
          for (const draft of drafts) Object.assign(draft, byUid.get(draft.uid))
        })
      }),
    atRest: () => quietTime(1500),
  }
}
export default make
