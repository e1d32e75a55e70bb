/** Replicache: a tree in memory, written to IndexedDB in the background. */
import { type ReadTransaction, Replicache, type WriteTransaction } from 'replicache'
import type { PeerLead } from '../rows.ts'
import { type MakeEngine, type PeerPage, quietTime } from './adapter.ts'

const keyOf = (lead: { uid: string }) => `lead/${lead.uid}`
/** A text key that sorts by status, then newest first. */
const orderOf = (status: number, created: number) => `${status}/${String(1e14 - created).padStart(15, '0')}`
const entry = (lead: PeerLead) => ({ ...lead, order: orderOf(lead.status, lead.created) })

const mutators = {
  async setServiceStatus(tx: WriteTransaction, { uid, value }: { uid: string; value: number }) {
    const lead = (await tx.get(keyOf({ uid }))) as unknown as PeerLead
    await tx.set(keyOf(lead), { ...lead, service_status: value } as never)
  },
  async putAll(tx: WriteTransaction, rows: PeerLead[]) {
    for (const lead of rows) await tx.set(keyOf(lead), entry(lead) as never)
  },
}

const make: MakeEngine = (world) => {
  let store: Replicache<typeof mutators>
  let pulling: ((from: number) => Promise<PeerPage>) | null = null
  let pulled: (() => void) | null = null

  const scan = async (
    tx: ReadTransaction,
    status: number,
    limit: number,
    keep: (lead: PeerLead) => boolean = () => true,
  ) => {
    const found: PeerLead[] = []
    for await (const value of tx.scan({ indexName: 'board', prefix: `${status}/` }).values()) {
      const lead = value as unknown as PeerLead
      if (keep(lead)) found.push(lead)
      if (found.length >= limit) break
    }
    return found
  }
  const count = async (tx: ReadTransaction, options: object) => {
    let total = 0
    for await (const _ of tx.scan(options).keys()) total += 1
    return total
  }
  const ok = { httpStatusCode: 200, errorMessage: '' }
  const puller = async ({ cookie }: { cookie: unknown }) => {
    if (pulling === null)
      return { httpRequestInfo: ok, response: { cookie, lastMutationIDChanges: {}, patch: [] } } as never
    const page = await pulling(typeof cookie === 'number' ? cookie : 0)
    if (page.next === null) {
      pulling = null
      setTimeout(() => pulled?.(), 0)
    } else setTimeout(() => void store.pull(), 0)
    const patch = page.rows.map((lead) => ({ op: 'put', key: keyOf(lead), value: entry(lead) }))
    return {
      httpRequestInfo: ok,
      response: { cookie: page.next ?? 1e9, lastMutationIDChanges: {}, patch },
    } as never
  }
  const seen = (query: (tx: ReadTransaction) => Promise<unknown>, act: () => Promise<unknown>) =>
    new Promise<void>((resolve, reject) => {
      let first = true
      const stop = store.subscribe(query as never, () => {
        if (first) {
          first = false
          act().catch(reject)
        } else {
          stop()
          resolve()
        }
      })
    })
  return {
    async open() {
      store = new Replicache({
        name: 'bench',
        pullInterval: null,
        pushDelay: 1e8,
        indexes: { board: { jsonPointer: '/order' } },
        mutators,
        pusher: async () => ({ httpRequestInfo: { httpStatusCode: 500, errorMessage: 'off' } }),
        puller,
      })
      await store.query((tx) => tx.get('x'))
    },
    async syncAll() {
      await new Promise<void>((resolve) => {
        pulled = resolve
        pulling = world.page
        void store.pull()
      })
      while ((await store.query((tx) => count(tx, { prefix: 'lead/' }))) < world.leads) await quietTime(20)
    },
    counts: () =>
      store.query(async (tx) => {
        const counts: Record<number, number> = {}
        for (const status of [1, 2, 3, 4, 5, 6])
          counts[status] = await count(tx, { indexName: 'board', prefix: `${status}/` })
        return counts
      }),
    firstCards: (status, limit) => store.query((tx) => scan(tx, status, limit)),
    search: ({ text, status, from, to, limit }) =>
      store.query((tx) =>
        scan(
          tx,
          status,
          limit,
          (lead) => lead.created >= from && lead.created <= to && lead.client_name.includes(text),
        ),
      ),
    changeAndSee: (uid, value) =>
      seen(
        (tx) => tx.get(keyOf({ uid })),
        () => store.mutate.setServiceStatus({ uid, value }),
      ),
    takeChanged: () =>
      seen(
        (tx) => scan(tx, 2, 40),
        async () => store.mutate.putAll(await world.changed()),
      ),
    // It persists when idle and does not report when.
    atRest: () => quietTime(8000),
  }
}
export default make
