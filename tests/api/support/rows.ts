/** The minimal rows, for tests that write to the database directly. */
import { type Insertable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ClientsTable, LeadsTable } from '../../../server/db/database.ts'
import type { Store } from '../../../server/db/store.ts'
import { EMPTY_ADDRESS } from '../../../src/domain/client/fields.ts'
import { foldText } from '../../../src/domain/text/fold.ts'

const ROLES = [1, 2, 3, 5] as const

/**
 * Channels 1, 7, 8, 29; insurances 1 to 3; partner 24; team 1 (channels 1 and 7); users 1 admin, 2 broker, 3 indicator.
 */
export async function reference({ db }: Store): Promise<void> {
  await db
    .insertInto('roles')
    .values(ROLES.map((id) => ({ id, name: `Papel ${id}` })))
    .execute()
  await db
    .insertInto('channels')
    .values([1, 7, 8, 29].map((id) => ({ id, name: `Canal ${id}` })))
    .execute()
  await db
    .insertInto('insurances')
    .values([1, 2, 3].map((id) => ({ id, name: `Seguro ${id}` })))
    .execute()
  await db.insertInto('partners').values({ id: 24, name: 'Concessionária' }).execute()
  await db.insertInto('technical_teams').values({ id: 1, description: 'Equipe' }).execute()
  await db
    .insertInto('technical_team_channels')
    .values([1, 7].map((channel_id) => ({ team_id: 1, channel_id })))
    .execute()
  const user = (id: number, login: string, technical_team_id: number | null = null) => ({
    id,
    name: login,
    login,
    email: `${login}@exemplo.com.br`,
    technical_team_id,
    verified_at: '2026-01-05T12:00:00Z',
  })
  await db
    .insertInto('users')
    .values([user(1, 'administrador'), user(2, 'vendedor', 1), user(3, 'indicante')])
    .execute()
  await db
    .insertInto('user_roles')
    .values([
      { user_id: 1, role_id: 1 },
      { user_id: 2, role_id: 3 },
      { user_id: 3, role_id: 5 },
    ])
    .execute()
  // Rows that a test adds without a number come after these.
  await sql`
    select
      setval(pg_get_serial_sequence('users', 'id'), 3),
      setval(pg_get_serial_sequence('insurances', 'id'), 3),
      setval(pg_get_serial_sequence('partners', 'id'), 25),
      setval(pg_get_serial_sequence('technical_teams', 'id'), 1)`.execute(db)
}

export function aClientRow(columns: Partial<Insertable<ClientsTable>> = {}): Insertable<ClientsTable> {
  return {
    uid: uuidv7(),
    name: 'Ana Lima',
    name_folded: 'ana lima',
    cpf: '52998224725',
    cellphone: '31988887777',
    ...columns,
  }
}

/** A client as a referrer typed it, for `leads.client_as_referred`. */
export const aTypedClient = (name: string) => ({
  name,
  name_folded: foldText(name),
  phone: '',
  cellphone: '',
  mail: '',
  cpf: '',
  rg: '',
  birth_date: null,
  address: EMPTY_ADDRESS,
})

/** An unclaimed lead of channel 1; its client must exist. */
export function aLeadRow(
  columns: Partial<Insertable<LeadsTable>> & { client_uid: string },
): Insertable<LeadsTable> & { uid: string } {
  return { uid: uuidv7(), channel_id: 1, insurance_id: 1, ...columns }
}
