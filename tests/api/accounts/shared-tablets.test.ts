/** Who works on a shared tablet: the marks, whom they concern, and the longer passwords. docs/rules.md#protected-devices */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { linkRoute } from '../../../src/contract/accounts.ts'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { managedUserRoute, usersAccessRoute } from '../../../src/contract/administration/users.ts'
import { devicesRoute } from '../../../src/contract/devices.ts'
import { loginRoute, tokenConfirmRoute } from '../../../src/contract/session.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { PASSWORD } from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA, DEALERSHIP, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const CENTRE = 24
const TWELVE = 'Use ao menos 12 caracteres'
const KEY = 'k'.repeat(43)

describeDatabase('shared tablets', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let manager: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    const hash = await cheapHash(PASSWORD)
    const users = [BRUNA, DEALERSHIP].map((user_id) => ({ user_id, hash }))
    await store.db.insertInto('user_passwords').values(users).execute()
    admin = await server.confirmedDevice(ADMIN)
    manager = await server.confirmedDevice(MANAGER)
  })
  beforeEach(async () => {
    await emptied(store, ['device_keys'])
    await sql`update users set shared_tablet = false; update partners set shared_tablet = false;`.execute(
      store.db,
    )
  })

  const read = async (device: Device, id: number) =>
    managedUserRoute.answer.parse((await device.call('GET', `/users/${id}`)).body)
  /** Saves the user as the form does: every field, the mark as given. */
  const saveUser = async (device: Device, id: number, shared_tablet?: boolean) => {
    const user = await read(admin, id)
    return device.call('PUT', `/users/${id}`, {
      ...user,
      phone: user.phone === '' ? '31988887777' : user.phone,
      email: user.email,
      role: user.roles[0]?.id,
      partners: user.partners.map((partner) => partner.id),
      technical_team_id: user.technical_team?.id ?? null,
      shared_tablet,
    })
  }
  const readPartner = async () =>
    MANAGED.partners.read.answer.parse((await admin.call('GET', `/partners/${CENTRE}`)).body)
  const savePartner = async (device: Device, shared_tablet?: boolean) => {
    const { id, ...partner } = await readPartner()
    return device.call('PUT', `/partners/${id}`, { ...partner, shared_tablet })
  }
  const required = async (id: number) => {
    const { login } = await store.db
      .selectFrom('users')
      .select('login')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { body } = await admin.call('POST', '/login', { login, password: PASSWORD, device_id: 'tablet' })
    return loginRoute.answer.parse(body).data.protection?.required
  }
  const shortest = async (id: number) =>
    tokenConfirmRoute.answer.parse((await (await server.device(id)).call('GET', '/tokenconfirm')).body)
      .shortest_password
  const newPassword = async (id: number, password: string) =>
    (await server.device(id)).call('POST', '/update-user', { old_password: PASSWORD, password })

  test('an administrator marks a user, whose next sign-in must protect the device', async () => {
    expect(await required(BRUNA)).toBe(false)
    expect((await saveUser(admin, BRUNA, true)).status).toBe(200)
    expect((await read(admin, BRUNA)).shared_tablet).toBe(true)
    expect(await required(BRUNA)).toBe(true)
    const entry = await store.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity', '=', 'users')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ before: { shared_tablet: false }, after: { shared_tablet: true } })
  })

  test('a save of an earlier version, or by a manager who leaves it, changes no mark', async () => {
    await saveUser(admin, BRUNA, true)
    await savePartner(admin, true)
    expect((await saveUser(admin, BRUNA)).status).toBe(200)
    expect((await savePartner(admin)).status).toBe(200)
    expect((await saveUser(manager, BRUNA, true)).status).toBe(200)
    expect((await savePartner(manager, true)).status).toBe(200)
    expect((await read(admin, BRUNA)).shared_tablet).toBe(true)
    expect((await readPartner()).shared_tablet).toBe(true)
  })

  test('a manager sets and takes no mark', async () => {
    const refused = { status: 422, body: { errors: { shared_tablet: [expect.any(String)] } } }
    expect(await saveUser(manager, BRUNA, true)).toMatchObject(refused)
    expect(await savePartner(manager, true)).toMatchObject(refused)
    await savePartner(admin, true)
    expect(await savePartner(manager, false)).toMatchObject(refused)
    const made = { name: 'Concessionária Nova', shared_tablet: true }
    expect(await manager.call('POST', '/partners', made)).toMatchObject(refused)
  })

  test('a marked dealership concerns its own users, and no broker who attends it', async () => {
    await sql`insert into user_partners values (${BRUNA}, ${CENTRE}) on conflict do nothing`.execute(store.db)
    await savePartner(admin, true)
    expect(await required(DEALERSHIP)).toBe(true)
    expect(await required(BRUNA)).toBe(false)
    const { data } = usersAccessRoute.answer.parse((await admin.call('GET', '/users/access')).body)
    expect(data.filter((user) => user.shared_tablet).map(({ id }) => id)).toEqual([DEALERSHIP])
    await sql`delete from user_partners where user_id = ${BRUNA}`.execute(store.db)
  })

  test('a new password of a marked user has at least twelve characters, at once', async () => {
    expect(await shortest(BRUNA)).toBe(8)
    await saveUser(admin, BRUNA, true)
    expect(await shortest(BRUNA)).toBe(12)
    expect(await newPassword(BRUNA, 'Qx7-lua-ovo')).toMatchObject({
      status: 422,
      body: { errors: { password: [TWELVE] } },
    })
    await savePartner(admin, true)
    expect(await shortest(DEALERSHIP)).toBe(12)
    expect((await newPassword(DEALERSHIP, 'Qx7-lua-ovo')).status).toBe(422)
    expect((await newPassword(ADMIN, 'curta')).status, 'the schema refuses that for everybody').toBe(400)
  })

  test('so has one of a user who protects an own device', async () => {
    const own = await server.confirmedDevice(BRUNA)
    expect(await shortest(BRUNA)).toBe(8)
    await own.call('PUT', '/device-keys', { server_half: KEY, device_secret: KEY })
    expect(await shortest(BRUNA)).toBe(12)
    expect((await newPassword(BRUNA, 'Qx7-lua-ovo')).status).toBe(422)
    await own.call('DELETE', '/device-keys')
    expect(await shortest(BRUNA)).toBe(8)
    expect((await newPassword(BRUNA, 'Qx7-lua-ovo')).status).toBe(200)
    const hash = await cheapHash(PASSWORD)
    await store.db.updateTable('user_passwords').set({ hash }).where('user_id', '=', BRUNA).execute()
  })

  test('the page of a link asks for what its password needs', async () => {
    const code = 'c'.repeat(43)
    await store.db
      .insertInto('password_verifications')
      .values({
        code_hash: createHash('sha256').update(code).digest('hex'),
        user_id: BRUNA,
        purpose: 'redefine',
        created_at: new Date(server.context.now()).toISOString(),
        expires_at: new Date(server.context.now() + DAY_MS).toISOString(),
      })
      .execute()
    const asked = async () =>
      linkRoute.answer.parse((await admin.call('GET', `/password/verify/${code}`)).body).data[0]
        ?.shortest_password
    expect(await asked()).toBe(8)
    await saveUser(admin, BRUNA, true)
    expect(await asked()).toBe(12)
    expect(
      await admin.call('POST', '/password/verify', { verify_code: code, password: 'Qx7-lua-ovo' }),
    ).toMatchObject({ status: 422, body: { errors: { password: [TWELVE] } } })
  })

  test('a device that reports the protected mode is listed with it', async () => {
    const own = await server.confirmedDevice(BRUNA)
    const report = {
      app_version: '0.2.0',
      installed: true,
      mode: 'protected',
      waiting_changes: 0,
      waiting_files: 0,
      waiting_since: null,
      storage_used: null,
      storage_persistent: true,
      notices: null,
    }
    expect((await own.call('PUT', '/devices/current', report)).status).toBe(200)
    const { data } = devicesRoute.answer.parse((await admin.call('GET', '/devices')).body)
    expect(data.find(({ user, mode }) => user.id === BRUNA && mode === 'protected')).toBeDefined()
  })
})
