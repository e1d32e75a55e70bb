/** Transfers of leads: by choice, when a user leaves, undone, and what the old broker's device learns. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { transferRoute, transfersRoute, undoTransferRoute } from '../../../src/contract/transfers.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  EVA,
  hoursAgo,
  INDICATOR,
  inHours,
  MANAGER,
  workedBy,
} from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'

describeDatabase('transfers of leads', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let davi: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
  })
  beforeEach(async () => {
    await store.db.updateTable('users').set({ status: 1 }).execute()
    await store.db.updateTable('users').set({ phone: '31988887777' }).where('id', '=', DAVI).execute()
    await store.db.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', DAVI).execute()
    await store.db.deleteFrom('lead_broker_config').execute()
    await store.db.deleteFrom('lead_transfers').execute()
    davi = await server.device(DAVI)
  })

  const newUid = () => crypto.randomUUID()
  async function transfer(leads: readonly string[], to: object, uid = newUid(), device = admin) {
    const answer = await device.call('PUT', `/lead-transfers/${uid}`, { leads, to })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return transferRoute.answer.parse(answer.body)
  }
  async function undo(uid: string, device = admin) {
    const answer = await device.call('POST', `/lead-transfers/${uid}/undo`, {})
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return undoTransferRoute.answer.parse(answer.body)
  }
  const lead = (uid: string) =>
    store.db
      .selectFrom('leads')
      .select(['broker_id', 'state', 'status', 'capture_date', 'capture_on_time', 'scheduling_status'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
  const entries = (uid: string) =>
    store.db
      .selectFrom('timeline')
      .select(['command', 'user_id', 'changes'])
      .where('lead_uid', '=', uid)
      .orderBy('id')
      .execute()
  const toBruna = { kind: 'broker', broker_id: BRUNA }

  test('the chosen leads change devices, with an entry each; the same key transfers once', async () => {
    const [one, two] = [await addSavable(store, DAVI), await addSavable(store, DAVI)]
    const ended = await addLead(store, {
      ...workedBy(DAVI),
      state: 3,
      status: 6,
      end_lead_date: new Date().toISOString(),
    })
    const [ofDavi, ofBruna] = [new Mirror(), new Mirror()]
    await pullAll(davi, ofDavi)
    await pullAll(bruna, ofBruna)
    expect(ofDavi.leads.has(one.uid)).toBe(true)
    const uid = newUid()
    const done = await transfer([one.uid, two.uid, two.uid, ended.uid], toBruna, uid)
    expect(done).toMatchObject({
      moved: 2,
      left: 1,
      left_leads: [{ id: ended.id, reason: 'Lead finalizado' }],
    })
    expect(await transfer([two.uid, one.uid, ended.uid], toBruna, uid)).toEqual(done)
    for (const other of [
      { leads: [one.uid, two.uid, ended.uid], to: { kind: 'origin' } },
      { leads: [one.uid], to: toBruna },
    ])
      expect(await admin.call('PUT', `/lead-transfers/${uid}`, other)).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      })
    expect(await lead(one.uid)).toMatchObject({ broker_id: BRUNA, state: 2, status: 2 })
    expect(await entries(one.uid)).toEqual([
      { command: 'lead.transfer', user_id: ADMIN, changes: { broker_id: { before: DAVI, after: BRUNA } } },
    ])
    await pullAll(davi, ofDavi)
    await pullAll(bruna, ofBruna)
    expect([ofDavi.leads.has(one.uid), ofDavi.leads.has(two.uid)]).toEqual([false, false])
    expect([ofBruna.leads.has(one.uid), ofBruna.leads.has(two.uid)]).toEqual([true, true])
  })

  test('back to Origem a lead is unclaimed, and the broker who captures it begins anew', async () => {
    const { uid } = await addSavable(store, DAVI, {
      capture_on_time: 1,
      lead_scheduling: { scheduling_date: inHours(2), description: 'Ligar', status: 0 },
    })
    await transfer([uid], { kind: 'origin' })
    expect(await lead(uid)).toEqual({
      broker_id: null,
      state: 1,
      status: 1,
      capture_date: null,
      capture_on_time: null,
      scheduling_status: 0,
    })
    expect(await bruna.run({ command: 'lead.capture', args: { lead_uid: uid } })).toMatchObject({
      outcome: 'applied',
    })
  })

  test('shared out by load, each lead goes to the broker with the fewest', async () => {
    for (let of = 0; of < 3; of++) await addLead(store, workedBy(BRUNA))
    const leads = await Promise.all([1, 2, 3, 4].map(() => addSavable(store, DAVI)))
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', EVA).execute()
    await store.db
      .insertInto('users')
      .values({
        id: 40,
        name: 'Caio',
        login: 'caio',
        email: 'c@exemplo.com.br',
        technical_team_id: 1,
        verified_at: '2026-01-05T12:00:00Z',
      })
      .onConflict((c) => c.doNothing())
      .execute()
    await store.db
      .insertInto('user_roles')
      .values({ user_id: 40, role_id: 3 })
      .onConflict((c) => c.doNothing())
      .execute()
    // A cancelled lead is no work.
    for (let of = 0; of < 5; of++) await addLead(store, { ...workedBy(40), cancelled: true })
    await transfer(
      leads.map(({ uid }) => uid),
      { kind: 'share' },
    )
    const { rows } = await sql<{ broker_id: number; total: number }>`
      select broker_id, count(*)::int as total from leads where not cancelled group by broker_id order by broker_id`.execute(
      store.db,
    )
    // Caio has none and gets the first three; of two with as many it is the one who was made first.
    expect(rows).toEqual([
      { broker_id: BRUNA, total: 4 },
      { broker_id: 40, total: 3 },
    ])
  })

  test('only who may be given leads is a target, and management transfers', async () => {
    const { uid } = await addSavable(store, DAVI)
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', EVA).execute()
    for (const broker_id of [EVA, INDICATOR, MANAGER, 4711])
      expect(
        await admin.call('PUT', `/lead-transfers/${newUid()}`, {
          leads: [uid],
          to: { kind: 'broker', broker_id },
        }),
      ).toMatchObject({ status: 422, body: { errors: { broker_id: ['Escolha um corretor ativo'] } } })
    const manager = await server.device(MANAGER)
    expect(await transfer([uid], toBruna, newUid(), manager)).toMatchObject({ moved: 1 })
  })

  test('what the old broker had queued is a conflict in words, for any owner of the lead', async () => {
    const [given, freed] = [await addSavable(store, DAVI), await addSavable(store, DAVI)]
    const note = ({ uid, client_uid }: { uid: string; client_uid: string }) => ({
      command: 'lead.update' as const,
      args: { lead_uid: uid, client_uid, changes: { additional_information: 'Quer parcelar' }, client: {} },
      base: { additional_information: '' },
    })
    const before = hoursAgo(1)
    await transfer([given.uid], toBruna)
    await transfer([freed.uid], { kind: 'origin' })
    expect(await davi.run(note(given))).toMatchObject({
      outcome: 'conflict',
      message:
        'Este lead foi transferido para outro corretor. O que você fez fica guardado aqui até você decidir.',
      holder: { id: BRUNA, name: 'Bruna' },
      rows: { leads: [], clients: [] },
      removed: [given.uid],
    })
    // The old broker's team works its channel: it stays on the device.
    expect(await davi.run({ ...note(freed), occurred_at: before })).toMatchObject({
      outcome: 'conflict',
      message:
        'Este lead voltou para Origem, sem corretor. O que você fez fica guardado aqui até você decidir.',
      holder: null,
      removed: [],
    })
    const cancel = { command: 'lead.cancel' as const, args: { lead_uid: freed.uid } }
    expect(await davi.run(cancel)).toMatchObject({ outcome: 'rejected', code: 'rule' })
    // A user who never had the lead learns nothing.
    const eva = await server.device(EVA)
    expect(await eva.run(note(given))).toMatchObject({ outcome: 'rejected', code: 'not_found' })
  })

  test('an undo gives back leads that were not changed since, and names the others', async () => {
    const still = await addSavable(store, DAVI)
    const touched = await addSavable(store, DAVI, { create_lead_date: hoursAgo(50) })
    const before = await lead(still.uid)
    const { uid } = await transfer([still.uid, touched.uid], { kind: 'origin' })
    await bruna.run({ command: 'lead.capture', args: { lead_uid: touched.uid } })
    expect(transfersRoute.answer.parse((await admin.call('GET', '/lead-transfers')).body).data).toMatchObject(
      [{ uid, moved: 2, leaver: null }],
    )
    expect(await undo(uid)).toEqual({
      returned: 1,
      user_left: false,
      left: 1,
      left_leads: [
        { id: touched.id, client_name: expect.any(String), reason: 'Mudou depois da transferência' },
      ],
    })
    expect(await lead(still.uid)).toEqual(before)
    expect((await entries(still.uid)).map(({ command }) => command)).toEqual([
      'lead.transfer',
      'lead.transferUndone',
    ])
    expect(await lead(touched.uid)).toMatchObject({ broker_id: BRUNA })
    expect(await admin.call('POST', `/lead-transfers/${uid}/undo`, {})).toMatchObject({ status: 409 })
    const mirror = new Mirror()
    await pullAll(davi, mirror)
    expect(mirror.leads.has(still.uid)).toBe(true)
  })

  test('after an hour nothing is undone', async () => {
    const { uid: lead_uid } = await addSavable(store, DAVI)
    const { uid } = await transfer([lead_uid], toBruna)
    await store.db
      .updateTable('lead_transfers')
      .set({ made_at: new Date(Date.now() - HOUR_MS - 1000).toISOString() })
      .execute()
    expect(await admin.call('POST', `/lead-transfers/${uid}/undo`, {})).toMatchObject({ status: 409 })
    expect((await admin.call('GET', '/lead-transfers')).body).toEqual({ data: [] })
  })

  test('five thousand leads are one transaction', async () => {
    const { uid: first } = await addSavable(store, DAVI)
    await sql`
      with copies as (select gen_random_uuid() as lead_uid, n from generate_series(1, 4999) n)
      insert into leads (uid, client_uid, channel_id, state, status, broker_id, create_lead_date, capture_date)
      select c.lead_uid, l.client_uid, l.channel_id, l.state, l.status, l.broker_id, l.create_lead_date, l.capture_date
      from leads l, copies c
      where l.uid = ${first}`.execute(store.db)
    const all = await store.db.selectFrom('leads').select('uid').execute()
    expect(
      await transfer(
        all.map(({ uid }) => uid),
        toBruna,
      ),
    ).toMatchObject({ moved: 5000, left: 0 })
    const { rows } = await sql<{ versions: number; entries: number }>`
      select (select count(distinct version)::int from leads) as versions,
        (select count(*)::int from timeline where command = 'lead.transfer') as entries`.execute(store.db)
    expect(rows).toEqual([{ versions: 1, entries: 5000 }])
  }, 60_000)
})
