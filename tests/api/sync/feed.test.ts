/**
 * The feed answers pulls from memory (docs/sync-protocol.md#feed). Each page is compared with the page of a server
 * without a feed on the same database, while leads change, leave and come back, and everything else changes between.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PullPage } from '../../../src/contract/sync.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, DAVI, DEALERSHIP, hoursAgo, MANAGER, workedBy } from '../support/people.ts'
import { Device, everythingVisible, startServer, type TestServer } from '../support/server.ts'

const PEOPLE = [MANAGER, DAVI, BRUNA, DEALERSHIP]
/** Many calls, on machines that are busy. */
const LONG_MS = 240_000

/** Without what differs by the call: the clock, and the order of what was removed. */
/** Without the time and the place in it: a transaction of another database may end between the two pulls. */
const told = ({ server_time: _now, cursor: _cursor, high: _high, removed, ...page }: PullPage) => ({
  ...page,
  removed: {
    leads: [...removed.leads].sort(),
    clients: [...removed.clients].sort(),
    catalogues: removed.catalogues,
  },
  rows: { ...page.rows, clients: page.rows.clients.toSorted((one, other) => (one.uid < other.uid ? -1 : 1)) },
})

describeEachDatabase('the feed', (open) => {
  let store: TestStore
  let server: TestServer
  let cold: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    cold = await startServer(store)
    cold.context.rounds.feedAt = () => null
    return () => cold.stop()
  })

  const pulls = async () => {
    const { values } = await server.context.metrics.pulls.get()
    const of = (from: string) => values.find(({ labels }) => labels.from === from)?.value ?? 0
    return { memory: of('memory'), database: of('database') }
  }

  /** Devices that have synced, and what each of them knows. */
  async function synced() {
    const devices = await Promise.all(
      PEOPLE.map(async (id) => {
        const device = await server.device(id)
        return { id, device, other: new Device(cold.app, store, device.token) }
      }),
    )
    await everythingVisible(store)
    const cursors = await Promise.all(
      devices.map(async ({ device }) => {
        let page = await device.pullNow()
        while (page.more) page = await device.pullNow(page.cursor)
        return page.cursor
      }),
    )
    return { devices, cursors }
  }

  test(
    'answers as the database does, whatever happens between two pulls',
    async () => {
      const leads = await Promise.all(Array.from({ length: 12 }, () => addLead(store)))
      const uid = (place: number) => leads[place]?.uid ?? ''
      const change = (place: number, columns: Parameters<typeof addLead>[1]) =>
        store.db
          .updateTable('leads')
          .set(columns ?? {})
          .where('uid', '=', uid(place))
          .execute()
      const happenings: Record<string, () => Promise<unknown>> = {
        nothing: async () => {},
        'a lead is captured': () => change(0, workedBy(BRUNA)),
        'a lead changes twice': async () => {
          await change(1, { product: 'Um' })
          await change(1, { product: 'Dois' })
        },
        'a lead goes to another broker': () => change(0, { broker_id: DAVI }),
        'a lead leaves and comes back': async () => {
          await change(0, { broker_id: BRUNA })
          await change(0, { broker_id: DAVI })
          await change(0, { broker_id: BRUNA })
        },
        'a client gets a second lead': async () => {
          const { client_uid } = await store.db
            .selectFrom('leads')
            .select('client_uid')
            .where('uid', '=', uid(10))
            .executeTakeFirstOrThrow()
          await addLead(store, { client_uid })
        },
        'the first of them leaves': () => change(10, workedBy(BRUNA)),
        'a lead gets another client': async () => {
          await sql`update leads set client_uid = (select client_uid from leads where uid = ${uid(8)}) where uid = ${uid(11)}`.execute(
            store.db,
          )
        },
        'a lead is cancelled': () => change(2, { cancelled: true }),
        'a lead ages out by a change': () =>
          change(3, { ...workedBy(BRUNA), state: 3, status: 7, sold: 1, end_lead_date: hoursAgo(24 * 90) }),
        'a lead goes to a dealership': () => change(4, { partner_id: 24 }),
        'a lead leaves the dealership': () => change(4, { partner_id: 25 }),
        'a lead changes its channel': () => change(5, { channel_id: 8 }),
        'a client changes': async () => {
          await sql`update clients set name = 'Outro Nome' where uid = (select client_uid from leads where uid = ${uid(6)})`.execute(
            store.db,
          )
        },
        'a lead is new': () => addLead(store),
        'a lead is deleted': async () => {
          await change(7, { product: 'Fim' })
          await store.db.deleteFrom('leads').where('uid', '=', uid(7)).execute()
        },
        'a history grows': () => change(8, workedBy(BRUNA)),
        'a catalogue changes': () =>
          store.db.updateTable('partners').set({ name: 'Outra' }).where('id', '=', 25).execute(),
        'an entry of a catalogue goes': () =>
          store.db
            .deleteFrom('catalogue_entries')
            .where('kind', '=', 'lead_service_status')
            .where('var_id', '=', 2)
            .execute(),
        'a user changes': () =>
          store.db.updateTable('users').set({ phone: '11988887777' }).where('id', '=', DAVI).execute(),
        'a client is erased': async () => {
          await sql`
          insert into client_erasures (client_uid, uids)
          select client_uid, array[client_uid, uid] from leads where uid = ${uid(9)}`.execute(store.db)
        },
        'many leads change': async () => {
          await sql`update leads set product = 'Todos'`.execute(store.db)
        },
      }
      const { devices, cursors } = await synced()
      const first = await pulls()
      for (const [what, happen] of Object.entries(happenings)) {
        await happen()
        await everythingVisible(store)
        for (const [place, { id, device, other }] of devices.entries()) {
          const cursor = cursors[place] ?? null
          const [warm, judged] = [await device.pullNow(cursor), await other.pullNow(cursor)]
          expect(told(warm), `${what}, user ${id}`).toEqual(told(judged))
          // The second device of each pair stays behind, so that its next pull spans several changes.
          if (id !== MANAGER || what.length % 3 === 0) cursors[place] = warm.cursor
        }
      }
      const { memory, database } = await pulls()
      expect(memory - first.memory).toBeGreaterThan(2 * (database - first.database))
    },
    LONG_MS,
  )

  test('tells each device of an erasure, also one that pulled twice before it', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const { devices, cursors } = await synced()
    for (const [place, { device }] of devices.entries())
      for (let time = 0; time < 2; time++) cursors[place] = (await device.pull(cursors[place] ?? null)).cursor
    await sql`
      insert into client_erasures (client_uid, uids)
      select client_uid, array[client_uid, uid] from leads where uid = ${uid}`.execute(store.db)
    for (const [place, { device }] of devices.entries())
      expect((await device.pull(cursors[place] ?? null)).erased).toContain(uid)
  })

  test('tells each device of staff of a merge, also one that pulled twice before it', async () => {
    const { devices, cursors } = await synced()
    for (const [place, { device }] of devices.entries())
      for (let time = 0; time < 2; time++) cursors[place] = (await device.pull(cursors[place] ?? null)).cursor
    const [kept, gone] = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002']
    await store.db.insertInto('clients').values({ uid: kept, name: 'Uma Pessoa' }).execute()
    await sql`insert into client_aliases (uid, client_uid) values (${gone}, ${kept})`.execute(store.db)
    await sql`
      insert into client_merges (survivor_uid, alias_uid, alias_id, alias_row, survivor_before, survivor_after,
        from_alias, leads, merged_at)
      values (${kept}, ${gone}, 900001, '{}', '{}', '{}', '{}', 0, now())`.execute(store.db)
    for (const [place, { id, device }] of devices.entries()) {
      const { aliases } = await device.pull(cursors[place] ?? null)
      expect(aliases).toEqual(id === DEALERSHIP ? [] : [{ uid: gone, client_uid: kept }])
    }
  })

  test('fills itself from the newest versions, for devices that were here before a restart', async () => {
    for (let count = 0; count < 5; count++) await addLead(store, workedBy(BRUNA))
    const { devices, cursors } = await synced()
    const { uid } = await addLead(store, workedBy(BRUNA))
    await everythingVisible(store)
    const restarted = await startServer(store)
    try {
      await restarted.context.rounds.fill()
      const [bruna, place] = [devices[2], cursors[2] ?? null]
      if (bruna === undefined) throw new Error('no device of Bruna')
      const page = await new Device(restarted.app, store, bruna.device.token).pullNow(place)
      expect(page.rows.leads.map((lead) => lead.uid)).toEqual([uid])
      const { values } = await restarted.context.metrics.pulls.get()
      expect(values).toMatchObject([{ labels: { from: 'memory' }, value: 1 }])
    } finally {
      await restarted.stop()
    }
  })

  test('starts a device over whose cursor is of another scope, though nothing changed', async () => {
    const { devices, cursors } = await synced()
    const [bruna] = devices.slice(2)
    const known = JSON.parse(Buffer.from(cursors[2] ?? '', 'base64url').toString('utf8'))
    const other = Buffer.from(JSON.stringify({ ...known, scope: 'another' })).toString('base64url')
    expect(await bruna?.device.pullNow(other)).toMatchObject({ reset: true })
    expect((await bruna?.device.pullNow(cursors[2] ?? null))?.reset).toBeUndefined()
  })

  test('leaves a page of more rows than the limit to the database', async () => {
    const { devices, cursors } = await synced()
    for (let count = 0; count < 4; count++) await addLead(store, workedBy(BRUNA))
    await everythingVisible(store)
    const [bruna] = devices.slice(2)
    const page = await bruna?.device.pullNow(cursors[2] ?? null, 3)
    expect(page).toMatchObject({ more: true })
    expect(page?.rows.leads).toHaveLength(3)
  })
})
