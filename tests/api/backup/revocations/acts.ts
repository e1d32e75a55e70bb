/** Every act that takes access away, with what shows whether the access still works. docs/rules.md#revocations */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { issueLink, linkOf } from '../../../../server/accounts/links.ts'
import { endKey, makeKey } from '../../../../server/administration/partner-keys.ts'
import { setFirstRole } from '../../../../server/administration/users.ts'
import {
  holderOf,
  removeDeviceKeys,
  setPin,
  storeDeviceKeys,
  tryPin,
} from '../../../../server/device-keys/device-keys.ts'
import type { Holder } from '../../../../server/device-keys/secrets.ts'
import { eraseOrder } from '../../../../server/devices/erase.ts'
import { inviterOfCode, linkOfUser, renewLink } from '../../../../server/indication/links.ts'
import { partnerOfKey } from '../../../../server/queries/partner-keys.ts'
import { secretHash } from '../../../../server/same-secret.ts'
import { removeFactors } from '../../../../server/second-factor/changes.ts'
import { beginCodeApp, confirmCodeApp } from '../../../../server/second-factor/code-app.ts'
import { passkeysOf } from '../../../../server/second-factor/passkeys.ts'
import { replaceRecoveryCodes, spendRecoveryCode } from '../../../../server/second-factor/recovery-codes.ts'
import { forgetDevices, isRemembered, rememberDevice } from '../../../../server/second-factor/remembered.ts'
import { checkPassword, writePassword } from '../../../../server/session/passwords.ts'
import { sessionUser } from '../../../../server/session/session-user.ts'
import { endByProof, openSession, revokeSession, sessionOf } from '../../../../server/session/tokens.ts'
import { devicesRoute } from '../../../../src/contract/devices.ts'
import { signInPasskeyOptionsRoute } from '../../../../src/contract/passkeys.ts'
import { endingProof } from '../../../../src/db/session/session-endings.ts'
import { cheapHash } from '../../support/cheap-hash.ts'
import { codeOf, PASSWORD, withPasskey } from '../../support/factor-accounts.ts'
import { ADMIN, INDICATOR } from '../../support/people.ts'
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
  role = 3,
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

const bytes = () => randomBytes(32).toString('base64url')

interface Protected {
  readonly holder: Holder
  readonly secret: string
  readonly pin: string
  /** Of its owner. */
  readonly device: Device
}

async function protectedDevice(server: TestServer): Promise<Protected> {
  const { id: userId } = await person(server)
  const device = await server.confirmedDevice(userId)
  const holder = { userId, deviceId: `device-${userId}` }
  const [secret, pin] = [bytes(), bytes()]
  await storeDeviceKeys(server.context, holder, { half: bytes(), secret })
  await setPin(server.context, holder, pin)
  return { holder, secret, pin, device }
}

/** A right PIN counts nothing. */
const pinOpens =
  ({ holder, pin }: Protected) =>
  async ({ context }: TestServer) =>
    (await tryPin(context, holder, pin)).kind === 'open'

const order = async (device: Device) => {
  const { data } = devicesRoute.answer.parse((await device.call('GET', '/devices')).body)
  return device.call('POST', `/devices/${data[0]?.id}/erase`, { loses_waiting: true })
}

const isNotOrdered =
  ({ holder: { userId }, secret }: Protected) =>
  async ({ context }: TestServer) =>
    (await eraseOrder(context, { userId, secret }, 'asks')) === null

async function codeApp(server: TestServer) {
  const user = await person(server)
  const { secret } = await beginCodeApp(server.context, user)
  await confirmCodeApp(server.context, server.context.store.db, user.id, codeOf(server, secret))
  return { user, since: await confirmedAt(server, user.id) }
}

const confirmedAt = async ({ context: { store } }: TestServer, user_id: number) =>
  (
    await store.db
      .selectFrom('code_apps')
      .select('confirmed_at')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
  )?.confirmed_at ?? null

