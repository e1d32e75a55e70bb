/** The first administrator of an installation: the command `admin:create`. */
import { sql, type Transaction } from 'kysely'
import { DEFAULT_PARTNER } from '../../src/domain/lead/creation.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { Database } from '../db/database.ts'
import { fillReference } from '../db/reference-data.ts'
import type { Store } from '../db/store.ts'
import { hashPassword } from '../session/passwords.ts'

interface FirstAdmin {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/**
 * Leads of people without a dealership of their own belong to this one (docs/rules.md#referrals). Its name may be changed
 * like any other's. Installations that have dealerships are left alone.
 */
async function addDefaultPartner(tx: Transaction<Database>): Promise<void> {
  const present = await tx.selectFrom('partners').select('id').limit(1).executeTakeFirst()
  if (present !== undefined) return
  await tx.insertInto('partners').values({ id: DEFAULT_PARTNER, name: 'Corretora' }).execute()
  await sql`select setval(pg_get_serial_sequence('partners', 'id'), ${DEFAULT_PARTNER})`.execute(tx)
}

/** An installation without a lead is offered the first steps until they are concluded. docs/rules.md#first-steps */
async function offerFirstSteps(tx: Transaction<Database>): Promise<void> {
  if ((await tx.selectFrom('leads').select('uid').limit(1).executeTakeFirst()) !== undefined) return
  const value = JSON.stringify(true)
  await tx
    .insertInto('settings')
    .values({ key: 'first_steps_offered', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Writes the reference data too: an empty database has no roles yet. Returns the user's number. */
export async function createAdmin(
  { db }: Pick<Store, 'db'>,
  { login, name, email, password }: FirstAdmin,
): Promise<number> {
  const hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    await fillReference(tx)
    await addDefaultPartner(tx)
    await offerFirstSteps(tx)
    const { id } = await tx
      .insertInto('users')
      .values({ login, name, email, verified_at: new Date(wallNow()).toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_roles').values({ user_id: id, role_id: 1 }).execute()
    await tx.insertInto('user_passwords').values({ user_id: id, hash }).execute()
    return id
  })
}
