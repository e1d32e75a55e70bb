/** Links of mails: invitation, new password, new address; what ends them, and what they reveal to strangers. */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { linkRoute } from '../../../src/contract/accounts.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { WITH_MAIL } from '../support/mail.ts'
import { ADMIN, DAVI } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'

const signedInSchema = z.object({ data: z.object({ token: z.string() }) })
const PASSWORD = 'Uma-Frase-Longa-4711'

describeDatabase('links of mails', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(
    open,
    (opened) => {
      ;({ store, server } = opened)
    },
    WITH_MAIL,
  )
  beforeEach(async () => {
    await store.db.deleteFrom('mails').execute()
    await store.db.deleteFrom('password_verifications').execute()
    await store.db.deleteFrom('user_passwords').execute()
    const known = { verified_at: null, status: 1, email: 'davi@exemplo.com.br', login: 'davi' }
    await store.db.updateTable('users').set(known).where('id', '=', DAVI).execute()
  })

  async function ask(method: 'GET' | 'POST', path: string, payload?: object, from = '10.1.1.1') {
    const answer = await server.app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: from,
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: answer.statusCode, body: answer.json() as unknown }
  }
  /** Of the user of these tests: work that an earlier test began for another user may still come. */
  const mails = () =>
    store.db.selectFrom('mails').selectAll().where('user_id', '=', DAVI).orderBy('created_at').execute()
  /** The code of the last mail's link. */
  const code = async () =>
    /\/(?:verify|redefine)\/([\w-]+)/.exec((await mails()).at(-1)?.body_text ?? '')?.[1] ?? ''
  async function invite(): Promise<string> {
    const answer = await (await server.confirmedDevice(ADMIN)).call('POST', '/email/verify', { id: DAVI })
    const mail = { way: 'queued', recipient: 'davi@exemplo.com.br', link: null }
    expect(answer).toEqual({ status: 200, body: { message: 'E-mail de confirmação enviado!', mail } })
    return code()
  }
  /** Requests are worked on after their answer. */
  const settled = async (expected: number) => {
    await expect.poll(async () => (await mails()).length).toBe(expected)
  }
  async function reset(): Promise<string> {
    expect((await ask('POST', '/password/reset-mail', { login: 'DAVI' })).status).toBe(200)
    await settled(1)
    return code()
  }
  const use = (verify_code: string, password = PASSWORD) =>
    ask('POST', '/password/verify', { verify_code, password })
  const signIn = (password = PASSWORD) => ask('POST', '/login', { login: 'davi', password })
  /** The answer to a change of one's own, of a new sign-in. */
  async function change(changes: object): Promise<unknown> {
    const { body } = await signIn()
    const { token } = signedInSchema.parse(body).data
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/update-user',
      headers: { authorization: `Bearer ${token}` },
      payload: { old_password: PASSWORD, ...changes },
    })
    return answer.json()
  }
  const reasonOf = async (verify_code: string) => {
    const { status, body } = await ask('GET', `/password/verify/${verify_code}`)
    return status === 200 ? linkRoute.answer.parse(body).data[0]?.purpose : body
  }
  const gone = (message: string) => ({ code: 'link_unusable', message: expect.stringContaining(message) })

  test('an invitation sets the first password once, and confirms the address', async () => {
    const link = await invite()
    expect((await mails())[0]).toMatchObject({ recipient: 'davi@exemplo.com.br', user_id: DAVI })
    // Opening the page uses nothing up.
    expect(await reasonOf(link)).toBe('verify')
    expect(await reasonOf(link)).toBe('verify')
    expect(await signIn()).toMatchObject({ status: 404 })
    expect(await use(link)).toEqual({ status: 200, body: { message: 'Senha criada com sucesso!' } })
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(await reasonOf(link)).toMatchObject(gone('já foi usado'))
    expect(await use(link, 'Outra-Frase-Longa-4711')).toMatchObject({ status: 410 })
    const again = await (await server.confirmedDevice(ADMIN)).call('POST', '/email/verify', { id: DAVI })
    expect(again).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } })
  })

  test('the code is nowhere in the tables of links', async () => {
    const link = await invite()
    expect(link).toHaveLength(43)
    const rows = await store.db.selectFrom('password_verifications').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(link)
  })

  test('a newer invitation ends the older one; each lasts seven days', async () => {
    const first = await invite()
    const second = await invite()
    expect(await reasonOf(first)).toMatchObject(gone('expirou'))
    expect(await reasonOf(second)).toBe('verify')
    server.forward(7 * DAY_MS)
    expect(await reasonOf(second)).toMatchObject(gone('expirou'))
    expect(await use(second)).toMatchObject({ status: 410, body: gone('expirou') })
    server.forward(-7 * DAY_MS)
  })

  test('a new password ends all sessions, and a reset lasts an hour', async () => {
    await store.db.updateTable('users').set({ verified_at: new Date().toISOString() }).execute()
    const device = await server.device(DAVI)
    const link = await reset()
    server.forward(HOUR_MS)
    expect(await use(link)).toMatchObject({ status: 410 })
    server.forward(-HOUR_MS)
    expect((await device.call('GET', '/users/me')).status).toBe(200)
    expect((await use(link)).status).toBe(200)
    expect(await device.call('GET', '/users/me')).toMatchObject({ status: 401, body: { revoked: true } })
    expect((await mails()).map(({ purpose }) => purpose)).toEqual(['redefine', 'password_changed'])
  })

  test('a new password ends the links that were open, and the mail that would bring one', async () => {
    await store.db.updateTable('users').set({ verified_at: new Date().toISOString() }).execute()
    const first = await reset()
    const answer = await use(first)
    expect(answer.status).toBe(200)
    await change({ email: 'intruso@exemplo.com.br' })
    const address = await code()
    expect(await reasonOf(address)).toBe('email')
    await ask('POST', '/password/reset-mail', { login: 'davi' }, '10.5.5.1')
    await expect.poll(async () => (await mails()).at(-1)?.purpose).toBe('redefine')
    const second = await code()
    await use(second, 'Outra-Frase-Longa-4711')
    expect(await ask('POST', '/email/confirm', { verify_code: address })).toMatchObject({ status: 410 })
    expect((await mails()).filter(({ purpose }) => purpose === 'email')).toMatchObject([
      { failed_at: expect.any(String), body_text: '' },
    ])
  })

  test('a new password with a new address in one request keeps the link to the address', async () => {
    await invite().then(use)
    await change({ password: 'Outra-Frase-4711', email: 'novo@exemplo.com.br' })
    expect(await ask('POST', '/email/confirm', { verify_code: await code() })).toMatchObject({ status: 200 })
  })

  test('a link in the mailbox of the former address sets no password', async () => {
    await invite().then(use)
    await change({ email: 'novo@exemplo.com.br' })
    const address = await code()
    await ask('POST', '/password/reset-mail', { login: 'davi' }, '10.6.6.1')
    await expect.poll(async () => (await mails()).at(-1)?.purpose).toBe('redefine')
    const old = await code()
    expect(await ask('POST', '/email/confirm', { verify_code: address })).toMatchObject({ status: 200 })
    expect(await use(old)).toMatchObject({ status: 410 })
  })

  test('a session names what opened it', async () => {
    await invite().then(use)
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    const { headers, payload } = {
      headers: { 'user-agent': agent },
      payload: { login: 'davi', password: PASSWORD },
    }
    const signed = await server.app.inject({ method: 'POST', url: '/api/login', headers, payload })
    const { token } = signedInSchema.parse(signed.json()).data
    const answer = await server.app.inject({
      url: '/api/sessions',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.json()).toMatchObject({ data: [{ device_name: 'Chrome no Windows', current: true }] })
  })

  test('what users change of their own is in the audit, a password without itself', async () => {
    const last = await store.db
      .selectFrom('audit_log')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    await invite().then(use)
    await change({ email: 'novo@exemplo.com.br', phone: '31977776666' })
    await ask('POST', '/email/confirm', { verify_code: await code() })
    await change({ password: 'Outra-Frase-4711' })
    const answer = await (await server.confirmedDevice(ADMIN)).call('PUT', `/users/${DAVI}/phone`, {
      phone: '31966665555',
    })
    expect(answer.status).toBe(200)
    const entries = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'users')
      .where('entity_id', '=', String(DAVI))
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .execute()
    const [old, fresh] = ['davi@exemplo.com.br', 'novo@exemplo.com.br']
    const password = { user_id: DAVI, action: 'set_password', before: null, after: null }
    expect(entries).toMatchObject([
      { user_id: ADMIN, action: 'invite' },
      password,
      {
        user_id: DAVI,
        action: 'update',
        before: { waiting_email: null },
        after: { email: old, waiting_email: fresh, phone: '31977776666' },
      },
      {
        user_id: DAVI,
        action: 'update',
        before: { email: old, waiting_email: fresh },
        after: { email: fresh, waiting_email: null },
      },
      password,
      { user_id: ADMIN, action: 'update', after: { phone: '31966665555' } },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/argon2|Frase/)
  })

  test('two uses of one link at once set one password', async () => {
    const link = await invite()
    const answers = await Promise.all([use(link, 'Primeira-Senha-4711'), use(link, 'Segunda-Senha-4711')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410])
  })

  test.each([
    ['curta', 400],
    ['davi', 400],
    ['password', 422],
  ])('the password %s is refused, and the link stays', async (password, status) => {
    const link = await invite()
    const answer = await use(link, password)
    expect(answer).toMatchObject({ status, body: { errors: { password: [expect.any(String)] } } })
    expect(await reasonOf(link)).toBe('verify')
  })

  test('a known and an unknown login get the same answer; the fourth mail of an hour is not sent', async () => {
    const known = await ask('POST', '/password/reset-mail', { login: 'davi' })
    expect(await ask('POST', '/password/reset-mail', { login: 'ninguem' })).toEqual(known)
    await settled(1)
    for (const place of [1, 2, 3, 4])
      await ask('POST', '/password/reset-mail', { login: 'davi' }, `10.2.2.${place}`)
    await settled(3)
  })

  test('a ninth request for a login from one address waits, whether it exists or not', async () => {
    for (const login of ['eva', 'ninguem']) {
      const from = login === 'eva' ? '10.3.3.1' : '10.3.3.2'
      const statuses: number[] = []
      for (let tried = 0; tried < 9; tried++)
        statuses.push((await ask('POST', '/password/reset-mail', { login }, from)).status)
      expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429])
    }
  })

  test('a forged host is in no mail: links lead to PUBLIC_URL', async () => {
    await server.app.inject({
      method: 'POST',
      url: '/api/password/reset-mail',
      headers: { host: 'farol.intruso.example', 'x-forwarded-host': 'farol.intruso.example' },
      payload: { login: 'davi' },
    })
    await settled(1)
    const [mail] = await mails()
    expect(mail?.body_text).toContain('https://farol.exemplo.com.br/redefine/')
    expect(mail?.body_html).not.toContain('intruso')
  })

  test('an inactive user gets no mail, and its links are void', async () => {
    const link = await invite()
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', DAVI).execute()
    expect(await use(link)).toMatchObject({ status: 410, body: gone('não é válido') })
    const sent = (await mails()).length
    await ask('POST', '/password/reset-mail', { login: 'davi' }, '10.4.4.1')
    expect((await mails()).length).toBe(sent)
  })

  test('a new address counts once its link is used, and the old one is notified', async () => {
    await invite().then(use)
    expect(await change({ email: 'novo@exemplo.com.br' })).toEqual({
      message: 'Perfil atualizado com sucesso!',
      email_waits: true,
      mail: { way: 'queued', recipient: 'novo@exemplo.com.br', link: null },
    })
    const email = async () =>
      (await store.db.selectFrom('users').select('email').where('id', '=', DAVI).executeTakeFirst())?.email
    expect(await email()).toBe('davi@exemplo.com.br')
    const link = await code()
    expect(await use(link)).toMatchObject({ status: 410 })
    expect(await ask('POST', '/email/confirm', { verify_code: link })).toMatchObject({ status: 200 })
    expect(await email()).toBe('novo@exemplo.com.br')
    expect((await mails()).slice(-2).map(({ recipient }) => recipient)).toEqual([
      'novo@exemplo.com.br',
      'davi@exemplo.com.br',
    ])
  })

  test('the present address withdraws the new one', async () => {
    await invite().then(use)
    await change({ email: 'errado@exemplo.com.br' })
    const link = await code()
    expect(await change({ email: 'davi@exemplo.com.br' })).toMatchObject({ email_waits: false })
    expect(await reasonOf(link)).toMatchObject(gone('expirou'))
    expect(await ask('POST', '/email/confirm', { verify_code: link })).toMatchObject({ status: 410 })
  })
})
