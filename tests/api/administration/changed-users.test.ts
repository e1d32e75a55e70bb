/** Users: changed, deactivated, invited later; their address, and what a change leaves alone. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  managedUserRoute,
  managedUserSchema,
  updateManagedUserRoute,
} from '../../../src/contract/administration/users.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { ADMIN, DAVI } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { BROKER, inStaff, PASSWORD, refused, type Staff } from './staff.ts'

describeDatabase('changed users', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let created: Staff['created']
  let put: Staff['put']
  inStaff(open, (staff) => {
    ;({ store, server, admin, created, put } = staff)
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
    expect(await invitations(user.id)).toEqual([user.email])
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

  test('deactivating ends the sessions at once; the device learns that it must delete its data', async () => {
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

  test('no user deactivates or demotes itself, and the last administrator stays', async () => {
    const self = { role: 1, name: 'Ana', own_password: PASSWORD }
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
    const [first, second] = [await server.confirmedDevice(ADMIN), await server.confirmedDevice(other.id)]
    const answers = await Promise.all([
      put(other.id, { role: 1, status: 0 }, first),
      put(ADMIN, { role: 1, status: 0 }, second),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Either may be the first.
    await store.db.updateTable('sessions').set({ revoked_at: null }).where('user_id', '=', ADMIN).execute()
  })

  test('a confirmed address waits for its confirmation, an unconfirmed one is replaced', async () => {
    const user = await created()
    const at = { email: 'nova@exemplo.com.br' }
    const first = updateManagedUserRoute.answer.parse((await put(user.id, at)).body)
    expect(first).toMatchObject({ email: 'nova@exemplo.com.br', email_waits: false })
    const now = new Date().toISOString()
    await store.db.updateTable('users').set({ verified_at: now }).where('id', '=', user.id).execute()
    const second = updateManagedUserRoute.answer.parse(
      (await put(user.id, { email: 'terceira@exemplo.com.br' })).body,
    )
    expect(second).toMatchObject({ email: 'nova@exemplo.com.br', email_waits: true })
    const mails = await store.db.selectFrom('mails').select('recipient').orderBy('created_at').execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      user.email,
      'nova@exemplo.com.br',
      'terceira@exemplo.com.br',
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
      email: user.email,
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
})