async function passkey(server: TestServer) {
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

async function recoveryCodes(server: TestServer) {
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

type Tx = Parameters<typeof removeFactors>[0]
const inTx = <Result>({ context: { store } }: TestServer, work: (tx: Tx) => Promise<Result>) =>
  store.db.transaction().execute(work)

const mayDo =
  (id: number, has: (user: NonNullable<Awaited<ReturnType<typeof sessionUser>>>) => boolean) =>
  async ({ context: { store } }: TestServer) => {
    const user = await sessionUser(store.db, id)
    return user !== null && has(user)
  }

async function session(server: TestServer) {
  const { id: userId } = await person(server)
  const { id, token } = await openSession(server.context, userId, `device-${userId}`)
  const works = async ({ context }: TestServer) => (await sessionOf(context, token)) !== null
  return { session: { id, userId }, token, works }
}

async function link(server: TestServer) {
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

const newPassword = async (server: TestServer, userId: number) => {
  const hash = await cheapHash('outra-senha-bem-longa')
  return inTx(server, (tx) => writePassword(tx, server.context.now(), { userId, hash, keptSession: null }))
}

export const ACTS: readonly Act[] = [
  {
    name: 'a session ended',
    prepare: async (server) => {
      const { session: ended, works } = await session(server)
      return { works, act: ({ context }) => revokeSession(context, ended, 'ended elsewhere') }
    },
  },
  {
    name: 'a sign-out without network',
    prepare: async (server) => {
      const { token, works } = await session(server)
      return { works, act: async ({ context }) => endByProof(context, await endingProof(token)) }
    },
  },
  {
    name: 'a new password',
    prepare: async (server) => {
      const { id, login } = await person(server)
      return {
        works: async ({ context }) => (await checkPassword(context, login, PASSWORD)) === id,
        act: (acting) => newPassword(acting, id),
      }
    },
  },
  {
    name: 'sessions that a new password ended',
    prepare: async (server) => {
      const { session: ended, works } = await session(server)
      return { works, act: (acting) => newPassword(acting, ended.userId) }
    },
  },
  {
    name: 'a link that a new password ended',
    prepare: async (server) => {
      const { userId, works } = await link(server)
      return { works, act: (acting) => newPassword(acting, userId) }
    },
  },
  {
    name: 'a link that was used',
    prepare: async (server) => {
      const { code, works } = await link(server)
      const body = { verification_code: code, password: 'Outra-Frase-Longa-4711' }
      return {
        works,
        act: ({ context: { store } }) =>
          store.db
            .updateTable('password_verifications')
            .set({ used_at: new Date().toISOString() })
            .where('code_hash', '=', secretHash(body.verification_code))
            .execute(),
      }
    },
  },
  {
    name: 'an e-mail that changed',
    prepare: async (server) => {
      const { id, login } = await person(server)
      return {
        works: async ({ context: { store } }) =>
          (await store.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow())
            .email === `${login}@exemplo.com.br`,
        act: ({ context: { store } }) =>
          store.db.updateTable('users').set({ email: 'nova@exemplo.com.br' }).where('id', '=', id).execute(),
      }
    },
  },
  {
    name: 'a PIN that was removed',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return { works: pinOpens(tablet), act: ({ context }) => setPin(context, tablet.holder, null) }
    },
  },
  {
    name: 'a PIN that was changed',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return { works: pinOpens(tablet), act: ({ context }) => setPin(context, tablet.holder, bytes()) }
    },
  },
  {
    name: 'a PIN after the fifth wrong one',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      const wrong = async ({ context }: TestServer) => {
        for (let count = 0; count < 5; count++) await tryPin(context, tablet.holder, bytes())
      }
      return { works: pinOpens(tablet), act: wrong }
    },
  },
  {
    name: 'the half of a device that is to be erased',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return { works: pinOpens(tablet), act: () => order(tablet.device) }
    },
  },
  {
    name: 'the order to erase a device',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return { works: isNotOrdered(tablet), act: () => order(tablet.device) }
    },
  },
  {
    name: 'a half that another replaced',
    prepare: async (server) => {
      const { holder, secret } = await protectedDevice(server)
      return {
        works: async ({ context }) => (await holderOf(context, holder.userId, secret)) !== null,
        act: ({ context }) => storeDeviceKeys(context, holder, { half: bytes(), secret: bytes() }),
      }
    },
  },
  {
    name: 'the keys of a device that is protected no more',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return { works: pinOpens(tablet), act: ({ context }) => removeDeviceKeys(context, tablet.holder) }
    },
  },
  {
    name: 'a remembered device',
    prepare: async (server) => {
      const { id: userId } = await person(server)
      const deviceId = `device-${userId}`
      const secret = await rememberDevice(server.context, userId, deviceId)
      return {
        works: ({ context }) => isRemembered(context, { userId, deviceId, secrets: [secret] }),
        act: ({ context: { store } }) => forgetDevices(store.db, userId),
      }
    },
  },
  {
    name: 'a passkey',
    prepare: async (server) => {
      const { id, device, works } = await passkey(server)
      const act = async ({ context: { store } }: TestServer) => {
        const [made] = await passkeysOf(store.db, id)
        return device.call('DELETE', `/passkeys/${made?.id}`)
      }
      return { works, act }
    },
  },
  {
    name: 'a passkey that an administrator reset',
    prepare: async (server) => {
      const { id, works } = await passkey(server)
      return { works, act: (acting) => inTx(acting, (tx) => removeFactors(tx, id)) }
    },
  },
  {
    name: 'a code app that was switched off',
    prepare: async (server) => {
      const { user, since } = await codeApp(server)
      return {
        works: async (asked) => (await confirmedAt(asked, user.id)) === since,
        act: (acting) => inTx(acting, (tx) => removeFactors(tx, user.id)),
      }
    },
  },
  {
    name: 'a code app that another replaced',
    prepare: async (server) => {
      const { user, since } = await codeApp(server)
      const act = async (acting: TestServer) => {
        const { secret } = await beginCodeApp(acting.context, user)
        return confirmCodeApp(acting.context, acting.context.store.db, user.id, codeOf(acting, secret))
      }
      return { works: async (asked) => (await confirmedAt(asked, user.id)) === since, act }
    },
  },
  {
    name: 'a recovery code that was used',
    prepare: async (server) => {
      const { id, code, works } = await recoveryCodes(server)
      return { works, act: ({ context: { store } }) => spendRecoveryCode(store.db, id, code) }
    },
  },
  {
    name: 'recovery codes that others replaced',
    prepare: async (server) => {
      const { id, works } = await recoveryCodes(server)
      return { works, act: (acting) => inTx(acting, (tx) => replaceRecoveryCodes(tx, id)) }
    },
  },
  {
    name: 'a user who was switched off',
    prepare: async (server) => {
      const { id } = await person(server)
      return {
        works: mayDo(id, () => true),
        act: ({ context: { store } }) =>
          store.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute(),
      }
    },
  },
  {
    name: 'a user whom the undoing of an import deleted',
    prepare: async (server) => {
      const { id } = await person(server)
      return {
        works: mayDo(id, () => true),
        act: ({ context: { store } }) => store.db.deleteFrom('users').where('id', '=', id).execute(),
      }
    },
  },
  {
    name: 'the role of an administrator',
    prepare: async (server) => {
      const { id } = await person(server, 1)
      return {
        works: mayDo(id, ({ roles }) => roles[0]?.id === 1),
        act: (acting) => inTx(acting, (tx) => setFirstRole(tx, id, 3)),
      }
    },
  },
  {
    name: 'a dealership of a user',
    prepare: async (server) => {
      const { id } = await person(server, 4)
      await server.context.store.db
        .insertInto('user_partners')
        .values({ user_id: id, partner_id: 24 })
        .execute()
      return {
        works: mayDo(id, ({ partners }) => partners.some((partner) => partner.id === 24)),
        act: ({ context: { store } }) =>
          store.db
            .deleteFrom('user_partners')
            .where('user_id', '=', id)
            .where('partner_id', '=', 24)
            .execute(),
      }
    },
  },
  {
    name: 'all dealerships of a user',
    prepare: async (server) => {
      const { id } = await person(server, 4)
      const set = (active_all_dealerships: boolean) => (on: TestServer) =>
        on.context.store.db
          .updateTable('users')
          .set({ active_all_dealerships })
          .where('id', '=', id)
          .execute()
      await set(true)(server)
      return { works: mayDo(id, ({ partners }) => partners.length > 0), act: set(false) }
    },
  },
  {
    name: 'the team of a broker',
    prepare: async (server) => {
      const { id } = await person(server)
      return {
        works: mayDo(id, ({ technical_team }) => technical_team?.id === 1),
        act: ({ context: { store } }) =>
          store.db.updateTable('users').set({ technical_team_id: null }).where('id', '=', id).execute(),
      }
    },
  },
  {
    name: 'a channel of a team',
    prepare: async (server) => {
      const { db } = server.context.store
      await db.insertInto('technical_teams').values({ id: 50, description: 'Outra' }).execute()
      await db
        .insertInto('technical_team_channels')
        .values([{ team_id: 50, channel_id: 8 }])
        .execute()
      const channels = ({ context: { store } }: TestServer) =>
        store.db
          .selectFrom('technical_team_channels')
          .select('channel_id')
          .where('team_id', '=', 50)
          .execute()
      return {
        works: async (asked) => (await channels(asked)).length > 0,
        act: ({ context: { store } }) =>
          store.db.deleteFrom('technical_team_channels').where('team_id', '=', 50).execute(),
      }
    },
  },
  {
    name: "a partner's key",
    prepare: async (server) => {
      const user = await sessionUser(server.context.store.db, ADMIN)
      if (user === null) throw new Error('no administrator')
      const made = await inTx(server, (tx) => makeKey(tx, user, { partnerId: 24, name: 'Sistema' }))
      return {
        works: async ({ context: { store } }) => (await partnerOfKey(store.db, made?.key ?? '')) === 24,
        act: (acting) => inTx(acting, (tx) => endKey(tx, user, made?.id ?? '')),
      }
    },
  },
  {
    name: 'a dealership that was switched off',
    prepare: async (server) => {
      await server.context.store.db.insertInto('partners').values({ id: 60, name: 'Fechada' }).execute()
      return {
        works: async ({ context: { store } }) =>
          (
            await store.db
              .selectFrom('partners')
              .select('active')
              .where('id', '=', 60)
              .executeTakeFirstOrThrow()
          ).active,
        act: ({ context: { store } }) =>
          store.db.updateTable('partners').set({ active: false }).where('id', '=', 60).execute(),
      }
    },
  },
  {
    name: 'a public link',
    prepare: async (server) => {
      const { code } = await linkOfUser(server.context, INDICATOR)
      return {
        works: async ({ context }) => (await inviterOfCode(context, code)) !== null,
        act: ({ context }) => renewLink(context, INDICATOR),
      }
    },
  },
]

