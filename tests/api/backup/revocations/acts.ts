/** Every act that takes access away. docs/rules.md#revocations */
import { disownHere } from '../../../../server/accounts/disown.ts'
import { setFirstRole } from '../../../../server/accounts/roles.ts'
import { endKey, makeKey } from '../../../../server/administration/partner-keys.ts'
import { secretHash } from '../../../../server/base/same-secret.ts'
import {
  holderOf,
  removeDeviceKeys,
  setPin,
  storeDeviceKeys,
  tryPin,
} from '../../../../server/device-keys/device-keys.ts'
import { inviterOfCode, linkOfUser, renewLink } from '../../../../server/indication/links.ts'
import { partnerOfKey } from '../../../../server/queries/partner-keys.ts'
import { sessionUser } from '../../../../server/queries/session-user.ts'
import { removeFactors } from '../../../../server/second-factor/changes.ts'
import { beginCodeApp, confirmCodeApp } from '../../../../server/second-factor/code-app.ts'
import { passkeysOf } from '../../../../server/second-factor/passkeys.ts'
import { replaceRecoveryCodes, spendRecoveryCode } from '../../../../server/second-factor/recovery-codes.ts'
import { checkPassword } from '../../../../server/session/passwords.ts'
import { forgetDevices, isRemembered, rememberDevice } from '../../../../server/session/remembered.ts'
import { endByProof, revokeSession } from '../../../../server/session/tokens.ts'
import { endingProof } from '../../../../src/db/session/session-endings.ts'
import { codeOf, PASSWORD } from '../../support/factor-accounts.ts'
import { ADMIN, INDICATOR } from '../../support/people.ts'
import type { TestServer } from '../../support/server.ts'
import {
  type Act,
  bytes,
  codeApp,
  confirmedAt,
  inTx,
  isNotOrdered,
  link,
  mayDo,
  newPassword,
  order,
  passkey,
  person,
  pinOpens,
  protectedDevice,
  recoveryCodes,
  session,
} from './access.ts'
import { CALENDAR_ACTS } from './calendar-acts.ts'

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
        works: async ({ context }) => (await checkPassword(context, login, PASSWORD))?.userId === id,
        act: (acting) => newPassword(acting, id),
      }
    },
  },
  {
    name: "the password of an account whose owner said 'Não fui eu'",
    prepare: async (server) => {
      const { id, login } = await person(server)
      return {
        works: async ({ context }) => {
          const checked = await checkPassword(context, login, PASSWORD)
          return checked?.userId === id && !checked.isEnded
        },
        act: ({ context }) =>
          disownHere(context, { userId: id, sinceMs: context.now() }, () => Promise.resolve(null)),
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
      return {
        works: pinOpens(tablet),
        act: (acting) => inTx(acting, (tx) => setPin(acting.context, tx, tablet.holder, null)),
      }
    },
  },
  {
    name: 'a PIN that was changed',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return {
        works: pinOpens(tablet),
        act: (acting) => inTx(acting, (tx) => setPin(acting.context, tx, tablet.holder, bytes())),
      }
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
        act: (acting) =>
          inTx(acting, (tx) =>
            storeDeviceKeys(acting.context, tx, holder, { half: bytes(), secret: bytes() }),
          ),
      }
    },
  },
  {
    name: 'the keys of a device that is protected no more',
    prepare: async (server) => {
      const tablet = await protectedDevice(server)
      return {
        works: pinOpens(tablet),
        act: (acting) => inTx(acting, (tx) => removeDeviceKeys(tx, tablet.holder)),
      }
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
      return { works, act: ({ context }) => spendRecoveryCode(context, id, code) }
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
  ...CALENDAR_ACTS,
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
