/** The house of the API tests with a user of each role and a dealership for rules, and what the tests ask of it. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase, TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN } from '../support/people.ts'
import type { Answer, Device, TestServer } from '../support/server.ts'
import { type List, WORKFLOW_PARTNER } from './lists.ts'

/** Users of the roles 6 and 7. */
const SPECIAL = 31
const PARTNER_REFERRER = 32
/** No row has this number. */
export const NOBODY = 4711

interface AuditRow {
  readonly user_id: number | null
  readonly action: string
  readonly before: unknown
  readonly after: unknown
}

export interface Office {
  readonly store: TestStore
  readonly server: TestServer
  readonly admin: Device
  /** Creates a row as the administrator and returns its number. */
  readonly created: (list: Pick<List, 'path' | 'body'>) => Promise<number>
  readonly remove: (path: string, id: number) => Promise<Answer>
  readonly exists: (table: string, id: number) => Promise<boolean>
  /** The audit of a row, oldest first. */
  readonly entriesOf: (table: string, id: number) => Promise<AuditRow[]>
}

export const idOf = ({ body }: Answer): number => z.object({ id: z.number() }).parse(body).id

export function inAdministration(open: OpenDatabase, ready: (office: Office) => void): void {
  inHouse(open, async ({ store, server }) => {
    await settle(store)
    const admin = await server.confirmedDevice(ADMIN)
    ready({
      store,
      server,
      admin,
      created: async ({ path, body }) => {
        const answer = await admin.call('POST', path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return idOf(answer)
      },
      remove: (path, id) => admin.call('DELETE', `${path}/${id}`),
      exists: async (table, id) => {
        const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(store.db)
        return rows.length > 0
      },
      entriesOf: (table, id) =>
        store.db
          .selectFrom('audit_log')
          .select(['user_id', 'action', 'before', 'after'])
          .where('entity', '=', table)
          .where('entity_id', '=', String(id))
          .orderBy('id')
          .execute(),
    })
  })
}

async function settle({ db }: TestStore): Promise<void> {
  const roles = [6, 7] as const
  await db
    .insertInto('roles')
    .values(roles.map((id) => ({ id, name: `Papel ${id}` })))
    .execute()
  const user = (id: number) => ({ id, name: `U${id}`, login: `u${id}`, email: `u${id}@exemplo.com.br` })
  await db
    .insertInto('users')
    .values([user(SPECIAL), user(PARTNER_REFERRER)])
    .execute()
  await db
    .insertInto('user_roles')
    .values([
      { user_id: SPECIAL, role_id: 6 },
      { user_id: PARTNER_REFERRER, role_id: 7 },
    ])
    .execute()
  await db.insertInto('partners').values({ id: WORKFLOW_PARTNER, name: 'Com WF', code_wf: 'WF1' }).execute()
  await sql`select setval(pg_get_serial_sequence('partners', 'id'), ${WORKFLOW_PARTNER})`.execute(db)
}
