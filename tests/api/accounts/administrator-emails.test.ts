/** A new e-mail of an administrator is reported to the old address and to the other administrators. docs/rules.md#own-password */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { administratorEmailsRoute } from '../../../src/contract/administration/administrator-emails.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { inStaff, PASSWORD } from '../administration/staff.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { ADMIN, DAVI } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

/** Other administrators. */
const [OTHER, THIRD] = [50, 51]
const OLD = 'otavio@exemplo.com.br'
const NEW = 'novo@exemplo.com.br'
const FORM = { name: 'Otávio', phone: '31988887777', role: 1, own_password: PASSWORD }

describeDatabase('a new e-mail of an administrator', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let other: Device
  inStaff(open, (staff) => {
    ;({ store, server, admin } = staff)
  })
  beforeEach(async () => {
    const { db } = store
    await db.deleteFrom('users').where('id', 'in', [OTHER, THIRD]).execute()
    const person = { phone: FORM.phone, verified_at: new Date().toISOString() }
    await db
      .insertInto('users')
      .values([
        { id: OTHER, name: 'Otávio', login: 'otavio', email: OLD, ...person },
        { id: THIRD, name: 'Téo', login: 'teo', email: 'teo@exemplo.com.br', ...person },
      ])
      .execute()
    await db
      .insertInto('user_roles')
      .values([OTHER, THIRD].map((user_id) => ({ user_id, role_id: 1 })))
      .execute()
    await db
      .insertInto('user_passwords')
      .values({ user_id: OTHER, hash: await cheapHash(PASSWORD) })
      .execute()
    await db.deleteFrom('mails').execute()
    await db.deleteFrom('password_verifications').execute()
    other = await server.device(OTHER)
  })

  const mails = async () =>
    store.db.selectFrom('mails').select(['purpose', 'recipient', 'body_text']).orderBy('purpose').execute()
  /** The last entry after `last` for each of them. */
  const news = async (reader: Device | number) => {
    const device = typeof reader === 'number' ? await server.device(reader) : reader
    const { body } = await device.call('GET', '/administrators/emails')
    return administratorEmailsRoute.answer.parse(body).data.filter(({ id }) => id > last)
  }
  let last = 0
  beforeEach(async () => {
    const { id } = await store.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max<string>('id').as('id'))
      .executeTakeFirstOrThrow()
    last = Number(id)
  })
  const link = async () =>
    /\/verify\/([\w-]+)/.exec(
      (await mails()).find(({ purpose }) => purpose === 'email')?.body_text ?? '',
    )?.[1]

  test.each<[string, () => Promise<unknown>, number]>([
    [
      'the dialog of a user',
      async () => admin.call('PUT', `/users/${OTHER}`, { ...FORM, email: NEW }),
      ADMIN,
    ],
    ['the own dialog', async () => other.call('PUT', `/users/${OTHER}`, { ...FORM, email: NEW }), OTHER],
    [
      'the profile',
      async () => other.call('POST', '/update-user', { old_password: PASSWORD, email: NEW }),
      OTHER,
    ],
  ])('by %s is reported when it is asked for, and when it is confirmed', async (_way, change, by) => {
    expect(await change()).toMatchObject({ status: 200, body: { email_waits: true } })
    expect((await mails()).map(({ purpose, recipient }) => [purpose, recipient])).toEqual([
      ['email', NEW],
      ['email_asked', OLD],
    ])
    expect((await mails()).find(({ purpose }) => purpose === 'email_asked')?.body_text).toContain(NEW)
    const asked = { what: 'asked', email: NEW, user: { id: OTHER, name: 'Otávio' }, by: { id: by } }
    expect(await news(THIRD)).toMatchObject([asked])
    // The user who did it gets no notice. The owner of the address learns what others did.
    expect(await news(ADMIN)).toMatchObject(by === ADMIN ? [] : [asked])
    expect(await news(OTHER)).toMatchObject(by === OTHER ? [] : [asked])
    const used = await admin.call('POST', '/email/confirm', { verify_code: await link() })
    expect(used.status).toBe(200)
    expect(await news(THIRD)).toMatchObject([{ ...asked, what: 'changed', by: { id: OTHER } }, asked])
    expect((await mails()).filter(({ recipient }) => recipient === OLD)).toHaveLength(2)
  })

  test('of a user who becomes an administrator by the same save is reported, too', async () => {
    const makeBroker = sql`update user_roles set role_id = 3 where user_id = ${OTHER}`
    await makeBroker.execute(store.db)
    expect((await admin.call('PUT', `/users/${OTHER}`, { ...FORM, email: NEW })).status).toBe(200)
    expect((await mails()).map(({ purpose, recipient }) => [purpose, recipient])).toEqual([
      ['email', NEW],
      ['email_asked', OLD],
    ])
    expect(await news(THIRD)).toMatchObject([{ what: 'asked', email: NEW, user: { id: OTHER } }])
  })

  test('that was never confirmed is replaced at once and reported in the same way', async () => {
    await store.db.updateTable('users').set({ verified_at: null }).where('id', '=', OTHER).execute()
    await admin.call('PUT', `/users/${OTHER}`, { ...FORM, email: NEW })
    expect((await mails()).map(({ purpose, recipient }) => [purpose, recipient])).toEqual([
      ['email_changed', OLD],
      ['verify', NEW],
    ])
    expect(await news(THIRD)).toMatchObject([{ what: 'changed', email: NEW, user: { id: OTHER } }])
  })

  test('is no other user’s news: other changes and other users report nothing', async () => {
    await admin.call('PUT', `/users/${OTHER}`, { ...FORM, email: OLD, phone: '31911112222' })
    await store.db
      .updateTable('users')
      .set({ verified_at: new Date().toISOString() })
      .where('id', '=', DAVI)
      .execute()
    await admin.call('PUT', `/users/${DAVI}`, { ...FORM, role: 3, email: NEW })
    expect(await news(THIRD)).toEqual([])
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([NEW])
  })

  test('the dialog of the user still shows the mail with the link', async () => {
    await admin.call('PUT', `/users/${OTHER}`, { ...FORM, email: NEW })
    expect(await admin.call('GET', `/users/${OTHER}/mail`)).toMatchObject({
      body: { data: { recipient: NEW } },
    })
  })

  test('leaves the list after a month', async () => {
    await admin.call('PUT', `/users/${OTHER}`, { ...FORM, email: NEW })
    server.forward(29 * DAY_MS)
    expect(await news(THIRD)).toHaveLength(1)
    server.forward(2 * DAY_MS)
    expect(await news(THIRD)).toEqual([])
  })
})
