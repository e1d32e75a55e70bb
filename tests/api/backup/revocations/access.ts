/** Access of made-up users, and what shows whether it works. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { secretHash } from '../../../../server/base/same-secret.ts'
import { makeFeed } from '../../../../server/calendar/feeds.ts'
import type { Tx } from '../../../../server/db/database.ts'
import { setPin, storeDeviceKeys, tryPin } from '../../../../server/device-keys/device-keys.ts'
import type { Holder } from '../../../../server/device-keys/secrets.ts'
import { eraseOrder } from '../../../../server/devices/erase.ts'
import { sessionUser } from '../../../../server/queries/session-user.ts'
import { beginCodeApp, confirmCodeApp } from '../../../../server/second-factor/code-app.ts'
import { replaceRecoveryCodes } from '../../../../server/second-factor/recovery-codes.ts'
import { issueLink, linkOf } from '../../../../server/session/links.ts'
import { writePassword } from '../../../../server/session/passwords.ts'
import { openSession, sessionOf } from '../../../../server/session/tokens.ts'
import { devicesRoute } from '../../../../src/contract/devices.ts'
import { signInPasskeyOptionsRoute } from '../../../../src/contract/passkeys.ts'
import { NEW_CHOICES } from '../../../../src/domain/calendar/choices.ts'
import type { RoleId } from '../../../../src/domain/session/session-user.ts'
import { cheapHash } from '../../support/cheap-hash.ts'
import { codeOf, PASSWORD, withPasskey } from '../../support/factor-accounts.ts'
import { Device, type TestServer } from '../../support/server.ts'

/** Prepared on one server, looked at on another one, which has the restored database. */
export interface Prepared {
  /** Whether the access works. It changes nothing. */
  readonly works: (server: TestServer) => Promise<boolean>
  readonly act: (server: TestServer) => Promise<unknown>
}

export interface Act {
  readonly name: string
  readonly prepare: (server: TestServer) => Promise<Prepared>
}

const FIRST = 100
let next = FIRST

/** A new user with a password. */
export async function person(
  { context: { store } }: TestServer,
  role: RoleId = 3,
): Promise<{ id: number; login: string }> {
  const id = next++
  const login = `pessoa${id}`
  await store.db
    .insertInto('users')
    .values({
      id,
      name: login,
      login,
      email: `${login}@exemplo.com.br`,
      technical_team_id: role === 3 ? 1 : null,
    })
    .execute()
  await store.db.insertInto('user_roles').values({ user_id: id, role_id: role }).execute()
  await store.db
    .insertInto('user_passwords')
    .values({ user_id: id, hash: await cheapHash(PASSWORD) })
    .execute()
  return { id, login }
}

export const bytes = () => randomBytes(32).toString('base64url')

interface Protected {
  readonly holder: Holder
  readonly secret: string
  readonly pin: string
  /** Of its owner. */
  readonly device: Device
}

export async function protectedDevice(server: TestServer): Promise<Protected> {
  const { id: userId } = await person(server)
  const device = await server.confirmedDevice(userId)
  const holder = { userId, deviceId: `device-${userId}` }
  const [secret, pin] = [bytes(), bytes()]
  await inTx(server, async (tx) => {
    await storeDeviceKeys(server.context, tx, holder, { half: bytes(), secret })
    await setPin(server.context, tx, holder, pin)
  })
  return { holder, secret, pin, device }
}

export async function calendarAddress(server: TestServer) {
  const user = await person(server)
  return { user, ...(await inTx(server, (tx) => makeFeed(tx, user, { ...NEW_CHOICES, name: 'Celular' }))) }
}

export const readsCalendar =
  (key: string) =>
  async ({ app }: TestServer) =>
    (await app.inject({ url: `/api/calendar/${key}.ics` })).statusCode === 200

/** A right PIN counts nothing. */
export const pinOpens =
  ({ holder, pin }: Protected) =>
  async ({ context }: TestServer) =>
    (await tryPin(context, holder, pin)).kind === 'open'

export const order = async (device: Device) => {
  const { data } = devicesRoute.answer.parse((await device.call('GET', '/devices')).body)
  return device.call('POST', `/devices/${data[0]?.id}/erase`, { loses_waiting: true })
}

export const isNotOrdered =
  ({ holder: { userId }, secret }: Protected) =>
  async ({ context }: TestServer) =>
    (await eraseOrder(context, { userId, secret }, 'asks')) === null

export async function codeApp(server: TestServer) {
  const user = await person(server)
  const { secret } = await beginCodeApp(server.context, user)
  await confirmCodeApp(server.context, server.context.store.db, user.id, codeOf(server, secret))
  return { user, since: await confirmedAt(server, user.id) }
}

export const confirmedAt = async ({ context: { store } }: TestServer, user_id: number) =>
  (
    await store.db
      .selectFrom('code_apps')
      .select('confirmed_at')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
  )?.confirmed_at ?? null

export async function passkey(server: TestServer) {
  const { id } = await person(server)
  const device = await server.confirmedDevice(id)
  const { authenticator } = await withPasskey(device)
  // The counter of the authenticator grows with each sign-in: it enters only where this is looked at.
  const works = async ({ app, context: { store } }: TestServer) => {
    const anybody = new Device(app, store, '')
    const { data } = signInPasskeyOptionsRoute.answer.parse(
      (await anybody.call('POST', '/login/passkey/options', {})).body,
    )
    const { status } = await anybody.call('POST', '/login/passkey', { passkey: authenticator.prove(data) })
    return status === 200
  }
  return { id, device, works }
}

export async function recoveryCodes(server: TestServer) {
  const { id } = await person(server)
  const [code = ''] = await inTx(server, (tx) => replaceRecoveryCodes(tx, id))
  const works = async ({ context: { store } }: TestServer) =>
    (await store.db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('code_hash', '=', secretHash(code))
      .executeTakeFirst()) !== undefined
  return { id, code, works }
}

export const inTx = <Result>({ context: { store } }: TestServer, work: (tx: Tx) => Promise<Result>) =>
  store.db.transaction().execute(work)

export const mayDo =
  (id: number, has: (user: NonNullable<Awaited<ReturnType<typeof sessionUser>>>) => boolean) =>
  async ({ context: { store } }: TestServer) => {
    const user = await sessionUser(store.db, id)
    return user !== null && has(user)
  }

export async function session(server: TestServer) {
  const { id: userId } = await person(server)
  const { id, token } = await openSession(server.context, userId, `device-${userId}`)
  const works = async ({ context }: TestServer) => (await sessionOf(context, token)) !== null
  return { session: { id, userId }, token, works }
}

export async function link(server: TestServer) {
  const { id: userId } = await person(server)
  const { context } = server
  const address = await inTx(server, (tx) =>
    issueLink(tx, { ...context, origin: 'http://localhost' }, { userId, purpose: 'redefine' }),
  )
  const code = address.slice(address.lastIndexOf('/') + 1)
  const works = ({ context: { store, now } }: TestServer) =>
    linkOf(store.db, now(), code).then(
      () => true,
      () => false,
    )
  return { userId, code, works }
}

export const newPassword = async (server: TestServer, userId: number) => {
  const hash = await cheapHash('outra-senha-bem-longa')
  return inTx(server, (tx) => writePassword(tx, server.context.now(), { userId, hash, keptSession: null }))
}

/** All rows of the table of revocations, as JSON. */
export const rowsOf = async ({ context: { store } }: TestServer): Promise<string> => {
  const { rows } = await sql<{ row: string }>`select row_to_json(r)::text as row from revocations r`.execute(
    store.db,
  )
  return rows.map(({ row }) => row).join('\n')
}
