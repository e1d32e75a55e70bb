/** The database keeps versions, departures and pokes for the sync, whichever code writes. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase, type OpenDatabase, type TestStore } from '../support/databases.ts'
import { aClientRow, aLeadRow, reference } from '../support/rows.ts'

const version = async (store: TestStore, uid: string) =>
  (await store.db.selectFrom('leads').select('version').where('uid', '=', uid).executeTakeFirstOrThrow())
    .version

const tombstones = (store: TestStore) => store.db.selectFrom('tombstones').selectAll().orderBy('id').execute()

describeEachDatabase('sync columns', (open) => {
  test('every write of a lead stores the id of its transaction as version', async () => {
    const { store, lead } = await withLead(open)
    const before = await version(store, lead.uid)
    const during = await store.db.transaction().execute(async (tx) => {
      await tx.updateTable('leads').set({ on_fire: true }).where('uid', '=', lead.uid).execute()
      const { rows } = await sql<{ id: number }>`select pg_current_xact_id() as id`.execute(tx)
      return rows[0]?.id
    })
    const after = await version(store, lead.uid)
    expect(after).toBe(during)
    expect(after).toBeGreaterThan(before)
  })

  test('a change of a client raises the versions of its leads, and of no others', async () => {
    const { store, lead, client } = await withLead(open)
    const second = aLeadRow({ client_uid: client.uid })
    const other = aClientRow()
    const stranger = aLeadRow({ client_uid: other.uid })
    await store.db.insertInto('clients').values(other).execute()
    await store.db.insertInto('leads').values([second, stranger]).execute()
    const before = await Promise.all([lead, second, stranger].map(({ uid }) => version(store, uid)))
    await store.db.updateTable('clients').set({ name: 'Outro Nome' }).where('uid', '=', client.uid).execute()
    const after = await Promise.all([lead, second, stranger].map(({ uid }) => version(store, uid)))
    expect(after[0]).toBeGreaterThan(before[0] ?? 0)
    expect(after[1]).toBe(after[0])
    expect(after[2]).toBe(before[2])
  })

  test('a lead that changes hands leaves a tombstone with its former scope', async () => {
    const { store, lead } = await withLead(open, { channel_id: 8, inviter_id: 3, partner_id: 24 })
    await store.db
      .updateTable('leads')
      .set({ state: 2, status: 2, broker_id: 2 })
      .where('uid', '=', lead.uid)
      .execute()
    await store.db.updateTable('leads').set({ broker_id: 1 }).where('uid', '=', lead.uid).execute()
    const [captured, handed, ...more] = await tombstones(store)
    const old = { kind: 'lead', lead_uid: lead.uid, channel_id: 8, inviter_id: 3, partner_id: 24 }
    expect(captured).toMatchObject({ ...old, state: 1, broker_id: null })
    expect(handed).toMatchObject({ ...old, state: 2, broker_id: 2, version: await version(store, lead.uid) })
    expect(more).toEqual([])
  })

  test('a write that keeps the scope leaves no tombstone', async () => {
    const { store, lead } = await withLead(open)
    await store.db
      .updateTable('leads')
      .set({ on_fire: true, service_status: 2 })
      .where('uid', '=', lead.uid)
      .execute()
    expect(await tombstones(store)).toEqual([])
  })

  test('deleted leads and catalogue rows leave a tombstone with their key', async () => {
    const { store, lead } = await withLead(open)
    await store.db.deleteFrom('leads').where('uid', '=', lead.uid).execute()
    await store.db
      .insertInto('catalogue_entries')
      .values({ kind: 'lead_lost_sale', var_id: 5, value: 'x' })
      .execute()
    await store.db.deleteFrom('catalogue_entries').execute()
    await store.db.deleteFrom('insurances').where('id', '=', 1).execute()
    await store.db.insertInto('settings').values({ key: 'refresh_lead_seconds', value: '30' }).execute()
    await store.db.deleteFrom('settings').execute()
    const found = (await tombstones(store)).map((row) => [
      row.kind,
      row.lead_uid,
      row.catalogue_kind,
      row.catalogue_id,
    ])
    expect(found).toEqual([
      ['lead', lead.uid, null, null],
      ['catalogue', null, 'lead_lost_sale', '5'],
      ['catalogue', null, 'insurance', '1'],
      ['catalogue', null, 'setting', 'refresh_lead_seconds'],
    ])
  })

  test("a change of a team's channels or of a user's roles and partners raises the row's version", async () => {
    const { store } = await withLead(open)
    const versions = async () => ({
      team: (
        await store.db
          .selectFrom('technical_teams')
          .select('version')
          .where('id', '=', 1)
          .executeTakeFirstOrThrow()
      ).version,
      user: (
        await store.db.selectFrom('users').select('version').where('id', '=', 2).executeTakeFirstOrThrow()
      ).version,
    })
    const first = await versions()
    await store.db.insertInto('technical_team_channels').values({ team_id: 1, channel_id: 8 }).execute()
    await store.db.insertInto('user_partners').values({ user_id: 2, partner_id: 24 }).execute()
    const second = await versions()
    expect(second.team).toBeGreaterThan(first.team)
    expect(second.user).toBeGreaterThan(first.user)
    await store.db.deleteFrom('technical_team_channels').where('channel_id', '=', 8).execute()
    await store.db.updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', 2).execute()
    const third = await versions()
    expect(third.team).toBeGreaterThan(second.team)
    expect(third.user).toBeGreaterThan(second.user)
  })

  test('each statement sends listeners the scopes that it may concern; a stopped listener gets nothing', async () => {
    const { store, lead } = await withLead(open, { channel_id: 8, inviter_id: 3, partner_id: 24 })
    const heard: string[] = []
    const stop = await store.listen('farol_sync', (payload) => heard.push(payload))
    await store.db.updateTable('leads').set({ on_fire: true }).where('uid', '=', lead.uid).execute()
    await expect.poll(() => heard.length).toBe(1)
    expect(JSON.parse(heard[0] ?? '')).toEqual([{ c: 8, b: null, p: 24, i: 3 }])
    await store.db.updateTable('channels').set({ name: 'Novo' }).where('id', '=', 8).execute()
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[1]).toBe('*')
    await stop()
    const witnessed = Promise.withResolvers<string>()
    const stopWitness = await store.listen('farol_sync', witnessed.resolve)
    await store.db.updateTable('leads').set({ on_fire: false }).where('uid', '=', lead.uid).execute()
    await witnessed.promise
    await stopWitness()
    expect(heard.length).toBe(2)
  })
})

async function withLead(
  open: OpenDatabase,
  columns: Omit<Parameters<typeof aLeadRow>[0], 'client_uid'> = {},
) {
  const store = await open()
  await reference(store)
  const client = aClientRow()
  const lead = aLeadRow({ client_uid: client.uid, ...columns })
  await store.db.insertInto('clients').values(client).execute()
  await store.db.insertInto('leads').values(lead).execute()
  return { store, client, lead }
}
