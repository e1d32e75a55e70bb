/** Where no mail server is configured each call says so, and gives the link to the users who may pass it on. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deliverDue } from '../../../server/reports/mail-delivery.ts'
import {
  copyLinkRoute,
  linkRoute,
  resendInvitationRoute,
  userMailRoute,
} from '../../../src/contract/accounts.ts'
import { createUserRoute, updateManagedUserRoute } from '../../../src/contract/administration/users.ts'
import { externalMailRoute } from '../../../src/contract/external.ts'
import { noticesRoute } from '../../../src/contract/notices.ts'
import { ASK_ADMINISTRATOR, copyWords } from '../../../src/domain/mail/mailed.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, DAVI, INDICATOR, MANAGER } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const ZE = {
  technical_team_id: 1,
  work_start: '09:00',
  observation: '',
  renovator_hierarchical_group: '',
  active_all_dealerships: false,
  partners: [24],
  name: 'Zé Novo',
  email: 'ze@exemplo.com.br',
  login: 'ze.novo',
  phone: '31987654321',
  role: 3,
  status: 1,
}
const FOLDER = { isFolder: true, send: async () => {}, close: () => {} }

describeDatabase('a server without a mail server', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.confirmedDevice(ADMIN)
    await sql`select setval(pg_get_serial_sequence('users', 'id'), 100)`.execute(store.db)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('mails').execute()
    await store.db.deleteFrom('password_verifications').execute()
    await store.db.deleteFrom('user_passwords').execute()
    const known = { verified_at: null, status: 1, email: 'davi@exemplo.com.br', login: 'davi' }
    await store.db.updateTable('users').set(known).where('id', '=', DAVI).execute()
    await store.db.deleteFrom('users').where('login', '=', ZE.login).execute()
  })
  const confirmed = () =>
    store.db
      .updateTable('users')
      .set({ verified_at: new Date().toISOString() })
      .where('id', '=', DAVI)
      .execute()
  const opens = async (link: string) => {
    const answer = await server.app.inject({ url: `/api/password/verify/${link.split('/').at(-1) ?? ''}` })
    return answer.statusCode === 200 ? linkRoute.answer.parse(answer.json()).data[0]?.purpose : answer.json()
  }

  test('an invitation answers its link, at the address by which the caller came', async () => {
    const { body } = await admin.call('POST', '/email/verify', { id: DAVI }, { host: '192.168.0.7:3000' })
    const { message, mail } = resendInvitationRoute.answer.parse(body)
    expect(message).toBe(copyWords({ recipient: 'davi@exemplo.com.br' }))
    expect(mail).toMatchObject({ way: 'file', recipient: 'davi@exemplo.com.br' })
    expect(mail.link).toMatch(/^http:\/\/192\.168\.0\.7:3000\/verify\/[\w-]{43}$/)
    expect(await opens(mail.link ?? '')).toBe('verify')
  })

  test.each([
    'farol.example@intruso.example',
    'intruso.example/verify',
    'a b',
  ])('the host %s, which is no address, is in no link', async (host) => {
    const { status, body } = await admin.call('POST', '/email/verify', { id: DAVI }, { host })
    if (status !== 200) return
    const { link } = resendInvitationRoute.answer.parse(body).mail
    expect(new URL(link ?? '').hostname).toBe('localhost')
  })

  test('a new user and a new address answer theirs', async () => {
    const created = createUserRoute.answer.parse((await admin.call('POST', '/users', ZE)).body)
    expect(created.mail).toMatchObject({ way: 'file', recipient: ZE.email })
    expect(await opens(created.mail?.link ?? '')).toBe('verify')
    await store.db
      .updateTable('users')
      .set({ verified_at: new Date().toISOString() })
      .where('id', '=', created.id)
      .execute()
    const { body } = await admin.call('PUT', `/users/${created.id}`, { ...ZE, email: 'outro@exemplo.com.br' })
    const { mail, email_waits } = updateManagedUserRoute.answer.parse(body)
    expect([email_waits, mail]).toMatchObject([true, { way: 'file', recipient: 'outro@exemplo.com.br' }])
    expect(await opens(mail?.link ?? '')).toBe('email')
    // The button makes it again, for a user who has lost it.
    const again = await admin.call('POST', `/users/${created.id}/link?what=email`)
    expect(await opens(copyLinkRoute.answer.parse(again.body).link)).toBe('email')
    expect(await opens(mail?.link ?? '')).toMatchObject({ code: 'link_unusable' })
    const none = await admin.call('POST', `/users/${DAVI}/link?what=email`)
    expect(none).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } })
  })

  test("one's own new address answers no link: it would prove the address without the mailbox", async () => {
    const PASSWORD = 'Uma-Frase-Longa-4711'
    const { link } = copyLinkRoute.answer.parse((await admin.call('POST', `/users/${DAVI}/link`)).body)
    await server.app.inject({
      method: 'POST',
      url: '/api/password/verify',
      payload: { verify_code: link.split('/').at(-1), password: PASSWORD },
    })
    const davi = await server.device(DAVI)
    const changes = { old_password: PASSWORD, email: 'novo@exemplo.com.br' }
    expect((await davi.call('POST', '/update-user', changes)).body).toMatchObject({
      email_waits: true,
      mail: { way: 'file', recipient: 'novo@exemplo.com.br', link: null },
    })
  })

  test('a forgotten password: the same answer for every login, no link anywhere, and none of an administrator ends', async () => {
    await confirmed()
    const { link } = copyLinkRoute.answer.parse((await admin.call('POST', `/users/${DAVI}/link`)).body)
    const ask = async (login: string) => {
      const payload = { login }
      const answer = await server.app.inject({ method: 'POST', url: '/api/password/reset-mail', payload })
      return { status: answer.statusCode, body: answer.json() as unknown }
    }
    const known = await ask('davi')
    expect(known).toEqual({ status: 200, body: { message: ASK_ADMINISTRATOR } })
    expect(await ask('ninguem')).toEqual(known)
    const facts = noticesRoute.answer.parse((await server.app.inject({ url: '/api/notices' })).json())
    expect(facts.data.sends_mail).toBe(false)
    expect(await store.db.selectFrom('mails').select('id').execute()).toEqual([])
    expect(await opens(link)).toBe('redefine')
  })

  test("the mail with an inviter's link answers the link", async () => {
    const indicator = await server.device(INDICATOR)
    const sent = await indicator.call('POST', '/externalMail', { externalMail: 'amiga@exemplo.com.br' })
    const { message, mail } = externalMailRoute.answer.parse(sent.body)
    expect(message).toBe(copyWords({ recipient: 'amiga@exemplo.com.br' }))
    expect(mail).toMatchObject({ way: 'file', recipient: 'amiga@exemplo.com.br' })
    expect(mail.link).toContain(`inviter_id=${INDICATOR}-`)
  })

  test('a mail in the folder is not called sent, also after a mail server came', async () => {
    await admin.call('POST', '/email/verify', { id: DAVI })
    const state = async (of = admin) =>
      userMailRoute.answer.parse((await of.call('GET', `/users/${DAVI}/mail`)).body).data?.state
    expect(await state()).toBe('file')
    await deliverDue(server.context, FOLDER)
    expect(await state()).toBe('file')
    const later = await startServer(store, {
      MAIL_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'farol@exemplo.com.br',
      PUBLIC_URL: 'https://farol.exemplo.com.br',
    })
    expect(await state(await later.device(ADMIN))).toBe('file')
    await later.stop()
  })

  test("a manager copies the link of a broker, not of an administrator; a broker's request is refused", async () => {
    await admin.call('POST', '/email/verify', { id: DAVI })
    const manager = await server.confirmedDevice(MANAGER)
    const { body } = await manager.call('GET', `/users/${DAVI}/mail`)
    expect(userMailRoute.answer.parse(body)).toMatchObject({
      copies_links: true,
      data: { state: 'file', recipient: 'davi@exemplo.com.br', problem: null },
    })
    const copied = await manager.call('POST', `/users/${DAVI}/link`)
    expect(copyLinkRoute.answer.parse(copied.body).link).toMatch(/\/verify\/[\w-]{43}$/)
    for (const path of [`/users/${ADMIN}/mail`, `/users/${ADMIN}/link`])
      expect((await manager.call(path.endsWith('mail') ? 'GET' : 'POST', path)).status).toBe(403)
  })

  test('an invitation that is sent again and a copied link are in the audit', async () => {
    await admin.call('POST', '/email/verify', { id: DAVI })
    await (await server.confirmedDevice(MANAGER)).call('POST', `/users/${DAVI}/link`)
    const entries = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action'])
      .where('entity', '=', 'users')
      .where('entity_id', '=', String(DAVI))
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      { user_id: MANAGER, action: 'copy_link' },
      { user_id: ADMIN, action: 'invite' },
    ])
  })
})
