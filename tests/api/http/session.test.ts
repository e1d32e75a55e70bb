/** A session lives while it is used, expires, and can be ended. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { pruneSessions } from '../../../server/session/tokens.ts'
import { confirmRoute, sessionsRoute } from '../../../src/contract/session.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase } from '../support/databases.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const EXPIRED = { message: 'Sua sessão expirou. Entre novamente.', code: 'session' }

describeDatabase('session', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open(), { SESSION_DAYS: '30' })
  })
  afterAll(async () => {
    await server.stop()
  })

  const confirm = (token: string) => server.call('GET', '/api/tokenconfirm', { token })
  /** The header of a tab that has just confirmed. */
  const confirmed = async (token: string): Promise<Record<string, string>> => {
    const { body } = await server.call('POST', '/api/sessions/confirm', {
      token,
      body: { own_password: DEMO_PASSWORD },
    })
    return { [CONFIRMATION_HEADER]: confirmRoute.answer.parse(body).data.confirmation }
  }
  const sessionsOf = async (token: string) =>
    sessionsRoute.answer.parse((await server.call('GET', '/api/sessions', { token })).body).data

  test('the database stores a hash, never the token', async () => {
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

  test('a used session lives on; an unused one expires after SESSION_DAYS', async () => {
    const used = await server.tokenOf('corretor')
    const idle = await server.tokenOf('corretor')
    server.forward(20 * DAY_MS)
    expect((await confirm(used)).status).toBe(200)
    server.forward(11 * DAY_MS)
    expect((await confirm(used)).status).toBe(200)
    expect(await confirm(idle)).toMatchObject({ status: 401, body: EXPIRED })
  })

  test('a session expires 90 days after its sign-in however much it is used', async () => {
    const token = await server.tokenOf('corretor')
    for (let used = 0; used < 4; used++) {
      server.forward(22 * DAY_MS)
      expect((await confirm(token)).status, `day ${22 * (used + 1)}`).toBe(200)
    }
    expect((await sessionsOf(token)).map(({ current }) => current)).toContain(true)
    server.forward(2 * DAY_MS)
    expect(await confirm(token)).toMatchObject({ status: 401, body: EXPIRED })
    const other = await server.tokenOf('corretor')
    expect((await sessionsOf(other)).map(({ current }) => current)).toEqual([true])
  })

  test('a session of an earlier version with a longer life expires then, too', async () => {
    const token = await server.tokenOf('indicador')
    const now = server.context.now()
    await server.store.db
      .updateTable('sessions')
      .set({
        created_at: new Date(now - 91 * DAY_MS).toISOString(),
        expires_at: new Date(now + 20 * DAY_MS).toISOString(),
      })
      .where('user_id', '=', DEMO_ACCOUNTS.indicador)
      .execute()
    expect(await confirm(token)).toMatchObject({ status: 401, body: EXPIRED })
  })

  test("a sign-in beside twenty live sessions ends the user's least recently used one alone", async () => {
    const colleague = await server.tokenOf('corretora')
    const first = await server.tokenOf('gerente')
    const second = await server.tokenOf('gerente')
    server.forward(DAY_MS)
    expect((await confirm(first)).status, 'used again').toBe(200)
    const more: string[] = []
    for (let place = 0; place < 18; place++) more.push(await server.tokenOf('gerente'))
    expect(await sessionsOf(first)).toHaveLength(20)
    const before = server.security.length
    const last = await server.signIn('gerente')
    expect(await confirm(second)).toMatchObject({ status: 401, body: { revoked: true } })
    expect(await sessionsOf(last)).toHaveLength(20)
    for (const token of [first, ...more, colleague]) expect((await confirm(token)).status).toBe(200)
    expect(server.security.slice(before)).toContainEqual(
      expect.objectContaining({
        event: 'session_ended',
        user_id: DEMO_ACCOUNTS.gerente,
        about: 'too many',
      }),
    )
  })

  test('the security log records which session ended, and why', async () => {
    const [here, lost] = [await server.tokenOf('especial'), await server.tokenOf('especial')]
    const lostId = (await sessionsOf(lost)).find(({ current }) => current)?.id ?? ''
    const hereId = (await sessionsOf(here)).find(({ current }) => current)?.id ?? ''
    const headers = await confirmed(here)
    const before = server.security.length
    await server.call('DELETE', `/api/sessions/${lostId}`, { token: here, headers })
    await server.call('DELETE', `/api/sessions/${lostId}`, { token: here, headers })
    await server.call('POST', '/api/logout', { token: here })
    const ended = { log: 'security', event: 'session_ended', user_id: DEMO_ACCOUNTS.especial }
    expect(server.security.slice(before)).toEqual([
      { ...ended, at: expect.any(String), session_id: lostId, about: 'ended elsewhere' },
      { ...ended, at: expect.any(String), session_id: hereId, about: 'signed out' },
    ])
  })

  test('logout ends this session and no other', async () => {
    const [here, elsewhere] = [await server.tokenOf('corretora'), await server.tokenOf('corretora')]
    expect((await server.call('POST', '/api/logout', { token: here })).status).toBe(200)
    expect(await confirm(here)).toMatchObject({ status: 401, body: EXPIRED })
    expect((await confirm(elsewhere)).status).toBe(200)
  })

  test('a revoked session and one of an inactive user are marked as revoked; an expired one is not', async () => {
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
    server.forward(31 * DAY_MS)
    expect((await confirm(old)).body).toEqual(EXPIRED)
    expect((await confirm('of-nobody')).body).toEqual(EXPIRED)
  })

  test('a user lists its own sessions and ends one of a lost device, but none of another user', async () => {
    const mine = await server.tokenOf('indicador')
    const lost = await server.tokenOf('indicador')
    const stranger = await server.tokenOf('especial')
    const lostId = (await sessionsOf(lost)).find(({ current }) => current)?.id ?? ''
    const strangerId = (await sessionsOf(stranger)).find(({ current }) => current)?.id ?? ''
    expect((await sessionsOf(mine)).map(({ id }) => id)).toContain(lostId)
    expect((await sessionsOf(mine)).map(({ id }) => id)).not.toContain(strangerId)

    const headers = await confirmed(mine)
    const end = (id: string) => server.call('DELETE', `/api/sessions/${id}`, { token: mine, headers })
    expect((await end(lostId)).status).toBe(200)
    expect((await confirm(lost)).status).toBe(401)
    expect((await end(strangerId)).status).toBe(404)
    expect((await confirm(stranger)).status).toBe(200)
  })

  test('sessions that ended 90 days ago are deleted, live ones are not', async () => {
    const revoked = await server.tokenOf('admin')
    await server.call('POST', '/api/logout', { token: revoked })
    const stored = async () =>
      (await server.store.db.selectFrom('sessions').select('revoked_at').execute()).map(
        (row) => row.revoked_at,
      )
    await pruneSessions(server.context)
    expect(await stored()).toContainEqual(expect.any(String))
    server.forward(91 * DAY_MS)
    const live = await server.tokenOf('admin')
    await pruneSessions(server.context)
    expect((await stored()).every((at) => at === null)).toBe(true)
    expect((await confirm(live)).status).toBe(200)
  })
})

