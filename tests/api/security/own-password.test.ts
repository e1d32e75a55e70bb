/**
 * Every call of the server by an administrator's token alone: none changes what opens the own account or any other, or
 * gives it power. A call that is added tomorrow is asked, too. docs/rules.md#own-password
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase } from '../support/databases.ts'
import { accountsOf } from '../support/guarded-accounts.ts'
import type { Device } from '../support/server.ts'
import { OPERATIONS } from './expectations.ts'
import { REQUESTS } from './requests.ts'
import { ownOf } from './row.ts'
import { type Asked, ask, type Method } from './support/ask.ts'
import { ADMINISTRATOR } from './support/residents.ts'
import { inWorld, type World } from './support/world.ts'

const SELF = ADMINISTRATOR.id
const OTHER = 60
/** A broker. */
const BROKER = 61
const VICTIMS = [SELF, OTHER, BROKER]
const PASSWORD = 'Uma-Frase-Longa-4711'

/** What a call may do to an account without the password, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'POST /logout': 'a user must always be able to leave a tablet',
}

/** Fields by which a body could name an account and change it. */
const bodyAbout = (id: number, session: string) => ({
  id,
  user_id: id,
  inviter_id: id,
  broker_id: id,
  session_id: session,
  email: `ladrao${id}@exemplo.com.br`,
  phone: '31911112222',
  // A queued save brings no password and may change an inviter's phone, which opens nothing: docs/rules.md#own-password
  ...(id === BROKER ? {} : { inviter_phone: '31911112222' }),
  status: id === SELF ? 1 : 0,
  role: id === SELF ? 1 : id === BROKER ? 2 : 3,
  technical_team_id: id === BROKER ? 1 : null,
  channel_id: 29,
  partners: [],
  name: 'Oculto',
  login: `ladrao${id}`,
  password: 'Outra-Frase-Longa-4711',
})

const METHODS = ['POST', 'PUT', 'DELETE'] as const satisfies readonly Method[]

interface Attempt extends Asked {
  readonly method: Method
}

/** The request of the matrix, and the same about each victim: in the path, in the body, in both. */
function attemptsOf(route: string, sessions: Readonly<Record<number, string>>): Attempt[] {
  const method = METHODS.find((one) => route.startsWith(`${one} `))
  if (method === undefined) throw new Error(`no method in ${route}`)
  const pattern = route.slice(method.length + 1)
  const titles = Object.keys(OPERATIONS).filter((title) => title === route || title.startsWith(`${route} · `))
  return titles.flatMap((title) => {
    const own = ownOf(OPERATIONS[title] ?? { own: 0 }, ADMINISTRATOR)
    if (own === null) return []
    const given = REQUESTS[title]?.({ me: ADMINISTRATOR, record: own, own }) ?? {}
    const plain = { path: pattern.replace(/:\w+/, String(own.lead.id)), ...given }
    const about = VICTIMS.flatMap((id) => {
      const session = sessions[id] ?? ''
      const body = { ...plain.body, ...bodyAbout(id, session) }
      const paths = pattern.includes(':')
        ? [pattern.replace(/:\w+/, String(id)), pattern.replace(/:\w+/, session)]
        : []
      const withQuery = paths.map((path) => `${path}?what=email`)
      return [plain.path, ...paths, ...withQuery].flatMap((path) => [
        { path, body },
        { path, body: given.body ?? {} },
      ])
    })
    return [plain, ...about].map((asked) => ({ ...asked, method }))
  })
}

