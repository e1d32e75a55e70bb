/** What becomes of a session: it holds while it is used, ends when it is not, and can be ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { pruneSessions } from '../../../server/session/tokens.ts'
import { listOf, sessionEntrySchema } from '../../../src/contract/session.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const DAY = 86_400_000
const EXPIRED = { message: 'Sua sessão expirou. Entre novamente.', code: 'session' }

describeEachDatabase('session', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open(), { SESSION_DAYS: '30' })
  })
  afterAll(async () => {
    await server.stop()
  })

  const confirm = (token: string) => server.call('GET', '/api/tokenconfirm', { token })
  const sessionsOf = async (token: string) =>
    listOf(sessionEntrySchema).parse((await server.call('GET', '/api/sessions', { token })).body).data

  test('the database keeps a hash, never the token', async () => {
    const token = await server.tokenOf('corretor')
    const rows = await server.store.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test.each([
    ['no header', {}],
    ['an unknown token', { authorization: 'Bearer 0000' }],
    ['another scheme', { authorization: 'Basic Y29ycmV0b3I6ZmFyb2wtZGVtbw==' }],
    ['a scheme alone', { authorization: 'Bearer' }],
  ])('%s answers 401 with the code that ends a session', async (_case, headers) => {
    const answer = await server.call('GET', '/api/tokenconfirm', { headers })
    expect(answer).toMatchObject({ status: 401, body: EXPIRED })
  })

  test('a session that is used lives on; one that is not ends after SESSION_DAYS', async () => {
    const used = await server.tokenOf('corretor')
    const idle = await server.tokenOf('corretor')
    server.forward(20 * DAY)
    expect((await confirm(used)).status).toBe(200)
    server.forward(11 * DAY)
    expect((await confirm(used)).status).toBe(200)
    expect(await confirm(idle)).toMatchObject({ status: 401, body: EXPIRED })
  })

  test('logout ends this session and no other', async () => {
    const [here, elsewhere] = [await server.tokenOf('corretora'), await server.tokenOf('corretora')]
    expect((await server.call('POST', '/api/logout', { token: here })).status).toBe(200)
    expect(await confirm(here)).toMatchObject({ status: 401, body: EXPIRED })
    expect((await confirm(elsewhere)).status).toBe(200)
  })

  test('a session ended on purpose says so, and one of a user who works here no more; one that grew old does not', async () => {
    const ended = await server.tokenOf('corretora')
    await server.call('POST', '/api/logout', { token: ended })
    expect(await confirm(ended)).toMatchObject({ status: 401, body: { code: 'session', revoked: true } })

    const dismissed = await server.tokenOf('especial')
    const set = (active: boolean) =>
      server.store.db
        .updateTable('users')
        .set({ status: active ? 1 : 0 })
        .where('login', '=', 'especial')
        .execute()
    await set(false)
    expect(await confirm(dismissed)).toMatchObject({ status: 401, body: { code: 'session', revoked: true } })
    await set(true)

    const old = await server.tokenOf('parceiro')
    server.forward(31 * DAY)
    expect((await confirm(old)).body).toEqual(EXPIRED)
    expect((await confirm('of-nobody')).body).toEqual(EXPIRED)
  })

  test('one sees the own sessions, and can end that of a lost device but not that of somebody else', async () => {
    const mine = await server.tokenOf('indicador')
    const lost = await server.tokenOf('indicador')
    const stranger = await server.tokenOf('especial')
    const lostId = (await sessionsOf(lost)).find(({ current }) => current)?.id ?? ''
    const strangerId = (await sessionsOf(stranger)).find(({ current }) => current)?.id ?? ''
    expect((await sessionsOf(mine)).map(({ id }) => id)).toContain(lostId)
    expect((await sessionsOf(mine)).map(({ id }) => id)).not.toContain(strangerId)

    const end = (id: string) => server.call('DELETE', `/api/sessions/${id}`, { token: mine })
    expect((await end(lostId)).status).toBe(200)
    expect((await confirm(lost)).status).toBe(401)
    expect((await end(strangerId)).status).toBe(404)
    expect((await confirm(stranger)).status).toBe(200)
  })

  test('sessions that ended 90 days ago are forgotten, those that hold are not', async () => {
    const revoked = await server.tokenOf('admin')
    await server.call('POST', '/api/logout', { token: revoked })
    const stored = async () =>
      (await server.store.db.selectFrom('sessions').select('revoked_at').execute()).map(
        (row) => row.revoked_at,
      )
    await pruneSessions(server.context)
    expect(await stored()).toContainEqual(expect.any(String))
    server.forward(91 * DAY)
    const live = await server.tokenOf('admin')
    await pruneSessions(server.context)
    expect((await stored()).every((at) => at === null)).toBe(true)
    expect((await confirm(live)).status).toBe(200)
  })
})

describeEachDatabase('profile', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(async () => {
    await server.stop()
  })

  const update = (token: string, body: object) => server.call('POST', '/api/update-user', { token, body })

  test('e-mail and phone change; the phone is stored without its mask', async () => {
    const token = await server.tokenOf('corretor')
    const answer = await update(token, { email: 'rafael@exemplo.com.br', phone: '(31) 98888-7777' })
    expect(answer.status).toBe(200)
    expect((await server.call('GET', '/api/users/me', { token })).body).toMatchObject({
      email: 'rafael@exemplo.com.br',
      phone: '31988887777',
    })
  })

  test.each([
    ['a phone with no such area code', { email: 'a@exemplo.com.br', phone: '2033334444' }, 'phone'],
    ['an e-mail without a domain', { email: 'rafael', phone: '' }, 'email'],
    ['a short password', { old_password: DEMO_PASSWORD, password: '1234567' }, 'password'],
  ])('%s is refused, and the field named', async (_case, body, field) => {
    const answer = await update(await server.tokenOf('corretor'), body)
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } })
  })

  test('a profile can change nothing but contact data', async () => {
    const token = await server.tokenOf('corretor')
    await update(token, { email: 'r@exemplo.com.br', phone: '', login: 'chefe', status: 0, channel_id: 29 })
    expect((await server.call('GET', '/api/users/me', { token })).body).toMatchObject({
      login: 'corretor',
      channel_id: 1,
      roles: [{ id: 3 }],
    })
  })

  test('the old password must be right', async () => {
    const token = await server.tokenOf('gerente')
    const answer = await update(token, { old_password: 'outra', password: 'nova-senha-boa' })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'rule', errors: { old_password: ['A senha atual não confere.'] } },
    })
    await expect(server.signIn('gerente')).resolves.toEqual(expect.any(String))
  })

  test('a new password counts at once, and ends the other sessions of that user alone', async () => {
    const [here, elsewhere] = [await server.tokenOf('gerente'), await server.tokenOf('gerente')]
    const colleague = await server.tokenOf('admin')
    const answer = await update(here, { old_password: DEMO_PASSWORD, password: 'nova-senha-boa' })
    expect(answer.status).toBe(200)
    const confirm = async (token: string) => (await server.call('GET', '/api/tokenconfirm', { token })).status
    expect([await confirm(here), await confirm(elsewhere), await confirm(colleague)]).toEqual([200, 401, 200])
    await expect(server.signIn('gerente', 'nova-senha-boa')).resolves.toEqual(expect.any(String))
    const old = await server.call('POST', '/api/login', {
      body: { login: 'gerente', password: DEMO_PASSWORD },
    })
    expect(old.status).toBe(404)
  })
})
