/**
 * Users, settings and status flows are kept in memory, and what a request finds is right all the same: what was changed
 * before it arrived holds for it, from any process. docs/sync-protocol.md#rounds
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../../server/db/store.ts'
import { describeEachDatabase, describePostgres, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, hoursAgo, house, workedBy } from '../support/people.ts'
import { type Device, everythingVisible, startServer, type TestServer } from '../support/server.ts'

const WINDOW = 'finished_leads_days_to_show'

/** A lead that Bruna sold ten days ago. */
const soldLongAgo = (store: TestStore) =>
  addLead(store, { ...workedBy(BRUNA), state: 3, status: 7, sold: 1, end_lead_date: hoursAgo(240) })

const serve = (lead_uid: string) => ({
  command: 'lead.setServiceStatus' as const,
  args: { lead_uid, service_status: 2 },
})

describeEachDatabase('what requests keep of the database', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })
  beforeEach(async () => {
    bruna = await server.device(BRUNA)
    // What was read before lies below the horizon, and is kept.
    await everythingVisible(store)
  })
  afterEach(async () => {
    await store.db.deleteFrom('settings').where('key', '=', WINDOW).execute()
    await store.db.updateTable('users').set({ status: 1, name: 'Bruna' }).where('id', '=', BRUNA).execute()
  })

  const days = (count: number) =>
    store.db
      .insertInto('settings')
      .values({ key: WINDOW, value: JSON.stringify(count) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(count) }))
      .execute()

  test('a setting that was changed between two commands is obeyed at once, and so is its removal', async () => {
    const { uid } = await soldLongAgo(store)
    expect(await bruna.run(serve(uid))).toMatchObject({ removed: [] })
    await days(5)
    expect(await bruna.run(serve(uid))).toMatchObject({ removed: [uid] })
    await everythingVisible(store)
    expect(await bruna.run(serve(uid))).toMatchObject({ removed: [uid] })
    await days(20)
    expect(await bruna.run(serve(uid))).toMatchObject({ removed: [] })
    await days(5)
    await everythingVisible(store)
    expect(await bruna.run(serve(uid))).toMatchObject({ removed: [uid] })
    await store.db.deleteFrom('settings').where('key', '=', WINDOW).execute()
    expect(await bruna.run(serve(uid))).toMatchObject({ removed: [] })
  })

  test('a user that was changed is another one with the next request', async () => {
    const name = async () => JSON.stringify((await bruna.call('GET', '/users/me')).body)
    expect(await name()).toContain('"Bruna"')
    await store.db.updateTable('users').set({ name: 'Bruna Alves' }).where('id', '=', BRUNA).execute()
    expect(await name()).toContain('"Bruna Alves"')
    await everythingVisible(store)
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', BRUNA).execute()
    expect(await bruna.call('GET', '/users/me')).toMatchObject({ status: 401 })
  })

  test('a team that gets another channel is another scope with the next request', async () => {
    const { uid } = await addLead(store, { channel_id: 8 })
    const capture = { command: 'lead.capture' as const, args: { lead_uid: uid } }
    expect(await bruna.run(capture)).toMatchObject({ outcome: 'rejected', code: 'not_found' })
    await everythingVisible(store)
    await sql`insert into technical_team_channels (team_id, channel_id) values (1, 8)`.execute(store.db)
    expect(await bruna.run(capture)).toMatchObject({ outcome: 'applied' })
    await sql`delete from technical_team_channels where team_id = 1 and channel_id = 8`.execute(store.db)
  })

  test('requests that come together share their statements', async () => {
    await bruna.pullNow()
    const rounds = async () => (await server.context.metrics.rounds.get()).values[0]?.value ?? 0
    const before = await rounds()
    await Promise.all(Array.from({ length: 16 }, () => bruna.call('GET', '/users/me')))
    // The first one begins at once, and all others share the second.
    expect((await rounds()) - before).toBeLessThanOrEqual(4)
  })
})

describePostgres('the statement of a round', (open) => {
  test('is planned once: PostgreSQL would prefer a plan for the values, and plan each round anew', async () => {
    const store = await open()
    await house(store)
    const server = await startServer(store)
    try {
      const bruna = await server.device(BRUNA)
      const { cursor } = await bruna.pull()
      for (let time = 0; time < 20; time++) await bruna.pull(cursor)
      const { rows } = await sql<{ custom: number; generic: number }>`
        select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic
        from pg_prepared_statements`.execute(store.rounds)
      expect(rows).toEqual([{ custom: 0, generic: expect.any(Number) }])
      expect(rows[0]?.generic).toBeGreaterThanOrEqual(20)
    } finally {
      await server.stop()
    }
  })
})

describePostgres('two server processes', (open) => {
  test('a token that one revokes is refused by the next request in the other', async () => {
    const store = await open()
    await house(store)
    const here = await startServer(store)
    const elsewhere = await openStore({ url: store.url ?? '' })
    const there = await startServer(elsewhere)
    try {
      const bruna = await here.device(BRUNA)
      const { app } = there
      const asked = () => app.inject({ method: 'GET', url: '/api/sync?limit=1', headers: bruna.headers })
      for (let time = 0; time < 3; time++) expect((await asked()).statusCode).toBe(200)
      await everythingVisible(store)
      expect((await asked()).statusCode).toBe(200)
      expect(await bruna.call('POST', '/logout')).toMatchObject({ status: 200 })
      expect((await asked()).statusCode).toBe(401)
    } finally {
      await there.stop()
      await elsewhere.close()
      await here.stop()
    }
  })
})
