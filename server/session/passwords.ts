/** Passwords, hashed with argon2id in one form of Unicode (docs/rules.md#sessions-and-passwords). A login with an unknown name takes as long as one with a known name. */

import { hash, verify } from '@node-rs/argon2'
import { sql, type Transaction } from 'kysely'
import { isActive } from '../../src/domain/session/active.ts'
import { comparedPassword, passwordForms } from '../../src/domain/session/password.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Database } from '../db/database.ts'
import { endPins } from '../device-keys/device-keys.ts'
import type { Reader } from '../queries/lead-row.ts'
import { endLinks } from './links.ts'
import { forgetDevices } from './remembered.ts'
import { noteEndings } from './tokens.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(comparedPassword(password), COST)
}

let dummy: Promise<string> | null = null

/** The form of the password that the hash is of; null: of none. Hashes of earlier versions are of what was typed. */
async function formOf(stored: string, password: string): Promise<string | null> {
  for (const form of passwordForms(password)) if (await verify(stored, form)) return form
  return null
}

export interface CheckedPassword {
  readonly userId: number
  /** Its owner said 'Não fui eu': it opens nothing. */
  readonly isEnded: boolean
}

/** Returns the active user with this login and password, else null. A hash of another form is made anew. */
export async function checkPassword(
  { store: { db } }: AppContext,
  login: string,
  password: string,
): Promise<CheckedPassword | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('user_passwords', 'user_passwords.user_id', 'users.id')
    .select(['users.id', 'users.status', 'user_passwords.hash', 'user_passwords.ended_at'])
    .where(sql`lower(users.login)`, '=', login.toLowerCase())
    .executeTakeFirst()
  dummy ??= hashPassword('nobody has this password')
  const form = await formOf(row?.hash ?? (await dummy), password)
  if (row === undefined || form === null || !isActive(row)) return null
  if (form !== comparedPassword(password))
    await db
      .updateTable('user_passwords')
      .set({ hash: await hashPassword(password) })
      .where('user_id', '=', row.id)
      .where('hash', '=', row.hash)
      .execute()
  return { userId: row.id, isEnded: row.ended_at !== null }
}

/** Whether its owner ended the password by 'Não fui eu'. */
export async function isPasswordEnded(db: Reader, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_passwords')
    .select('ended_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.ended_at !== null
}

interface NewPassword {
  readonly userId: number
  /** From hashPassword. */
  readonly hash: string
  /** The session that changed it, which goes on; null: by a link. */
  readonly keptSession: string | null
}

/**
 * Sets the password and ends all other sessions, open links, remembered devices, PINs and waiting sign-ins of the user.
 * Call `notePassword` with the result after the commit.
 */
export async function writePassword(
  tx: Transaction<Database>,
  nowMs: number,
  { userId, hash: stored, keptSession }: NewPassword,
): Promise<readonly { readonly id: string }[]> {
  const now = new Date(nowMs).toISOString()
  await tx
    .insertInto('user_passwords')
    .values({ user_id: userId, hash: stored })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ hash: stored, changed_at: now, ended_at: null }),
    )
    .execute()
  // A thief with the old password may have asked for a link: docs/rules.md#links
  await endLinks(tx, nowMs, { userId, purposes: ['verify', 'redefine', 'email'] })
  await forgetDevices(tx, userId)
  await endPins(tx, userId, keptSession)
  await tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
  return tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keptSession !== null, (others) => others.where('id', '<>', keptSession ?? ''))
    .returning('id')
    .execute()
}

/** Notes the change and the sessions that it ended in the security log. */
export function notePassword(
  context: AppContext,
  { userId, keptSession }: Pick<NewPassword, 'userId' | 'keptSession'>,
  ended: readonly { readonly id: string }[],
): void {
  context.security.note('password_changed', {
    user_id: userId,
    ...(keptSession === null ? {} : { session_id: keptSession }),
  })
  noteEndings(context, userId, ended, 'password changed')
}
