/** No two users have the same e-mail, whatever its case: docs/rules.md#users */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestReset } from '../../../server/accounts/invitation.ts'
import { usersWithoutEmail } from '../../../server/accounts/user-email.ts'
import { up as auditAndAddresses } from '../../../server/db/migrations/0042-audit-and-addresses.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { WITH_MAIL } from '../support/mail.ts'
import { BRUNA, DAVI, EVA, INDICATOR, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { inStaff, PASSWORD, refused, type Staff } from './staff.ts'

const TAKEN = 'Este e-mail já é de outro usuário'
const ADDRESS = 'Carla@Exemplo.com.br'
const OTHER_CASE = 'carla@exemplo.COM.br'

describeDatabase('the e-mail of a user', (open) => {
  let store: TestStore
  let server: TestServer
  let create: Staff['create']
  let created: Staff['created']
  let put: Staff['put']
  inStaff(
    open,
    (staff) => {
      ;({ store, server, create, created, put } = staff)
    },
    WITH_MAIL,
  )

  const addresses = async () =>
    (await store.db.selectFrom('users').select('email').execute())
      .map(({ email }) => email.toLowerCase())
      .filter((email) => email !== '')
  const isUnique = async () => {
    const all = await addresses()
    expect(new Set(all).size).toBe(all.length)
  }

  test('is refused to a second user in any case, by creation and by change', async () => {
    await created({ email: ADDRESS })
    expect(await create({ email: OTHER_CASE })).toMatchObject({ status: 422, body: refused('email', TAKEN) })
    const other = await created()
    for (const verified_at of [null, new Date().toISOString()]) {
      await store.db.updateTable('users').set({ verified_at }).where('id', '=', other.id).execute()
      const answer = await put(other.id, { email: OTHER_CASE })
      expect(answer).toMatchObject({ status: 422, body: refused('email', TAKEN) })
    }
    // The same user may write its own in another case.
    expect((await put(other.id, { email: other.email.toUpperCase() })).status).toBe(200)
    await isUnique()
  })

  test('a taken login is still reported as a login', async () => {
    const { login } = await created()
    expect(await create({ login: login.toUpperCase() })).toMatchObject({
      status: 422,
      body: refused('login'),
    })
  })

  test('of two users who are created with it at once one is', async () => {
    const answers = await Promise.all([
      create({ email: 'Dupla@exemplo.com.br' }),
      create({ email: 'dupla@exemplo.com.br' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    await isUnique()
  })

  test('a link to an address that another user has taken meanwhile gives it to no one else', async () => {
    const device = await signedIn(BRUNA)
    const email = 'disputada@exemplo.com.br'
    // The own profile does not reveal whether another user has the address: the mailbox does.
    const asked = await device.call('POST', '/update-user', { old_password: PASSWORD, email })
    expect(asked.status).toBe(200)
    const mail = await store.db
      .selectFrom('mails')
      .select('body_text')
      .where('user_id', '=', BRUNA)
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    const verify_code = /\/verify\/([\w-]+)/.exec(mail.body_text)?.[1] ?? ''
    await created({ email: email.toUpperCase() })
    expect(await device.call('POST', '/email/confirm', { verify_code })).toMatchObject({
      status: 422,
      body: refused('email', TAKEN),
    })
    await isUnique()
  })

  async function signedIn(id: number): Promise<Device> {
    const hash = await cheapHash(PASSWORD)
    await store.db
      .insertInto('user_passwords')
      .values({ user_id: id, hash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash }))
      .execute()
    return server.device(id)
  }

  test('a database with doubles is migrated: one keeps the address, the others have none, and the audit has it', async () => {
    const { db } = store
    await sql`drop index users_email; drop trigger audit_log_not_emptied on audit_log`.execute(db)
    const shared: readonly (readonly [id: number, email: string, status: 0 | 1, seen: string | null])[] = [
      [MANAGER, 'Geral@exemplo.com.br', 1, '2026-10-01T12:00:00Z'],
      [BRUNA, 'geral@exemplo.com.br', 1, '2026-11-01T12:00:00Z'],
      [DAVI, 'GERAL@exemplo.com.br', 1, null],
      // A user who left does not keep it if an active user has it.
      [EVA, 'geral@Exemplo.com.br', 0, '2026-12-01T12:00:00Z'],
    ]
    await db.deleteFrom('sessions').execute()
    for (const [id, email, status, seen] of shared) {
      await db.updateTable('users').set({ email, status }).where('id', '=', id).execute()
      if (seen === null) continue
      await server.device(id)
      await sql`update sessions set last_seen_at = ${seen} where user_id = ${id}`.execute(db)
    }
    await auditAndAddresses(db)
    const ids = shared.map(([id]) => id)
    const after = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
    expect(new Map(after.map(({ id, email }) => [id, email]))).toEqual(
      new Map([
        [MANAGER, ''],
        [BRUNA, 'geral@exemplo.com.br'],
        [DAVI, ''],
        [EVA, ''],
      ]),
    )
    expect(await usersWithoutEmail(db)).toEqual([MANAGER, DAVI].toSorted((one, other) => one - other))
    const entries = await db
      .selectFrom('audit_log')
      .select(['entity_id', 'before', 'after'])
      .where(sql`after ->> 'email'`, '=', '')
      .execute()
    expect(entries).toHaveLength(3)
    expect(entries.find(({ entity_id }) => entity_id === String(MANAGER))).toMatchObject({
      before: { email: 'Geral@exemplo.com.br' },
    })
  })

  test('a user without one signs in, gets no mail, and is given a new one', async () => {
    await store.db.updateTable('users').set({ email: '', verified_at: null }).where('id', '=', DAVI).execute()
    await store.db.updateTable('users').set({ email: '' }).where('id', '=', INDICATOR).execute()
    await signedIn(DAVI)
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { login: 'DAVI', password: PASSWORD },
    })
    expect(login.statusCode).toBe(200)
    await requestReset(server.context, 'davi')
    const mails = () => store.db.selectFrom('mails').select('recipient').where('user_id', '=', DAVI).execute()
    expect(await mails()).toEqual([])
    const admin = await server.confirmedDevice(1)
    expect(await admin.call('POST', '/email/verify', { id: DAVI })).toMatchObject({
      status: 422,
      body: refused('email', 'Dê um e-mail ao usuário antes de enviar o convite.'),
    })
    expect((await put(DAVI, { email: 'davi.novo@exemplo.com.br' }, admin)).status).toBe(200)
    expect(await mails()).toEqual([{ recipient: 'davi.novo@exemplo.com.br' }])
  })
})
