/** Users: created, listed, and who may; what devices and the audit show of it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { usersAccessRoute, usersListRoute } from '../../../src/contract/administration/users.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA, DAVI, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { inStaff, PASSWORD, refused, type Staff } from './staff.ts'

describeDatabase('users', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let create: Staff['create']
  let created: Staff['created']
  let put: Staff['put']
  inStaff(open, (staff) => {
    ;({ store, server, admin, create, created, put } = staff)
  })

  test('a created user is answered whole, invited, mirrored and in the audit', async () => {
    const mirror = new Mirror()
    await pullAll(admin, mirror)
    const { mail, ...user } = await created({ login: 'Erica' })
    expect(mail).toMatchObject({ way: 'file', recipient: 'erica@exemplo.com.br' })
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
      shared_tablet: false,
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
    expect(await create({ role: 1 }, admin)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    expect(await create({ role: 1, own_password: 'outra' }, admin)).toMatchObject({
      status: 422,
      body: refused('own_password'),
    })
    expect((await create({ role: 1, own_password: PASSWORD }, admin)).status).toBe(200)
    expect(await put(DAVI, { role: 1 }, admin)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    expect((await put(DAVI, { role: 1, own_password: PASSWORD }, admin)).body).toMatchObject({
      roles: [{ id: 1 }],
    })
    expect((await put(DAVI, { role: 3, own_password: PASSWORD }, admin)).body).toMatchObject({
      roles: [{ id: 3 }],
    })
  })

  test('a manager manages the roles 3 to 7 alone', async () => {
    const manager = await server.confirmedDevice(MANAGER)
    expect((await create({}, manager)).status).toBe(200)
    for (const role of [1, 2])
      expect((await create({ role, own_password: 'x' }, manager)).status).not.toBe(200)
    expect((await put(ADMIN, { role: 3 }, manager)).status).toBe(403)
    expect((await put(DAVI, { role: 2 }, manager)).status).toBe(403)
    expect((await manager.call('GET', `/users/${ADMIN}`)).status).toBe(403)
  })

  test('the list is filtered, paged and counted', async () => {
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
  })

  test('those who manage users read the dealerships and the last access of everybody', async () => {
    const { id } = await created({ partners: [24] })
    const never = async () =>
      usersAccessRoute.answer
        .parse((await admin.call('GET', '/users/access')).body)
        .data.find((row) => row.id === id)
    expect(await never()).toEqual({
      id,
      last_access: null,
      partners: [24],
      all_partners: false,
      shared_tablet: false,
    })
    await sql`
      insert into audit_log (user_id, action, entity, at)
      values (${id}, 'sign_in', 'sessions', '2026-01-02T12:00:00Z')`.execute(store.db)
    expect(Date.parse((await never())?.last_access ?? '')).toBe(Date.parse('2026-01-02T12:00:00Z'))
    await server.device(id)
    expect(Date.parse((await never())?.last_access ?? '')).toBeGreaterThan(Date.parse('2026-01-03T12:00:00Z'))
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

  test('the opening of the list reaches the own devices alone, and is written only when a user is new', async () => {
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