describeDatabase('profile', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(async () => {
    await server.stop()
  })

  const update = (token: string, body: object) => server.call('POST', '/api/update-user', { token, body })

  test('the phone changes at once, without its mask; a new e-mail waits for its confirmation', async () => {
    const token = await server.tokenOf('corretor')
    const contact = { email: 'rafael@exemplo.com.br', phone: '(31) 98888-7777' }
    const answer = await update(token, { old_password: DEMO_PASSWORD, ...contact })
    expect(answer).toMatchObject({ status: 200, body: { email_waits: true } })
    expect((await server.call('GET', '/api/users/me', { token })).body).toMatchObject({
      email: expect.not.stringContaining('rafael@exemplo.com.br'),
      phone: '31988887777',
    })
  })

  test.each([
    ['a phone with no such area code', { email: 'a@exemplo.com.br', phone: '2033334444' }, 'phone'],
    ['an e-mail without a domain', { email: 'rafael', phone: '' }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
    ['no change', {}, 'body'],
  ])('%s is refused, and the field named', async (_case, body, field) => {
    const answer = await update(await server.tokenOf('corretor'), { old_password: DEMO_PASSWORD, ...body })
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } })
  })

  test.each([
    ['e-mail and phone', { email: 'de.outro@exemplo.com.br', phone: '' }],
    ['the e-mail alone', { email: 'de.outro@exemplo.com.br' }],
    ['the phone alone', { phone: '(31) 97777-6666' }],
    ['the password', { password: 'uma-senha-de-outro' }],
  ])('%s changes only with the present password, so that an open device is not enough', async (_case, body) => {
    const token = await server.tokenOf('concessionaria')
    const me = async () => (await server.call('GET', '/api/users/me', { token })).body
    const before = await me()
    expect(await update(token, body)).toMatchObject({
      status: 400,
      body: { errors: { old_password: ['Campo Obrigatório'] } },
    })
    expect(await update(token, { old_password: 'outra', ...body })).toMatchObject({
      status: 422,
      body: { code: 'rule', errors: { old_password: ['A senha atual não confere.'] } },
    })
    expect(await me()).toEqual(before)
    await expect(server.signIn('concessionaria')).resolves.toEqual(expect.any(String))
  })

  test('a wrong present password is counted by session in every call that asks for it, and holds up no sign-in', async () => {
    const token = await server.tokenOf('parceiro')
    const body = { old_password: 'palpite', phone: '' }
    for (let guess = 0; guess < 8; guess++) expect((await update(token, body)).status).toBe(422)
    const held = await update(token, { ...body, old_password: DEMO_PASSWORD })
    expect(held).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    const login = { login: 'parceiro', password: DEMO_PASSWORD }
    expect(server.security.at(-1)).toMatchObject({ event: 'sign_in_limited', route: '/api/update-user' })
    const confirmed = await server.call('POST', '/api/sessions/confirm', {
      token,
      body: { own_password: DEMO_PASSWORD },
    })
    expect(confirmed.status).toBe(429)
    expect((await server.call('POST', '/api/login', { body: login })).status).toBe(200)
  })

  test.each([
    ['a common password', 'password1', 'Esta senha está entre as mais usadas. Escolha outra'],
    [
      'a common password in another case',
      'QwertyUiop',
      'Esta senha está entre as mais usadas. Escolha outra',
    ],
    ['the ten-thousandth common password', '24081990', 'Esta senha está entre as mais usadas. Escolha outra'],
    ['the login', 'Indicador', 'A senha não pode ser igual ao login'],
    ['the old password', DEMO_PASSWORD, 'A nova senha precisa ser diferente da atual'],
  ])('%s is no new password', async (_case, password, sentence) => {
    const token = await server.tokenOf('indicador')
    expect(await update(token, { old_password: DEMO_PASSWORD, password })).toMatchObject({
      status: 422,
      body: { code: 'rule', errors: { password: [sentence] } },
    })
    await expect(server.signIn('indicador')).resolves.toEqual(expect.any(String))
  })

  test('a profile changes only contact data', async () => {
    const token = await server.tokenOf('corretor')
    const more = { login: 'chefe', status: 0, channel_id: 29 }
    await update(token, { old_password: DEMO_PASSWORD, email: 'r@exemplo.com.br', phone: '', ...more })
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

  test('a new password works at once and ends the other sessions of that user alone', async () => {
    const [here, elsewhere] = [await server.tokenOf('gerente'), await server.tokenOf('gerente')]
    const colleague = await server.tokenOf('admin')
    const before = server.security.length
    const answer = await update(here, { old_password: DEMO_PASSWORD, password: 'nova-senha-boa' })
    expect(answer.status).toBe(200)
    const events = server.security.slice(before).map(({ event, about }) => about ?? event)
    expect(events).toEqual(['password_changed', ...Array<string>(events.length - 1).fill('password changed')])
    const confirm = async (token: string) => (await server.call('GET', '/api/tokenconfirm', { token })).status
    expect([await confirm(here), await confirm(elsewhere), await confirm(colleague)]).toEqual([200, 401, 200])
    await expect(server.signIn('gerente', 'nova-senha-boa')).resolves.toEqual(expect.any(String))
    const old = await server.call('POST', '/api/login', {
      body: { login: 'gerente', password: DEMO_PASSWORD },
    })
    expect(old.status).toBe(404)
  })
})
