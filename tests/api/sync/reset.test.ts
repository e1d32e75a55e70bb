/** An invalid cursor gets a reset and a full pull; a valid one never does. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ensureEpoch } from '../../../server/db/epoch.ts'
import { KEEP_DAYS, keepHouse, pruneTombstones } from '../../../server/sync/housekeeping.ts'
import { NOT_ALLOWED } from '../../../src/domain/permissions/actions.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { addLead, BRUNA, DAVI, workedBy } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

describeEachDatabase('reset', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  async function synced(): Promise<Mirror> {
    const mirror = new Mirror()
    await pullAll(bruna, mirror)
    return mirror
  }

  test('a first pull is no reset', async () => {
    expect((await bruna.pull()).reset).toBeUndefined()
  })

  test('a device beyond the versions of a restored cluster starts over', async () => {
    await addLead(store)
    const { cursor: text } = await bruna.pull()
    const place: object = JSON.parse(Buffer.from(text, 'base64url').toString())
    const beyond = { ...place, from: 10_000_000_000 }
    expect((await bruna.pull(Buffer.from(JSON.stringify(beyond)).toString('base64url'))).reset).toBe(true)
    expect((await bruna.pull(text)).reset).toBeUndefined()
  })

  const cursor = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const valid = {
    epoch: 'e',
    scope: 's',
    from: 0,
    high: null,
    version: 0,
    stream: 'leads',
    key: '00000000-0000-0000-0000-000000000000',
  }
  test.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('farol').toString('base64url')],
    ['another shape', cursor({ page: 2 })],
    ['another epoch', cursor(valid)],
    ['SQL for a key', cursor({ ...valid, key: "' or true --" })],
    ['dashes for a key', cursor({ ...valid, key: '-'.repeat(36) })],
    ['a number beyond any transaction', cursor({ ...valid, from: 1e300 })],
    ['a negative place', cursor({ ...valid, version: -5 })],
  ])('a cursor with %s starts over', async (_case, given) => {
    const { uid } = await addLead(store)
    const page = await bruna.pull(given)
    expect(page.reset).toBe(true)
    expect(page.expected).toBe(1)
    expect(page.rows.leads.map((lead) => lead.uid)).toEqual([uid])
  })

  test.each([
    [
      'another channel in the team',
      () => store.db.insertInto('technical_team_channels').values({ team_id: 1, channel_id: 8 }).execute(),
      () => store.db.deleteFrom('technical_team_channels').where('channel_id', '=', 8).execute(),
    ],
    [
      'another role',
      () => store.db.updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', BRUNA).execute(),
      () => store.db.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', BRUNA).execute(),
    ],
    [
      'another window for finished leads',
      () =>
        store.db.insertInto('settings').values({ key: 'finished_leads_days_to_show', value: '60' }).execute(),
      () => store.db.deleteFrom('settings').where('key', '=', 'finished_leads_days_to_show').execute(),
    ],
  ])('%s is another scope and gets all rows anew', async (_case, widen, back) => {
    const mine = await addLead(store)
    const other = await addLead(store, { channel_id: 8 })
    const mirror = await synced()
    expect(mirror.uids).toEqual([mine.uid])
    await widen()
    try {
      const [page] = await pullAll(bruna, mirror)
      expect(page?.reset).toBe(true)
      expect(mirror.uids).toContain(mine.uid)
      const wider = _case !== 'another window for finished leads'
      expect(mirror.leads.has(other.uid)).toBe(wider)
    } finally {
      await back()
    }
  })

  const setting = (key: string, value: string) =>
    store.db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  const team = (userId: number, technical_team_id: number | null) =>
    store.db.updateTable('users').set({ technical_team_id }).where('id', '=', userId).execute()
  const role = (userId: number, role_id: 2 | 3 | 4 | 5) =>
    store.db.updateTable('user_roles').set({ role_id }).where('user_id', '=', userId).execute()
  const everyDealership = (active_all_dealerships: boolean) =>
    store.db.updateTable('users').set({ active_all_dealerships }).where('id', '=', BRUNA).execute()
  const partner = (id: number) => ({
    add: () =>
      store.db
        .insertInto('partners')
        .values({ id, name: `Loja ${id}` })
        .execute(),
    remove: () => store.db.deleteFrom('partners').where('id', '=', id).execute(),
  })

  test('a command of a role that its user has no more is refused with the next push, and writes nothing', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await synced()
    await role(BRUNA, 5)
    try {
      const args = { lead_uid: uid, scheduling_date: '2026-12-18T12:00:00.000Z', description: 'Ainda assim' }
      const result = await bruna.run({
        command: 'lead.schedule',
        args,
        occurred_at: new Date().toISOString(),
      })
      expect(result).toMatchObject({ outcome: 'rejected', message: NOT_ALLOWED })
      const told = store.db.selectFrom('timeline').select('command').where('lead_uid', '=', uid)
      expect(await told.execute()).toEqual([])
    } finally {
      await role(BRUNA, 3)
    }
  })

  describe('a scope changed and changed back between two pulls is another scope', () => {
    test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
      ['a role', () => role(BRUNA, 2), () => role(BRUNA, 3)],
      ['a team', () => team(BRUNA, null), () => team(BRUNA, 1)],
      [
        "a team's channels",
        () => store.db.insertInto('technical_team_channels').values({ team_id: 1, channel_id: 8 }).execute(),
        () => store.db.deleteFrom('technical_team_channels').where('channel_id', '=', 8).execute(),
      ],
      [
        'a partner',
        () => store.db.insertInto('user_partners').values({ user_id: BRUNA, partner_id: 25 }).execute(),
        () => store.db.deleteFrom('user_partners').where('user_id', '=', BRUNA).execute(),
      ],
      ['all dealerships', () => everyDealership(true), () => everyDealership(false)],
      [
        'a window for finished leads',
        () => setting('lost_leads_last_year_days_to_show', '400'),
        () => setting('lost_leads_last_year_days_to_show', '365'),
      ],
    ])('%s', async (_what, there, back) => {
      await setting('lost_leads_last_year_days_to_show', '365')
      const { cursor: before } = await synced()
      await there()
      await back()
      const page = await bruna.pull(before)
      expect(page.reset).toBe(true)
      expect((await bruna.pull(page.cursor)).reset).toBeUndefined()
    })

    test('a dealership with all of its partners', async () => {
      await everyDealership(true)
      try {
        const { cursor: before } = await synced()
        await partner(77).add()
        await partner(77).remove()
        expect((await bruna.pull(before)).reset).toBe(true)
      } finally {
        await everyDealership(false)
      }
    })
  })

  test('a cursor stays valid when another user changes, or no part of the scope', async () => {
    await setting('lost_leads_last_year_days_to_show', '365')
    const { cursor: before } = await synced()
    await role(DAVI, 2)
    await role(DAVI, 3)
    await team(DAVI, null)
    await team(DAVI, 1)
    await partner(77).add()
    await partner(77).remove()
    await store.db.updateTable('users').set({ phone: '3130000000' }).where('id', '=', BRUNA).execute()
    await setting('lost_leads_last_year_days_to_show', '365')
    await setting('refresh_lead_seconds', '45')
    expect((await bruna.pull(before)).reset).toBeUndefined()
  })

  test('a reset whose answer is lost is repeated until its first page has arrived', async () => {
    await addLead(store)
    await addLead(store)
    const stale = cursor(valid)
    expect((await bruna.pull(stale, 1)).reset).toBe(true)
    const page = await bruna.pull(stale, 1)
    expect(page.reset).toBe(true)
    expect((await bruna.pull(page.cursor, 1)).reset).toBeUndefined()
  })

  test('a device that was away longer than departures are stored starts over; another does not', async () => {
    const { uid } = await addLead(store)
    const away = await synced()
    await store.db.updateTable('leads').set(workedBy(DAVI)).where('uid', '=', uid).execute()
    const back = await synced()
    await sql`update tombstones set created_at = created_at - ${`${KEEP_DAYS + 1} days`}::interval`.execute(
      store.db,
    )
    await pruneTombstones(server.context)
    expect(await store.db.selectFrom('tombstones').select('id').execute()).toEqual([])

    expect((await bruna.pull(back.cursor)).reset).toBeUndefined()
    const [page] = await pullAll(bruna, away)
    expect(page?.reset).toBe(true)
    expect(away.uids).toEqual([])
  })

  test('a cursor exactly at a deleted departure has missed it and starts over', async () => {
    const { uid } = await addLead(store)
    const mirror = await synced()
    await store.db.updateTable('leads').set(workedBy(DAVI)).where('uid', '=', uid).execute()
    const departed = await store.db.selectFrom('tombstones').select('version').executeTakeFirstOrThrow()
    const fields: object = JSON.parse(Buffer.from(mirror.cursor ?? '', 'base64url').toString())
    const exactly = cursor({ ...fields, from: departed.version })
    await sql`update tombstones set created_at = created_at - interval '100 days'`.execute(store.db)
    await pruneTombstones(server.context)
    expect((await bruna.pull(exactly)).reset).toBe(true)
  })

  test('departures and command results are deleted after 90 days, not before', async () => {
    const { uid } = await addLead(store)
    await bruna.run({ command: 'lead.capture', args: { lead_uid: uid } })
    const rows = async () => ({
      log: (await store.db.selectFrom('command_log').select('key').execute()).length,
      departed: (await store.db.selectFrom('tombstones').select('id').execute()).length,
    })
    /** As a server does at its start. */
    const clean = () =>
      keepHouse(server.context, {
        warn: (error) => {
          throw error
        },
      })()
    await clean()
    expect(await rows()).toEqual({ log: 1, departed: 1 })
    await sql`update tombstones set created_at = created_at - interval '91 days'`.execute(store.db)
    await sql`update command_log set received_at = received_at - interval '91 days'`.execute(store.db)
    await clean()
    expect(await rows()).toEqual({ log: 0, departed: 0 })
  })

  test('rows with new stamps under another epoch make devices reset and keep the same leads', async () => {
    const { uid } = await addLead(store)
    const mirror = await synced()
    await sql`update sync_epoch set cluster = 'elsewhere'`.execute(store.db)
    await ensureEpoch(store.db)
    const moved = await startServer(store)
    const device = await moved.device(BRUNA)
    const [page] = await pullAll(device, mirror)
    await moved.stop()
    expect(page?.reset).toBe(true)
    expect(mirror.uids).toEqual([uid])
  })
})
