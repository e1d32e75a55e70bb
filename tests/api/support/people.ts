/** A small installation for tests of commands, lists and scopes: its users, and leads for them. */

import type { Insertable } from 'kysely'
import type { LeadsTable } from '../../../server/db/database.ts'
import type { Store } from '../../../server/db/store.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { emptied } from './emptied.ts'
import { aClientRow, aLeadRow, reference } from './rows.ts'

/** User ids. Bruna and Davi work the channels 1 and 7; Eva is in no team. */
export const ADMIN = 1
export const BRUNA = 2
export const INDICATOR = 3
export const DAVI = 4
export const EVA = 5
export const DEALERSHIP = 6
export const MANAGER = 7

export async function house(store: Store): Promise<void> {
  await reference(store)
  const { db } = store
  await db.insertInto('roles').values({ id: 4, name: 'Papel 4' }).execute()
  const user = (id: number, name: string, technical_team_id: number | null) => ({
    id,
    name,
    login: name.toLowerCase(),
    email: `${id}@exemplo.com.br`,
    technical_team_id,
    verified_at: '2026-01-05T12:00:00Z',
  })
  await db.updateTable('users').set({ name: 'Bruna' }).where('id', '=', BRUNA).execute()
  await db
    .insertInto('users')
    .values([
      user(DAVI, 'Davi', 1),
      user(EVA, 'Eva', null),
      user(DEALERSHIP, 'Loja', null),
      user(MANAGER, 'Gil', null),
    ])
    .execute()
  await db
    .insertInto('user_roles')
    .values([
      { user_id: DAVI, role_id: 3 },
      { user_id: EVA, role_id: 3 },
      { user_id: DEALERSHIP, role_id: 4 },
      { user_id: MANAGER, role_id: 2 },
    ])
    .execute()
  await db.insertInto('partners').values({ id: 25, name: 'Outra concessionária' }).execute()
  await db.insertInto('user_partners').values({ user_id: DEALERSHIP, partner_id: 24 }).execute()
  await db
    .insertInto('catalogue_entries')
    .values([1, 2].map((var_id) => ({ kind: 'lead_service_status', var_id, value: `Situação ${var_id}` })))
    .execute()
}

/** Deletes leads and everything that happened, for the next test of a file; the people stay. */
export async function withoutLeads({ db }: Pick<Store, 'db'>): Promise<void> {
  await emptied({ db }, ['leads', 'clients', 'command_log', 'tombstones'], 'continue')
}

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
export const inHours = (hours: number) => hoursAgo(-hours)

type Columns = Partial<Insertable<LeadsTable>>

/** Adds a lead: by default with a client of its own, unclaimed in channel 1 and two hours old. */
export async function addLead(
  { db }: Pick<Store, 'db'>,
  columns: Columns = {},
): Promise<{ uid: string; id: number }> {
  const client = aClientRow()
  if (columns.client_uid === undefined) await db.insertInto('clients').values(client).execute()
  return db
    .insertInto('leads')
    .values(aLeadRow({ client_uid: client.uid, create_lead_date: hoursAgo(2), ...columns }))
    .returning(['uid', 'id'])
    .executeTakeFirstOrThrow()
}

/** Columns of a lead in attendance by this broker. */
export const workedBy = (broker_id: number): Columns => ({
  state: 2,
  status: 2,
  broker_id,
  capture_date: hoursAgo(1),
})
