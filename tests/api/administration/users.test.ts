/** Users: created, changed, deactivated, and who may; what devices, sessions and the audit show of it. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../../server/session/passwords.ts'
import {
  createUserRoute,
  managedUserRoute,
  managedUserSchema,
  updateManagedUserRoute,
  usersListRoute,
} from '../../../src/contract/administration/users.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA, DAVI, INDICATOR, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const PASSWORD = 'Uma-Frase-Longa-4711'
const BROKER = {
  name: 'Érica Souza',
  email: 'erica@exemplo.com.br',
  phone: '(31) 98888-7777',
  role: 3,
  technical_team_id: 1,
  work_start: '09:00',
  observation: 'Só à tarde',
  renovator_hierarchical_group: '123456789012345',
  partners: [24],
}

describeEachDatabase('users', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let logins = 0
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.device(ADMIN)
    await sql`select setval(pg_get_serial_sequence('users', 'id'), 100)`.execute(store.db)
    await store.db.insertInto('roles').values({ id: 7, name: 'Papel 7' }).execute()
    const hash = await hashPassword(PASSWORD)
    await store.db.insertInto('user_passwords').values({ user_id: ADMIN, hash }).execute()
  })
  beforeEach(async () => {
    await store.db.deleteFrom('mails').execute()
    await store.db.updateTable('users').set({ status: 1 }).execute()
  })

  const newLogin = () => `novo${++logins}`
  const create = (body: object, device = admin) =>
    device.call('POST', '/users', { ...BROKER, login: newLogin(), ...body })
  const created = async (body: object = {}) => {
    const answer = await create(body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return createUserRoute.answer.strict().parse(answer.body)
  }
  const put = (id: number, body: object, device = admin) =>
    device.call('PUT', `/users/${id}`, { ...BROKER, ...body })
  const refused = (field: string, message?: string) => ({
    errors: { [field]: [message ?? expect.any(String)] },
  })

  test('a created user is answered whole, invited, mirrored and in the audit', async () => {
    const mirror = new Mirror()
    await pullAll(admin, mirror)
    const user = await created({ login: 'Erica' })
    expect(user).toEqual({
      id: user.id,
      name: 'Érica Souza',
      login: 'Erica',
      email: 'erica@exemplo.com.br',
      waiting_email: null,
      phone: '31988887777',
      status: 1,
      work_start: '09:00',
      observation: 'Só à tarde',
      active_all_dealerships: false,
      renovator_hierarchical_group: '123456789012345',
      channel_id: 1,
      partners: [{ id: 24, name: expect.any(String) }],
      roles: [{ id: 3, name: expect.any(String) }],
      technical_team: expect.objectContaining({ id: 1 }),
      verify: { verified: false, verify_code: null },
    })
    const mails = await store.db.selectFrom('mails').select(['user_id', 'recipient']).execute()
    expect(mails).toEqual([{ user_id: user.id, recipient: 'erica@exemplo.com.br' }])
    await pullAll(admin, mirror)
    expect(mirror.catalogues.get(`user ${user.id}`)?.value).toMatchObject({
      name: 'Érica Souza',
      role_id: 3,
      verified: false,
      active: true,
    })
    const entries = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'users')
      .where('entity_id', '=', String(user.id))
      .execute()
    expect(entries).toEqual([{ user_id: ADMIN, action: 'create', before: null, after: user }])
    expect(await create({ login: 'ERICA' })).toMatchObject({ status: 422, body: refused('login') })
  })

  test.each([
    [{ name: '' }, 400, 'name', 'Campo Obrigatório'],
    [{ email: 'erica' }, 400, 'email', 'E-mail inválido'],
    [{ phone: '' }, 400, 'phone', 'Campo Obrigatório'],
    [{ phone: '2033334444' }, 400, 'phone', 'Telefone inválido'],
    [{ login: 'com espaço' }, 400, 'login', 'O login não pode ter espaços'],
    [{ role: 4 }, 400, 'channel_id', 'Campo Obrigatório'],
    [{ role: 4, channel_id: 4711 }, 422, 'channel_id', 'Valor desconhecido'],
    [{ technical_team_id: 4711 }, 422, 'technical_team_id', 'Valor desconhecido'],
    [{ partners: [4711] }, 422, 'partners', 'Valor desconhecido'],
    [{ work_start: '08:29' }, 400, 'work_start', 'O horário deve estar entre 08:30 e 12:00'],
    [{ work_start: '25:00' }, 400, 'work_start', 'Horário de inicio de jornada inválido'],
    [
      { renovator_hierarchical_group: '1234567890123456' },
      400,
      'renovator_hierarchical_group',
      'Até 15 dígitos',
    ],
  ])('%o is refused', async (body, status, field, message) => {
    expect(await create(body)).toMatchObject({ status, body: refused(field, message) })
  })

  test('staff is of channel 1 and a team, others of a channel and no team', async () => {
    const broker = await created({ channel_id: 29 })
    expect([broker.channel_id, broker.technical_team?.id]).toEqual([1, 1])
    const referrer = await created({ role: 5, channel_id: 7 })
    expect([referrer.channel_id, referrer.technical_team]).toEqual([7, null])
  })

  test('an administrator is made only with the own password', async () => {
    expect(await create({ role: 1 })).toMatchObject({ status: 422, body: refused('own_password') })
    expect(await create({ role: 1, own_password: 'outra' })).toMatchObject({
      status: 422,
      body: refused('own_password'),
    })
    expect((await create({ role: 1, own_password: PASSWORD })).status).toBe(200)
    expect(await put(DAVI, { role: 1 })).toMatchObject({ status: 422, body: refused('own_password') })
  })

  test('a manager manages the roles 3 to 7 alone', async () => {
    const manager = await server.device(MANAGER)
    expect((await create({}, manager)).status).toBe(200)
    for (const role of [1, 2])
      expect((await create({ role, own_password: 'x' }, manager)).status).not.toBe(200)
    expect((await put(ADMIN, { role: 3 }, manager)).status).toBe(403)
    expect((await put(DAVI, { role: 2 }, manager)).status).toBe(403)
    expect((await manager.call('GET', `/users/${ADMIN}`)).status).toBe(403)
    expect((await put(DAVI, {}, await server.device(BRUNA))).status).toBe(403)
  })

  test('the list is filtered, paged and counted; staff alone reads it', async () => {
    await created({ name: 'Zélia Prado', login: 'zelia' })
    const list = async (query: string, device = admin) =>
      usersListRoute.answer.parse((await device.call('GET', `/users/list?${query}`)).body)
    const byName = await list('name=zelia&per_page=1&page=1')
    expect(byName.data.map(({ name }) => name)).toEqual(['Zélia Prado'])
    expect(byName.meta.total).toBe(1)
    expect((await list('login=ZEL')).data).toHaveLength(1)
    expect((await list('status=0')).data).toEqual([])
    const all = await list('per_page=2&page=2', await server.device(BRUNA))
    expect(all.data).toHaveLength(2)
    expect(all.meta.total).toBeGreaterThan(4)
    expect((await (await server.device(INDICATOR)).call('GET', '/users/list')).status).toBe(403)
  })

  test('a broker reads of the list what its device mirrors', async () => {
    const { id } = await created({ name: 'Quitéria Melo', active_all_dealerships: false })
    const read = async (device: Device) =>
      usersListRoute.answer.parse((await device.call('GET', '/users/list?name=quiteria')).body).data[0]
    const hidden = {
      work_start: null,
      observation: '',
      renovator_hierarchical_group: null,
      partners: [],
      waiting_email: null,
    }
    expect(await read(await server.device(MANAGER))).toMatchObject({ id, observation: 'Só à tarde' })
    expect(await read(await server.device(BRUNA))).toMatchObject({ id, phone: '31988887777', ...hidden })
  })

  test('a user who was created inactive is invited when activated first, and not again', async () => {
    const invitations = async (id: number) =>
      (
        await store.db
          .selectFrom('mails')
          .select('recipient')
          .where('user_id', '=', id)
          .where('purpose', '=', 'verify')
          .execute()
      ).map(({ recipient }) => recipient)
    const user = await created({ status: 0 })
    expect(await invitations(user.id)).toEqual([])
    const activated = await put(user.id, {})
    expect(activated.body).toMatchObject({ verify: { verified: false } })
    expect(await invitations(user.id)).toEqual([BROKER.email])
    await put(user.id, { phone: '31977776666' })
    expect(await invitations(user.id)).toHaveLength(1)
    const now = new Date().toISOString()
    await store.db.updateTable('users').set({ verified_at: now }).where('id', '=', user.id).execute()
    await put(user.id, { status: 0 })
    await put(user.id, {})
    expect(await invitations(user.id)).toHaveLength(1)
    const other = await created({ status: 0 })
    await put(other.id, { email: 'outra@exemplo.com.br' })
    expect(await invitations(other.id)).toEqual(['outra@exemplo.com.br'])
  })

  test('failures to confirm with the own password count with those of the sign-in', async () => {
    const login = newLogin()
    const hash = await hashPassword(PASSWORD)
    const { id } = await created({ role: 1, own_password: PASSWORD, login })
    await store.db.insertInto('user_passwords').values({ user_id: id, hash }).execute()
    const device = await server.device(id)
    const confirm = () => create({ role: 1, own_password: 'errada' }, device)
    const signIn = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { login, password: 'errada', device_id: `device-${id}` },
      })
    const statuses: number[] = []
    // Eight of the known device, eight more of the login at this address.
    for (let tried = 0; tried < 8; tried++)
      statuses.push((await confirm()).status, (await signIn()).statusCode)
    expect(statuses).not.toContain(429)
    expect((await signIn()).statusCode).toBe(429)
  })

  test('deactivating ends the sessions at once; the device is told to let its data go', async () => {
    const device = await server.device(DAVI)
    expect((await put(DAVI, { status: 0 })).status).toBe(200)
    expect(await device.call('GET', '/users/me')).toMatchObject({ status: 401, body: { revoked: true } })
    expect(server.security.at(-1)).toMatchObject({
      event: 'session_ended',
      user_id: DAVI,
      about: 'deactivated',
    })
    expect((await put(DAVI, {})).status).toBe(200)
    expect((await (await server.device(DAVI)).call('GET', '/users/me')).status).toBe(200)
  })

  test('nobody deactivates or demotes itself, and the last administrator stays', async () => {
    const self = { role: 1, name: 'Ana' }
    expect(await put(ADMIN, { ...self, status: 0 })).toMatchObject({ status: 422, body: refused('status') })
    expect(await put(ADMIN, { role: 2 })).toMatchObject({ status: 422, body: refused('role') })
    expect((await put(ADMIN, self)).status).toBe(200)
  })

  test('of two administrators who deactivate each other one stays', async () => {
    const other = await created({ role: 1, own_password: PASSWORD })
    await store.db
      .updateTable('users')
      .set({ status: 0 })
      .where('id', 'in', (rest) => rest.selectFrom('user_roles').select('user_id').where('role_id', '=', 1))
      .where('id', 'not in', [ADMIN, other.id])
      .execute()
    const second = await server.device(other.id)
    const answers = await Promise.all([
      put(other.id, { role: 1, status: 0 }),
      put(ADMIN, { role: 1, status: 0 }, second),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a confirmed address waits for its confirmation, an unconfirmed one is replaced', async () => {
    const user = await created()
    const at = { email: 'nova@exemplo.com.br' }
    const first = updateManagedUserRoute.answer.parse((await put(user.id, at)).body)
    expect(first).toMatchObject({ email: 'nova@exemplo.com.br', email_waits: false })
    const now = new Date().toISOString()
    await store.db.updateTable('users').set({ verified_at: now }).where('id', '=', user.id).execute()
    const second = updateManagedUserRoute.answer.parse(
      (await put(user.id, { email: 'outra@exemplo.com.br' })).body,
    )
    expect(second).toMatchObject({ email: 'nova@exemplo.com.br', email_waits: true })
    const mails = await store.db.selectFrom('mails').select('recipient').orderBy('created_at').execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'erica@exemplo.com.br',
      'nova@exemplo.com.br',
      'outra@exemplo.com.br',
    ])
  })

  test('the present address withdraws the one that waits; the waiting one sends no second mail', async () => {
    const user = await created()
    const now = new Date().toISOString()
    await store.db.updateTable('users').set({ verified_at: now }).where('id', '=', user.id).execute()
    const wrong = { email: 'errado@exemplo.com.br' }
    await put(user.id, wrong)
    const mails = () => store.db.selectFrom('mails').selectAll().where('purpose', '=', 'email').execute()
    const [mail] = await mails()
    const verify_code = /\/verify\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
    const again = await put(user.id, { ...wrong, phone: '31988886666' })
    expect(again.body).toMatchObject({
      email: BROKER.email,
      waiting_email: wrong.email,
      email_waits: true,
    })
    expect(await mails()).toHaveLength(1)
    const asked = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action'])
      .where('entity_id', '=', String(user.id))
      .where(sql`before ->> 'waiting_email'`, 'is', null)
      .where(sql`after ->> 'waiting_email'`, '=', wrong.email)
      .execute()
    expect(asked).toEqual([{ user_id: ADMIN, action: 'update' }])
    expect((await admin.call('GET', `/password/verify/${verify_code}`)).status).toBe(200)
    expect((await put(user.id, {})).body).toMatchObject({ waiting_email: null, email_waits: false })
    expect(await mails()).toMatchObject([{ failed_at: expect.any(String), body_text: '' }])
    expect(await admin.call('POST', '/email/confirm', { verify_code })).toMatchObject({ status: 410 })
  })

  test('a save of a user that was changed since is refused, and writes nothing', async () => {
    const user = await created()
    const open = async () =>
      managedUserRoute.answer.parse((await admin.call('GET', `/users/${user.id}`)).body)
    const seen = await open()
    expect((await put(user.id, { status: 0, revision: seen.revision })).status).toBe(200)
    const late = await put(user.id, { phone: '31977776666', revision: seen.revision })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('Outra pessoa alterou este usuário') },
    })
    const present = await open()
    expect(present).toMatchObject({ status: 0, phone: BROKER.phone.replace(/\D/g, '') })
    const again = { status: 0, phone: '31977776666', revision: present.revision }
    expect((await put(user.id, again)).status).toBe(200)
    // A caller that names no revision replaces the record.
    expect((await put(user.id, {})).status).toBe(200)
  })

  test('the own confirmation of the user is no conflict', async () => {
    const user = await created()
    const { body } = await admin.call('GET', `/users/${user.id}`)
    const { revision } = managedUserRoute.answer.parse(body)
    const now = new Date().toISOString()
    await store.db.updateTable('users').set({ verified_at: now }).where('id', '=', user.id).execute()
    expect((await put(user.id, { revision })).status).toBe(200)
  })

  test("only a changed role, team or dealership makes the user's devices pull their scope anew", async () => {
    const user = await created()
    const scope = async () => {
      const { rows } = await sql<{
        scope_version: string
      }>`select scope_version::text from users where id = ${user.id}`.execute(store.db)
      return rows[0]?.scope_version
    }
    const first = await scope()
    await put(user.id, { phone: '31977776666' })
    expect(await scope()).toBe(first)
    await put(user.id, { partners: [] })
    const second = await scope()
    expect(second).not.toBe(first)
    await put(user.id, { partners: [], role: 4, channel_id: 7 })
    expect(await scope()).not.toBe(second)
  })

  test('further roles stay when the first one changes', async () => {
    const user = await created()
    await store.db.insertInto('user_roles').values({ user_id: user.id, role_id: 7, place: 1 }).execute()
    await put(user.id, { role: 4, channel_id: 7 })
    const { body } = await admin.call('GET', `/users/${user.id}`)
    expect(managedUserRoute.answer.parse(body).roles.map(({ id }) => id)).toEqual([4, 7])
    expect(managedUserSchema.parse(body).technical_team).toBeNull()
  })

  test('the opening of the list reaches the own devices alone, and is written only when somebody is new', async () => {
    const [own, manager] = [new Mirror(), new Mirror()]
    await admin.call('POST', '/users/seen')
    await pullAll(admin, own)
    await pullAll(await server.device(MANAGER), manager)
    const view = own.catalogues.get('user_view users')?.value
    expect(view).toMatchObject({ screen: 'users', opened_at: expect.any(String) })
    expect(manager.catalogues.get('user_view users')).toBeUndefined()
    await admin.call('POST', '/users/seen')
    await pullAll(admin, own)
    expect(own.catalogues.get('user_view users')?.value).toEqual(view)
    server.forward(1000)
    await created()
    await admin.call('POST', '/users/seen')
    await pullAll(admin, own)
    expect(own.catalogues.get('user_view users')?.value).not.toEqual(view)
  })
})
