/** Access that was given back before the restore, or never taken. docs/rules.md#revocations */
import { setFirstRole } from '../../../../server/accounts/roles.ts'
import { eraseOrder } from '../../../../server/devices/erase.ts'
import { checkPassword } from '../../../../server/session/passwords.ts'
import { openSession } from '../../../../server/session/tokens.ts'
import { PASSWORD } from '../../support/factor-accounts.ts'
import type { TestServer } from '../../support/server.ts'
import { type Act, inTx, isNotOrdered, mayDo, order, person, protectedDevice, session } from './access.ts'

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
        works: async ({ context }) => (await checkPassword(context, login, PASSWORD))?.userId === id,
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
