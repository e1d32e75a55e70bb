/** Devices: what they report, who sees them, and the order to erase one. docs/rules.md#devices */
import { beforeEach, expect, test } from 'vitest'
import { pruneDevices } from '../../../server/devices/devices.ts'
import { openSession, pruneSessions } from '../../../server/session/tokens.ts'
import { devicesRoute, eraseOrderRoute } from '../../../src/contract/devices.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA, DEALERSHIP, MANAGER } from '../support/people.ts'
import { Device, type TestServer } from '../support/server.ts'

const REPORT = {
  app_version: '0.2.0',
  installed: true,
  mode: 'personal',
  waiting_changes: 2,
  waiting_files: 1,
  waiting_since: '2026-11-01T12:00:00.000Z',
  storage_used: 48_000_000,
  storage_persistent: true,
  notices: false,
}

describeDatabase('devices', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })
  beforeEach(() => emptied(store, ['devices', 'sessions']))

  const seenBy = async (device: Device) =>
    devicesRoute.answer.parse((await device.call('GET', '/devices')).body).data
  const only = async (device: Device, userId: number) => {
    const [entry] = (await seenBy(device)).filter(({ user }) => user.id === userId)
    if (entry === undefined) throw new Error('the device is not listed')
    return entry
  }
  /** Like a sign-in on the device: its token may have ended at once. */
  const signIn = async (userId: number) =>
    new Device(server.app, store, (await openSession(server.context, userId, `device-${userId}`)).token)
  const order = async (device: Device, stage: 'asks' | 'received' | 'erased') =>
    eraseOrderRoute.answer.parse((await device.call('POST', '/devices/erase-order', { stage })).body).data
  const alive = async (device: Device) => (await device.call('GET', '/tokenconfirm')).status

  test('a report replaces the last one; a device that never reports is unknown, not empty', async () => {
    const [admin, bruna] = [await server.device(ADMIN), await server.device(BRUNA)]
    expect(await only(admin, BRUNA)).toMatchObject({
      waiting_changes: null,
      app_version: null,
      reported_at: null,
      mode: 'personal',
      signed_in: true,
      current: false,
      erase: null,
    })
    await bruna.call('PUT', '/devices/current', { ...REPORT, waiting_changes: 7 })
    expect(await bruna.call('PUT', '/devices/current', REPORT)).toMatchObject({ status: 200 })
    const entry = await only(admin, BRUNA)
    expect(entry).toMatchObject({ ...REPORT, waiting_since: expect.any(String), user: { name: 'Bruna' } })
    expect(Date.parse(entry.waiting_since ?? '')).toBe(Date.parse(REPORT.waiting_since))
  })

  test('two tabs and two sign-ins are one device, two users of a tablet are two', async () => {
    const admin = await server.device(ADMIN)
    await server.device(BRUNA)
    await server.device(BRUNA)
    await openSession(server.context, DEALERSHIP, `device-${BRUNA}`)
    const listed = (await seenBy(admin)).map(({ user }) => user.id).toSorted((one, other) => one - other)
    expect(listed).toEqual([ADMIN, BRUNA, DEALERSHIP])
  })

  test('those who manage users see all devices, everybody else the own ones', async () => {
    const bruna = await server.device(BRUNA)
    const devices = [
      ...(await Promise.all([ADMIN, MANAGER, DEALERSHIP].map((id) => server.device(id)))),
      bruna,
    ]
    const counts = await Promise.all(devices.map(async (device) => (await seenBy(device)).length))
    expect(counts).toEqual([4, 4, 1, 1])
    expect((await seenBy(bruna))[0]).toMatchObject({ user: { id: BRUNA }, current: true })
  })

  test('an order ends the sessions at once, and only the device itself confirms it', async () => {
    const admin = await server.confirmedDevice(ADMIN)
    const bruna = await server.device(BRUNA)
    const { id } = await only(admin, BRUNA)
    expect(await alive(bruna)).toBe(200)
    const { status } = await admin.call('POST', `/devices/${id}/erase`, {})
    expect(status).toBe(200)
    expect(await alive(bruna)).toBe(401)
    expect((await only(admin, BRUNA)).erase).toMatchObject({ state: 'requested', by: expect.any(String) })
    // Another device of the house has nothing to erase, and its token confirms nothing.
    expect(await order(admin, 'erased')).toBeNull()
    expect(await order(bruna, 'asks')).toMatchObject({ user_id: BRUNA })
    expect((await only(admin, BRUNA)).erase).toMatchObject({ state: 'requested' })
    expect(await order(bruna, 'received')).toMatchObject({ user_id: BRUNA })
    expect((await only(admin, BRUNA)).erase).toMatchObject({ state: 'received' })
    await order(bruna, 'erased')
    expect((await only(admin, BRUNA)).erase).toMatchObject({ state: 'confirmed' })
    const confirmed = await only(admin, BRUNA)
    // The answer was lost: the device reports it again, and nothing changes.
    expect(await order(bruna, 'erased')).toBeNull()
    expect(await only(admin, BRUNA)).toEqual(confirmed)
  })

  test('a sign-in on a device that is not erased yet brings the order and opens nothing', async () => {
    const admin = await server.confirmedDevice(ADMIN)
    await server.device(BRUNA)
    await admin.call('POST', `/devices/${(await only(admin, BRUNA)).id}/erase`, {})
    const again = await signIn(BRUNA)
    expect(await alive(again)).toBe(401)
    expect(await order(again, 'erased')).toMatchObject({ user_id: BRUNA })
    const fresh = await signIn(BRUNA)
    expect(await alive(fresh)).toBe(200)
    expect(await only(admin, BRUNA)).toMatchObject({ erase: null, signed_in: true })
  })

  test('work that waits there is lost only when the caller says so', async () => {
    const admin = await server.confirmedDevice(ADMIN)
    const bruna = await server.device(BRUNA)
    await bruna.call('PUT', '/devices/current', REPORT)
    const { id } = await only(admin, BRUNA)
    expect(await admin.call('POST', `/devices/${id}/erase`, {})).toMatchObject({
      status: 422,
      body: { message: 'Não foi enviado e será perdido: 2\u00a0alterações e 1\u00a0documento.' },
    })
    expect(await alive(bruna)).toBe(200)
    const asked = await admin.call('POST', `/devices/${id}/erase`, { loses_waiting: true })
    expect(asked.status).toBe(200)
    // Twice is once.
    await admin.call('POST', `/devices/${id}/erase`, { loses_waiting: true })
    const entries = await store.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'erase_device')
      .where('entity_id', '=', id)
      .execute()
    expect(entries).toHaveLength(1)
  })

  test("a manager erases no administrator's device, a broker only its own, and none without the password", async () => {
    const [admin, manager, bruna] = [
      await server.confirmedDevice(ADMIN),
      await server.confirmedDevice(MANAGER),
      await server.confirmedDevice(BRUNA),
    ]
    const own = await only(admin, ADMIN)
    const brunas = await only(admin, BRUNA)
    expect((await manager.call('POST', `/devices/${own.id}/erase`, {})).status).toBe(403)
    expect((await bruna.call('POST', `/devices/${own.id}/erase`, {})).status).toBe(404)
    expect((await (await server.device(ADMIN)).call('POST', `/devices/${brunas.id}/erase`, {})).status).toBe(
      403,
    )
    expect((await manager.call('POST', `/devices/${brunas.id}/erase`, {})).status).toBe(200)
    expect((await admin.call('POST', `/devices/${own.id}/erase`, {})).status).toBe(200)
  })

  test('a device without contact is forgotten after 90 days, one that is still to be erased never', async () => {
    const admin = await server.confirmedDevice(ADMIN)
    await server.device(DEALERSHIP)
    const bruna = await server.device(BRUNA)
    await admin.call('POST', `/devices/${(await only(admin, BRUNA)).id}/erase`, {})
    const old = new Date(Date.now() - 200 * DAY_MS).toISOString()
    await store.db.updateTable('devices').set({ created_at: old }).where('user_id', '<>', ADMIN).execute()
    await store.db
      .updateTable('sessions')
      .set({ last_seen_at: old, expires_at: old })
      .where('user_id', '<>', ADMIN)
      .execute()
    await pruneDevices(server.context)
    await pruneSessions(server.context)
    expect((await seenBy(admin)).map(({ user }) => user.id).toSorted((one, other) => one - other)).toEqual([
      ADMIN,
      BRUNA,
    ])
    expect(await order(bruna, 'asks')).toMatchObject({ user_id: BRUNA })
  })
})
