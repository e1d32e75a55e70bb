/** Passwords, hashed with argon2id. A login with an unknown name takes as long as one with a known name. */
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { noteEndings } from './tokens.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let dummy: Promise<string> | null = null

/** Returns the id of the active user with this login and password, else null. */
export async function checkPassword(
  context: AppContext,
  login: string,
  password: string,
): Promise<number | null> {
  const row = await context.store.db
    .selectFrom('users')
    .innerJoin('user_passwords', 'user_passwords.user_id', 'users.id')
    .select(['users.id', 'users.status', 'user_passwords.hash'])
    .where(sql`lower(users.login)`, '=', login.toLowerCase())
    .executeTakeFirst()
  dummy ??= hashPassword('nobody has this password')
  const right = await verify(row?.hash ?? (await dummy), password)
  return row !== undefined && right && row.status === 1 ? row.id : null
}

/** Sets the password and ends all sessions of the user except the one that changed it. */
export async function changePassword(
  context: AppContext,
  session: { readonly id: string; readonly userId: number },
  password: string,
): Promise<void> {
  const stored = await hashPassword(password)
  const now = new Date(context.now()).toISOString()
  const ended = await context.store.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('user_passwords')
      .values({ user_id: session.userId, hash: stored })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash: stored, changed_at: now }))
      .execute()
    return tx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', session.userId)
      .where('id', '<>', session.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  })
  context.security.note('password_changed', { user_id: session.userId, session_id: session.id })
  noteEndings(context, session.userId, ended, 'password changed')
}
