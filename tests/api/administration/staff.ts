/** The house of the API tests with an administrator who creates and changes users. */
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import type { z } from 'zod'
import { createUserRoute } from '../../../src/contract/administration/users.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import type { OpenDatabase, TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN } from '../support/people.ts'
import type { Answer, Device, TestServer } from '../support/server.ts'

/** The administrator's. */
export const PASSWORD = 'Uma-Frase-Longa-4711'
export const BROKER = {
  name: 'Érica Souza',
  email: 'erica@exemplo.com.br',
  phone: '(31) 98888-7777',
  role: 3,
  technical_team_id: 1,
  work_start: '09:00',
  observation: 'Só à tarde',
  renovator_hierarchical_group: '123456789012345',
  partners: [24],
}

export const refused = (field: string, message?: string) => ({
  errors: { [field]: [message ?? expect.any(String)] },
})

type CreatedUser = z.output<typeof createUserRoute.answer>

export interface Staff {
  readonly store: TestStore
  readonly server: TestServer
  /** It has not confirmed with the own password; `create` and `put` have. */
  readonly admin: Device
  readonly newLogin: () => string
  /** `BROKER` with these fields, by the administrator unless another device is given. */
  readonly create: (body: object, device?: Device) => Promise<Answer>
  readonly created: (body?: object) => Promise<CreatedUser>
  /** `BROKER` with the user's own address and these fields. */
  readonly put: (id: number, body: object, device?: Device) => Promise<Answer>
}

export function inStaff(
  open: OpenDatabase,
  ready: (staff: Staff) => void,
  environment: Record<string, string> = {},
): void {
  let opened: TestStore | null = null
  inHouse(
    open,
    async ({ store, server }) => {
      opened = store
      const admin = await server.device(ADMIN)
      const confirmed = await server.confirmedDevice(ADMIN)
      await sql`select setval(pg_get_serial_sequence('users', 'id'), 100)`.execute(store.db)
      await store.db.insertInto('roles').values({ id: 7, name: 'Papel 7' }).execute()
      const hash = await cheapHash(PASSWORD)
      await store.db.insertInto('user_passwords').values({ user_id: ADMIN, hash }).execute()
      let logins = 0
      const newLogin = () => `novo${++logins}`
      // No two users have the same address.
      const ownEmail = (login: unknown) => `${String(login).toLowerCase()}@exemplo.com.br`
      const create = (body: { readonly login?: unknown }, device = confirmed) => {
        const { login = newLogin() } = body
        return device.call('POST', '/users', { ...BROKER, email: ownEmail(login), login, ...body })
      }
      const emailOf = async (id: number) =>
        (await store.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email ??
        BROKER.email
      ready({
        store,
        server,
        admin,
        newLogin,
        create,
        created: async (body = {}) => {
          const answer = await create(body)
          expect(answer.status, JSON.stringify(answer.body)).toBe(200)
          return createUserRoute.answer.strict().parse(answer.body)
        },
        put: async (id, body, device = confirmed) =>
          device.call('PUT', `/users/${id}`, { ...BROKER, email: await emailOf(id), ...body }),
      })
    },
    environment,
  )
  beforeEach(async () => {
    await opened?.db.deleteFrom('mails').execute()
    await opened?.db.updateTable('users').set({ status: 1 }).execute()
  })
}