describeDatabase('an administrator’s token alone', (open) => {
  let world: World
  let device: Device
  inWorld(open, (opened) => {
    world = opened
  })

  async function settled(): Promise<Record<number, string>> {
    const { store, server } = world
    await world.renew()
    const { db } = store
    const known = { verified_at: new Date().toISOString(), status: 1 }
    const row = {
      id: OTHER,
      name: 'Outra',
      login: 'outra',
      email: 'outra@casa.qx',
      phone: '3195060852',
      ...known,
    }
    await db
      .insertInto('users')
      .values([row, { ...row, id: BROKER, name: 'Bento', login: 'bento', email: 'bento@casa.qx' }])
      .onConflict((present) => present.column('id').doNothing())
      .execute()
    await db
      .insertInto('user_roles')
      .values([
        { user_id: OTHER, role_id: 1 },
        { user_id: BROKER, role_id: 3 },
      ])
      .onConflict((present) => present.doNothing())
      .execute()
    await db.updateTable('users').set(known).where('id', 'in', VICTIMS).execute()
    const hash = await cheapHash(PASSWORD)
    await db
      .insertInto('user_passwords')
      .values(VICTIMS.map((user_id) => ({ user_id, hash })))
      .onConflict((present) => present.column('user_id').doUpdateSet({ hash }))
      .execute()
    device = await server.device(SELF)
    const sessions: Record<number, string> = {}
    for (const id of VICTIMS) {
      await server.device(id)
      const { rows } = await sql<{ id: string }>`
        select id from sessions where user_id = ${id} order by id desc limit 1`.execute(db)
      sessions[id] = rows[0]?.id ?? ''
    }
    return sessions
  }

  test('changes no account, by whichever call', async () => {
    const sessions = await settled()
    const { server, store, routes } = world
    const changing = routes.filter(({ route }) => METHODS.some((method) => route.startsWith(`${method} `)))
    expect(changing.length).toBeGreaterThan(50)
    const touched: string[] = []
    let sent = 0
    for (const { route } of changing) {
      if (ALLOWED[route] !== undefined) continue
      server.forward(MINUTE_MS)
      const before = await accountsOf(store, VICTIMS)
      for (const attempt of attemptsOf(route, sessions)) {
        sent++
        await ask(server, device, attempt, OPERATIONS[route]?.stream)
      }
      if (JSON.stringify(await accountsOf(store, VICTIMS)) !== JSON.stringify(before)) touched.push(route)
    }
    expect(touched).toEqual([])
    expect(sent).toBeGreaterThan(400)
  })

  test('changes them once it has confirmed, so that the requests above would do it', async () => {
    const { server, store } = world
    const confirmed = await server.confirmedDevice(SELF)
    const touching: string[] = []
    for (const route of [
      'PUT /users/:id',
      'POST /users/:id/link',
      'PUT /users/:id/phone',
      'DELETE /sessions/:id',
    ]) {
      const sessions = await settled()
      const before = await accountsOf(store, VICTIMS)
      for (const attempt of attemptsOf(route, sessions)) await ask(server, confirmed, attempt)
      if (JSON.stringify(await accountsOf(store, VICTIMS)) !== JSON.stringify(before)) touching.push(route)
    }
    expect(touching).toHaveLength(4)
  })
})

/** Each file that writes accounts, links or sessions, and what guards it. Another file fails until it is here. */
const WRITERS: Readonly<Record<string, string>> = {
  'accounts/disown.ts': 'the code of a link, or the own password: confirms always',
  'accounts/first-admin.ts': 'the command of the operator',
  'accounts/invitation.ts': 'its callers: administration/users.ts, http/accounts.ts, accounts/profile.ts',
  'accounts/link-use.ts': 'the code of a link',
  'accounts/profile.ts': 'the present password, in http/session.ts',
  'accounts/roles.ts': 'its callers: administration/users.ts, transfers/undo-transfer.ts',
  'accounts/user-email.ts': 'its callers: administration/users.ts, accounts/link-use.ts',
  'administration/users.ts': 'demandOwnPassword and demandRole',
  'clock/future.ts': 'takes back instants of the future, which only shortens sessions and links',
  'commands/lead/save-check.ts':
    'mayChangePhoneOf: no phone of an administrator, of oneself only a missing one',
  'devices/erase.ts': 'the own device or that of a managed user, and demanded proof: confirms always',
  'export/administrators.ts': 'the command of the operator',
  'http/accounts.ts': 'demandOwnPassword',
  'http/session.ts': 'the own password: confirms always',
  'http/users.ts': 'demandOwnPassword',
  'imports/users.ts': 'no administrator and no password: readUser refuses the role',
  'revocations/carry-out.ts': 'no caller: what was done before a restore',
  'session/links.ts': 'its callers are in this list',
  'session/passwords.ts': 'its callers: the present password, or the code of a link',
  'session/tokens.ts': 'the hook of calls that confirm always, a sign-out, a proof of the token',
  'sync/housekeeping.ts': 'no caller: links that ended long ago',
  'transfers/undo-transfer.ts': 'demandOwnPassword',
}
const TABLES = 'users|user_roles|user_passwords|password_verifications|sessions'
const WRITES = new RegExp(
  `(?:updateTable|insertInto|deleteFrom)\\('(?:${TABLES})'\\)|(?:update|insert into|delete from) (?:${TABLES})\\b|\\bissueLink\\(`,
)
const NOT_SERVED = /^(?:db\/migrations|demo)\//

test('every file that writes accounts has its proof in the list', () => {
  const root = join(import.meta.dirname, '../../../server')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const writers = files.filter(
    (file) =>
      file.endsWith('.ts') && !NOT_SERVED.test(file) && WRITES.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(writers.toSorted()).toEqual(Object.keys(WRITERS))
})