/** What was taken away and given back before the restore, or never taken: it works. */
export const KEPT: readonly Act[] = [
  {
    name: 'a user who was switched off and on again',
    prepare: async (server) => {
      const { id } = await person(server)
      const set = ({ context: { store } }: TestServer, status: number) =>
        store.db.updateTable('users').set({ status }).where('id', '=', id).execute()
      return {
        works: mayDo(id, () => true),
        act: async (acting) => {
          await set(acting, 0)
          await set(acting, 1)
        },
      }
    },
  },
  {
    name: 'a dealership that was taken and given back',
    prepare: async (server) => {
      const { id } = await person(server, 4)
      const { db } = server.context.store
      const row = { user_id: id, partner_id: 25 }
      await db.insertInto('user_partners').values(row).execute()
      return {
        works: mayDo(id, ({ partners }) => partners.some((partner) => partner.id === 25)),
        act: async () => {
          await db.deleteFrom('user_partners').where('user_id', '=', id).execute()
          await db.insertInto('user_partners').values(row).execute()
        },
      }
    },
  },
  {
    name: 'the role of a promoted broker',
    prepare: async (server) => {
      const { id } = await person(server)
      return {
        works: mayDo(id, ({ roles }) => [2, 3].includes(roles[0]?.id ?? 0)),
        act: (acting) => inTx(acting, (tx) => setFirstRole(tx, id, 2)),
      }
    },
  },
  {
    name: 'a device that was erased and is in use again',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      const { holder, secret } = tablet
      return {
        works: isNotOrdered(tablet),
        act: async ({ context }) => {
          await order(tablet.device)
          await eraseOrder(context, { userId: holder.userId, secret }, 'erased')
          await openSession(context, holder.userId, holder.deviceId)
        },
      }
    },
  },
  {
    name: 'the password of somebody else',
    prepare: async (server) => {
      const { id, login } = await person(server)
      return {
        works: async ({ context }) => (await checkPassword(context, login, PASSWORD)) === id,
        act: () => Promise.resolve(),
      }
    },
  },
  {
    name: 'the session of somebody else',
    prepare: async (server) => {
      const { works } = await session(server)
      return { works, act: () => Promise.resolve() }
    },
  },
]

/** All rows of the table of revocations, as JSON. */
export const rowsOf = async ({ context: { store } }: TestServer): Promise<string> => {
  const { rows } = await sql<{ row: string }>`select row_to_json(r)::text as row from revocations r`.execute(
    store.db,
  )
  return rows.map(({ row }) => row).join('\n')
}
