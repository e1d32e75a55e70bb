/** What hangs on a user who leaves goes where it was sent, and comes back: docs/rules.md#departures */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { undoTransferRoute } from '../../../src/contract/transfers.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, inHours, MANAGER } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'

const DAVI_BODY = {
  name: 'Davi',
  email: '4@exemplo.com.br',
  phone: '(31) 98888-7777',
  role: 3,
  technical_team_id: 1,
}

describeDatabase('departures', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let davi: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.confirmedDevice(ADMIN)
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
  const toBruna = { kind: 'broker', broker_id: BRUNA }

  test('when a user leaves, all that hangs on them goes where it was sent, and comes back', async () => {
    const waiting = await addLead(store, { broker_id: DAVI })
    const worked = await addSavable(store, DAVI, {
      lead_scheduling: { scheduling_date: inHours(2), description: 'Ligar', status: 0 },
    })
    const quoted = await addSavable(store, DAVI, { status: 4 })
    const rule = { channel_id: 1, partner_id: 24, insurance_id: 1, broker_id: DAVI, status: 1 }
    await store.db.insertInto('lead_broker_config').values(rule).execute()
    const view = { id: newUid(), user_id: DAVI, path: '/funil', name: 'Meu funil', filter: '{}' }
    await store.db.insertInto('report_views').values(view).execute()
    await store.db
      .insertInto('report_mails')
      .values({ view_id: view.id, cadence: 'daily', next_at: inHours(5) })
      .execute()
    await davi.call('POST', '/sync/push', {
      device_id: `device-${DAVI}`,
      app_version: '1.0.0',
      commands: [aCommand({ command: 'lead.negotiate', args: { lead_uid: newUid() } })],
    })
    const hanging = z.looseObject({}).parse((await admin.call('GET', `/users/${DAVI}/hanging`)).body)
    expect(hanging).toMatchObject({
      leads: [
        { status: 1, total: 1 },
        { status: 2, total: 1 },
        { status: 4, total: 1 },
      ],
      schedules: 1,
      rules: 1,
      mailed_views: 1,
      devices: [{ returned: 1 }],
    })
    const departure = {
      uid: newUid(),
      leads: [
        { status: 1, to: { kind: 'origin' } },
        { status: 2, to: toBruna },
        { status: 4, to: { kind: 'stay' } },
      ],
      rules: toBruna,
      mailed_views: 'stop',
    }
    const put = (body: object) => admin.call('PUT', `/users/${DAVI}`, { ...DAVI_BODY, ...body })
    expect(await put({ departure })).toMatchObject({
      status: 422,
      body: { errors: { departure: [expect.any(String)] } },
    })
    const toHimself = { ...departure, rules: { kind: 'broker', broker_id: DAVI } }
    expect(await put({ status: 0, departure: toHimself })).toMatchObject({ status: 422 })
    expect(await lead(worked.uid)).toMatchObject({ broker_id: DAVI })
    expect(await put({ status: 0, departure })).toMatchObject({
      status: 200,
      body: { status: 0, departed: { uid: departure.uid, moved: 2 } },
    })
    expect(await lead(waiting.uid)).toMatchObject({ broker_id: null, state: 1 })
    expect(await lead(worked.uid)).toMatchObject({ broker_id: BRUNA, state: 2, scheduling_status: 0 })
    expect(await lead(quoted.uid)).toMatchObject({ broker_id: DAVI })
    const rules = () => store.db.selectFrom('lead_broker_config').select(['broker_id', 'status']).execute()
    const mails = () => store.db.selectFrom('report_mails').select(['view_id', 'cadence']).execute()
    expect(await rules()).toEqual([{ broker_id: BRUNA, status: 1 }])
    expect(await mails()).toEqual([])

    expect(await undo(departure.uid)).toMatchObject({ returned: 2, user_left: false, left: 0 })
    expect(await lead(worked.uid)).toMatchObject({ broker_id: DAVI, state: 2 })
    expect(await lead(waiting.uid)).toMatchObject({ broker_id: DAVI, state: 1 })
    expect(await rules()).toEqual([{ broker_id: DAVI, status: 1 }])
    expect(await mails()).toEqual([{ view_id: view.id, cadence: 'daily' }])
    const user = store.db.selectFrom('users').select('status').where('id', '=', DAVI)
    expect(await user.executeTakeFirstOrThrow()).toEqual({ status: 1 })
  })

  test('a broker who becomes a referrer is undone with role and team, unless the user was changed since', async () => {
    const { uid } = await addSavable(store, DAVI)
    await store.db
      .insertInto('roles')
      .values({ id: 5, name: 'Indicador' })
      .onConflict((c) => c.doNothing())
      .execute()
    const departed = (departure_uid: string) =>
      admin.call('PUT', `/users/${DAVI}`, {
        ...DAVI_BODY,
        role: 5,
        channel_id: 29,
        departure: {
          uid: departure_uid,
          leads: [{ status: 2, to: toBruna }],
          rules: { kind: 'off' },
          mailed_views: 'stay',
        },
      })
    const first = newUid()
    expect(await departed(first)).toMatchObject({ status: 200 })
    expect(await undo(first)).toMatchObject({ returned: 1, user_left: false })
    expect((await admin.call('GET', `/users/${DAVI}`)).body).toMatchObject({
      roles: [{ id: 3 }],
      technical_team: { id: 1 },
      channel_id: 1,
    })
    const second = newUid()
    await departed(second)
    await store.db.updateTable('users').set({ observation: 'Agora indica' }).where('id', '=', DAVI).execute()
    expect(await undo(second)).toMatchObject({
      returned: 0,
      user_left: true,
      left_leads: [{ reason: 'O corretor de antes não está mais ativo' }],
    })
    expect(await lead(uid)).toMatchObject({ broker_id: BRUNA })
  })

  test('an undo leaves a rule that was changed since, and one whose leads another rule has now', async () => {
    const of = (insurance_id: number, broker_id = DAVI) => ({
      channel_id: 1,
      partner_id: 24,
      insurance_id,
      broker_id,
      status: 1,
    })
    const made = await store.db
      .insertInto('lead_broker_config')
      .values([of(1), of(2), of(3)])
      .returning('id')
      .execute()
    const uid = newUid()
    const departure = { uid, leads: [], rules: { kind: 'off' }, mailed_views: 'stay' }
    expect(await admin.call('PUT', `/users/${DAVI}`, { ...DAVI_BODY, status: 0, departure })).toMatchObject({
      status: 200,
    })
    await store.db.insertInto('lead_broker_config').values(of(1, BRUNA)).execute()
    await store.db
      .updateTable('lead_broker_config')
      .set({ broker_id: BRUNA })
      .where('id', '=', made[1]?.id ?? 0)
      .execute()
    expect(await undo(uid)).toMatchObject({ user_left: false })
    const rules = store.db
      .selectFrom('lead_broker_config')
      .select(['insurance_id', 'broker_id', 'status'])
      .orderBy('id')
    expect(await rules.execute()).toEqual([
      { insurance_id: 1, broker_id: DAVI, status: 0 },
      { insurance_id: 2, broker_id: BRUNA, status: 0 },
      { insurance_id: 3, broker_id: DAVI, status: 1 },
      { insurance_id: 1, broker_id: BRUNA, status: 1 },
    ])
  })

  test('a manager gives no management back', async () => {
    const manager = await server.confirmedDevice(MANAGER)
    await store.db.updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', DAVI).execute()
    const uid = newUid()
    const departure = { uid, leads: [], rules: { kind: 'off' }, mailed_views: 'stay' }
    expect(
      await admin.call('PUT', `/users/${DAVI}`, { ...DAVI_BODY, role: 3, status: 0, departure }),
    ).toMatchObject({ status: 200 })
    expect(await manager.call('POST', `/lead-transfers/${uid}/undo`, {})).toMatchObject({ status: 403 })
    expect(await undo(uid)).toMatchObject({ user_left: false })
  })
})
