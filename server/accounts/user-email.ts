/** No two users have the same e-mail, whatever its case: docs/rules.md#users */
import { sql, type Transaction } from 'kysely'
import { refusedField } from '../context/refusal.ts'
import type { Database } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

const EMAIL_TAKEN = 'Este e-mail já é de outro usuário'
const UNIQUE_VIOLATION = '23505'
const UNIQUE_EMAIL = 'users_email'

export const emailTaken = () => refusedField('email', EMAIL_TAKEN)

/** Whether another user than this one has the address. null: any user. */
export async function isEmailTaken(db: Reader, email: string, userId: number | null): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(trim(email))`, '=', sql`lower(trim(${email}))`)
    .where('email', '<>', '')
    .where('id', 'is distinct from', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** True for the refusal of the database, which alone sees two users who take an address at once. */
export const isTakenEmail = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === UNIQUE_VIOLATION &&
  'constraint' in error &&
  error.constraint === UNIQUE_EMAIL

/** Gives the user this address. Throws Refusal `rule` where another user has it. */
export async function takeEmail(
  tx: Transaction<Database>,
  userId: number,
  values: { readonly email: string; readonly verified_at?: string },
): Promise<void> {
  if (await isEmailTaken(tx, values.email, userId)) throw emailTaken()
  try {
    await tx.updateTable('users').set(values).where('id', '=', userId).execute()
  } catch (error) {
    throw isTakenEmail(error) ? emailTaken() : error
  }
}

/** Numbers of the active users without an address: another user had the same before migration 0042. */
export async function usersWithoutEmail(db: Reader): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', '')
    .where('status', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
