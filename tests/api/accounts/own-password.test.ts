/**
 * An open tablet is not an account: a user who changes e-mail, phone, status, role, team, link or sessions of any account
 * proves the own password, by whichever call. docs/rules.md#own-password
 */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openSession } from '../../../server/session/tokens.ts'
import { sessionsRoute } from '../../../src/contract/session.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { inStaff, PASSWORD } from '../administration/staff.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { accountsOf, confirmedHeader } from '../support/guarded-accounts.ts'
import { ADMIN, BRUNA, DAVI, MANAGER } from '../support/people.ts'
import type { Answer, Device, TestServer } from '../support/server.ts'

/** Another administrator. */
const OTHER = 50
const REQUIRED = { status: 403, body: { code: 'confirmation_required' } }
const PARTNER = 24
const TEAM = 1

const FORM = {
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  phone: '31988887777',
  role: 1,
  partners: [],
}

const emailOf = (id: number) => `pessoa-${id}@exemplo.com.br`

describeDatabase('the own password', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inStaff(open, (staff) => {
    ;({ store, server, admin } = staff)
  })
  beforeEach(async () => {
    const { db } = store
    const person = { phone: FORM.phone, verified_at: new Date().toISOString(), status: 1 }
    const other = { id: OTHER, name: 'Otávio', login: 'otavio', email: emailOf(OTHER), ...person }
    await db
      .insertInto('users')
      .values(other)
      .onConflict((known) => known.column('id').doUpdateSet(person))
      .execute()
    await sql`delete from user_roles where user_id in (${OTHER}, ${DAVI})`.execute(db)
    await db
      .insertInto('user_roles')
      .values([
        { user_id: OTHER, role_id: 1 },
        { user_id: DAVI, role_id: 3 },
      ])
      .execute()
    for (const id of [ADMIN, OTHER, DAVI, MANAGER])
      await db
        .updateTable('users')
        .set({ ...person, email: emailOf(id), technical_team_id: id === DAVI ? TEAM : null })
        .where('id', '=', id)
        .execute()
    await db.deleteFrom('password_verifications').execute()
    await db.deleteFrom('sessions').where('device_id', '=', 'perdido').execute()
    await openSession(server.context, ADMIN, 'perdido')
    server.forward(61 * MINUTE_MS)
  })

  const people = () => accountsOf(store, [ADMIN, OTHER, DAVI])
  const lostSession = async () => {
    const { body } = await admin.call('GET', '/sessions')
    return sessionsRoute.answer.parse(body).data.find(({ device_id }) => device_id === 'perdido')?.id ?? ''
  }
  type Call = (headers: Record<string, string>, own?: object) => Promise<Answer>
  const put =
    (id: number, change: object): Call =>
    (headers, own = {}) =>
      admin.call('PUT', `/users/${id}`, { ...FORM, email: emailOf(id), ...change, ...own }, headers)
  const post =
    (path: string, body: object = {}): Call =>
    (headers) =>
      admin.call('POST', path, body, headers)

  const TOUCHING: readonly (readonly [string, Call])[] = [
    ['the own e-mail', put(ADMIN, { email: 'ladrao@exemplo.com.br' })],
    ['the own phone', put(ADMIN, { phone: '31911112222' })],
    ["an administrator's e-mail", put(OTHER, { email: 'ladrao@exemplo.com.br' })],
    ["an administrator's phone", put(OTHER, { phone: '31911112222' })],
    ["an administrator's status", put(OTHER, { status: 0 })],
    ["an administrator's role", put(OTHER, { role: 3 })],
    ['the role of a user who becomes an administrator', put(DAVI, { role: 1 })],
    ["a broker's e-mail", put(DAVI, { role: 3, email: 'ladrao@exemplo.com.br' })],
    ["a broker's phone", put(DAVI, { role: 3, phone: '31911112222' })],
    ["a broker's status", put(DAVI, { role: 3, status: 0 })],
    ["a broker's role", put(DAVI, { role: 2 })],
    ["a broker's team", put(DAVI, { role: 3, technical_team_id: null })],
    ["a broker's link", post(`/users/${DAVI}/link`)],
    [
      "a broker's phone, as the phone of an inviter",
      (headers) => admin.call('PUT', `/users/${DAVI}/phone`, { phone: '31911112222' }, headers),
    ],
    ['the own link', post(`/users/${ADMIN}/link`)],
    ["an administrator's link", post(`/users/${OTHER}/link`)],
    [
      "an administrator's phone, as the phone of an inviter",
      (headers) => admin.call('PUT', `/users/${OTHER}/phone`, { phone: '31911112222' }, headers),
    ],
    [
      'an own session',
      async (headers) => admin.call('DELETE', `/sessions/${await lostSession()}`, undefined, headers),
    ],
  ]

  test.each(TOUCHING)('%s needs it, and nothing is written before', async (_what, call) => {
    const before = await people()
    expect(await call({})).toMatchObject(REQUIRED)
    expect(await call({ 'farol-confirmation': 'inventada' })).toMatchObject(REQUIRED)
    expect(await people()).toEqual(before)
    expect((await call(await confirmedHeader(admin, PASSWORD))).status).toBe(200)
    expect(await people()).not.toEqual(before)
  })

  test('a new user, whom a link opens and a role gives power, needs it', async () => {
    const body = { ...FORM, role: 5, channel_id: 29, login: 'novo-indicador', email: 'novo@exemplo.com.br' }
    const named = () => store.db.selectFrom('users').select('id').where('login', '=', body.login).execute()
    expect(await admin.call('POST', '/users', body)).toMatchObject(REQUIRED)
    expect(await named()).toEqual([])
    expect((await admin.call('POST', '/users', body, await confirmedHeader(admin, PASSWORD))).status).toBe(
      200,
    )
    expect(await named()).toHaveLength(1)
  })

  test('an invitation of an administrator needs it, and so does a waiting address that is withdrawn', async () => {
    await store.db.updateTable('users').set({ verified_at: null }).where('id', '=', OTHER).execute()
    const invite = post('/email/verify', { id: OTHER })
    const confirmed = await confirmedHeader(admin, PASSWORD)
    expect(await invite({})).toMatchObject(REQUIRED)
    expect((await invite(confirmed)).status).toBe(200)
    expect((await put(ADMIN, { email: 'nova@exemplo.com.br' })(confirmed)).status).toBe(200)
    const waiting = await people()
    expect(await put(ADMIN, {})({})).toMatchObject(REQUIRED)
    expect((await put(ADMIN, { email: 'nova@exemplo.com.br', observation: 'Férias' })({})).status).toBe(200)
    expect(await people()).toEqual(waiting)
    expect(await post(`/users/${ADMIN}/link?what=email`)({})).toMatchObject(REQUIRED)
    expect((await put(ADMIN, {})(confirmed)).status).toBe(200)
    expect(await people()).not.toEqual(waiting)
  })

  test('the body may bring it in place of a confirmation', async () => {
    const call = put(OTHER, { phone: '31911112222' })
    expect(await call({}, { own_password: 'outra' })).toMatchObject({
      status: 422,
      body: { errors: { own_password: ['A sua senha não confere.'] } },
    })
    expect((await call({}, { own_password: PASSWORD })).status).toBe(200)
  })

  test('what opens no account needs none', async () => {
    const before = await people()
    expect((await put(OTHER, { name: 'Otávio Reis', observation: 'Férias' })({})).status).toBe(200)
    expect((await put(ADMIN, { name: 'Ana Lima' })({})).status).toBe(200)
    expect(await people()).toEqual(before)
    expect(
      (await put(DAVI, { role: 3, technical_team_id: TEAM, name: 'Davi Reis', observation: 'Férias' })({}))
        .status,
    ).toBe(200)
  })

  test('what is refused anyway is refused before any password is asked for', async () => {
    const manager = await server.device(MANAGER)
    const forbidden = { status: 403, body: { code: 'forbidden' } }
    const own_password = 'qualquer'
    const failures = () => server.security.filter(({ event }) => event === 'sign_in_failed').length
    const before = failures()
    for (const [path, change] of [
      [`/users/${OTHER}`, { email: 'ladrao@exemplo.com.br' }],
      [`/users/${MANAGER}`, { role: 2 }],
      [`/users/${DAVI}`, { role: 1 }],
    ] as const)
      expect(await manager.call('PUT', path, { ...FORM, ...change, own_password })).toMatchObject(forbidden)
    const created = { ...FORM, login: 'novo', own_password }
    expect(await manager.call('POST', '/users', created)).toMatchObject(forbidden)
    for (const id of [OTHER, MANAGER])
      expect(await manager.call('POST', `/users/${id}/link`, {})).toMatchObject(forbidden)
    expect(await manager.call('POST', '/email/verify', { id: OTHER })).toMatchObject(forbidden)
    expect(await manager.call('POST', `/partners/${PARTNER}/keys`, { name: 'Loja' })).toMatchObject(forbidden)
    expect(await manager.call('GET', '/clients/1/personal-data')).toMatchObject(forbidden)
    const broker = await server.device(BRUNA)
    expect(await broker.call('PUT', `/users/${OTHER}/phone`, { phone: '31911112222' })).toMatchObject(
      forbidden,
    )
    expect(await put(ADMIN, { status: 0 })({})).toMatchObject({ status: 422 })
    expect(await put(ADMIN, { role: 2 })({})).toMatchObject({ status: 422 })
    expect(await put(ADMIN, { phone: '31911112222', revision: 'outra' })({})).toMatchObject({ status: 409 })
    expect(failures()).toBe(before)
    expect(server.security.filter(({ event }) => event === 'forbidden').length).toBeGreaterThan(8)
  })

  test("a manager's queued save changes no administrator's phone", async () => {
    const manager = await server.device(MANAGER)
    const { body } = await manager.call('POST', '/clients', { name: 'Maria', cellphone: '31987654321' })
    const { id: client_id } = body as { id: number }
    const lead = {
      client_id,
      insurance_id: 1,
      proposal: 'P-1',
      inviter_id: OTHER,
      inviter_phone: '31911112222',
    }
    const before = await people()
    expect(await manager.call('POST', '/leads', lead)).toMatchObject({
      status: 422,
      body: { errors: { inviter_phone: ['Você não pode mudar o telefone deste usuário'] } },
    })
    expect(await people()).toEqual(before)
  })

  test('a confirmation lasts five minutes, for its session alone, and only its hash is stored', async () => {
    const headers = await confirmedHeader(admin, PASSWORD)
    const link = post(`/users/${OTHER}/link`)
    const [confirmation = ''] = Object.values(headers)
    expect(Buffer.from(confirmation, 'base64url')).toHaveLength(32)
    const stored = await store.db.selectFrom('session_confirmations').selectAll().execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(confirmation)
    expect((await link(headers)).status).toBe(200)
    const elsewhere = await server.device(ADMIN)
    expect(await elsewhere.call('POST', `/users/${OTHER}/link`, {}, headers)).toMatchObject(REQUIRED)
    server.forward(5 * MINUTE_MS - 5000)
    expect((await link(headers)).status).toBe(200)
    server.forward(6000)
    expect(await link(headers)).toMatchObject(REQUIRED)
    // The next confirmation of the session clears away what has ended.
    await confirmedHeader(admin, PASSWORD)
    const left = await store.db.selectFrom('session_confirmations').select('expires_at').execute()
    expect(left.every(({ expires_at }) => Date.parse(expires_at) > server.context.now())).toBe(true)
  })

  test('a confirmation ends with its session', async () => {
    const device = await server.device(ADMIN)
    await confirmedHeader(device, PASSWORD)
    await device.call('POST', '/logout', {})
    await sql`delete from sessions where revoked_at is not null`.execute(store.db)
    expect((await store.db.selectFrom('session_confirmations').selectAll().execute()).length).toBe(
      (
        await store.db
          .selectFrom('session_confirmations as c')
          .innerJoin('sessions as s', 's.id', 'c.session_id')
          .select('c.session_id')
          .execute()
      ).length,
    )
  })

  test('wrong passwords count by session, from whatever network, and hold up no sign-in', async () => {
    const hash = await cheapHash(PASSWORD)
    await store.db
      .insertInto('user_passwords')
      .values({ user_id: OTHER, hash })
      .onConflict((known) => known.column('user_id').doUpdateSet({ hash }))
      .execute()
    const device = await server.device(OTHER)
    let network = 0
    const confirm = async (own_password: string): Promise<Answer> => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: '/api/sessions/confirm',
        headers: device.headers,
        payload: { own_password },
        remoteAddress: `10.9.${network++}.1`,
      })
      return { status: statusCode, body: JSON.parse(body) }
    }
    expect(await confirm('')).toMatchObject({
      status: 400,
      body: { errors: { own_password: ['Campo Obrigatório'] } },
    })
    for (let guess = 0; guess < 8; guess++)
      expect(await confirm('palpite')).toMatchObject({
        status: 422,
        body: { code: 'rule', errors: { own_password: ['A sua senha não confere.'] } },
      })
    const signIn = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { login: 'otavio', password: PASSWORD, device_id: `device-${OTHER}` },
    })
    expect(signIn.statusCode).toBe(200)
    expect(await confirm(PASSWORD)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    const other = await server.device(OTHER)
    const elsewhere = await other.call('POST', '/sessions/confirm', { own_password: PASSWORD })
    expect(elsewhere.status, 'another session').toBe(200)
  })

  test('keys of dealerships and the data of a client need it, reading what they would do does not', async () => {
    const { body } = await admin.call('POST', '/clients', { name: 'Maria Rosa', cellphone: '31987654320' })
    const { id } = body as { id: number }
    const headers = await confirmedHeader(admin, PASSWORD)
    const keys = `/partners/${PARTNER}/keys`
    const made = await admin.call('POST', keys, { name: 'Loja' }, headers)
    const { id: key } = made.body as { id: string }
    const calls = [
      ['POST', keys, { name: 'Loja' }],
      ['POST', `/partner-keys/${key}/renew`, undefined],
      ['DELETE', `/partner-keys/${key}`, undefined],
      ['GET', `/clients/${id}/personal-data`, undefined],
      ['DELETE', `/clients/${id}/personal-data`, undefined],
    ] as const
    const present = async () => [
      await store.db.selectFrom('partner_keys').select(['id', 'revoked_at']).orderBy('id').execute(),
      await store.db.selectFrom('clients').select('name').where('id', '=', id).execute(),
      await store.db.selectFrom('audit_log').select('id').where('entity', '=', 'clients').execute(),
    ]
    const before = await present()
    for (const [method, path, given] of calls)
      expect(await admin.call(method, path, given), `${method} ${path}`).toMatchObject(REQUIRED)
    expect(await present()).toEqual(before)
    expect((await admin.call('GET', keys)).status).toBe(200)
    expect((await admin.call('GET', `/clients/${id}/personal-data/erasure`)).status).toBe(200)
    for (const [method, path, given] of calls) {
      // Renewing ends the key, so there is none to be ended after it.
      const expected = method === 'DELETE' && path.startsWith('/partner-keys') ? 404 : 200
      expect((await admin.call(method, path, given, headers)).status, `${method} ${path}`).toBe(expected)
    }
  })
})
