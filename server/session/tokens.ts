/** Sessions: random tokens, stored hashed, expiring when unused, revocable. */
import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { endingText } from '../../src/domain/session/ending.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../app-context.ts'
import { sessionUser } from './session-user.ts'

const DAY = 86_400_000
/** Ended sessions are kept so long, for whoever asks later which device it was. */
const KEEP_ENDED_DAYS = 90
/** How stale `last_seen_at` may get before a request writes it: not every call is worth a write. */
const TOUCH_AFTER = 10 * 60_000

export interface Session {
  readonly id: string
  readonly user: SessionUser
  readonly deviceId: string | null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** Of the proof, not the proof itself: who reads the database can end nobody's session. */
const endingHashOf = (token: string) => hashOf(hashOf(endingText(token)))

/** The token, which is shown this once. */
export async function createSession(
  context: AppContext,
  userId: number,
  deviceId: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = context.now()
  await context.store.db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      token_hash: hashOf(token),
      ending_hash: endingHashOf(token),
      user_id: userId,
      device_id: deviceId,
      expires_at: new Date(now + context.config.sessionDays * DAY).toISOString(),
    })
    .execute()
  return token
}

/** The session of a token; null when it is unknown, expired, revoked, or its user inactive. Extends one in use. */
export async function sessionOf(context: AppContext, token: string): Promise<Session | null> {
  const { db } = context.store
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'device_id', 'expires_at', 'revoked_at', 'last_seen_at', 'ending_hash'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  const now = context.now()
  if (row === undefined || row.revoked_at !== null || Date.parse(row.expires_at) <= now) return null
  const user = await sessionUser(db, row.user_id)
  if (user === null) return null
  if (now - Date.parse(row.last_seen_at) > TOUCH_AFTER)
    await db
      .updateTable('sessions')
      .set({
        last_seen_at: new Date(now).toISOString(),
        expires_at: new Date(now + context.config.sessionDays * DAY).toISOString(),
      })
      .where('id', '=', row.id)
      .execute()
  if (row.ending_hash === null)
    await db
      .updateTable('sessions')
      .set({ ending_hash: endingHashOf(token) })
      .where('id', '=', row.id)
      .execute()
  return { id: row.id, user, deviceId: row.device_id }
}

/** Whether the token's session was ended on purpose, or its user may no longer work here: more than a session that grew old. */
export async function wasRevoked(context: AppContext, token: string): Promise<boolean> {
  const { db } = context.store
  const row = await db
    .selectFrom('sessions')
    .select(['user_id', 'revoked_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row !== undefined && (row.revoked_at !== null || (await sessionUser(db, row.user_id)) === null)
}

/** False when this user has no such session that still holds. */
export async function revokeSession(
  context: AppContext,
  session: { readonly id: string; readonly userId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await context.store.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(context.now()).toISOString() })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the session whose ending this proves. Null when there is none, or none that still holds. */
export async function endByProof(
  context: AppContext,
  proof: string,
): Promise<{ id: string; user_id: number } | null> {
  const ended = await context.store.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(context.now()).toISOString() })
    .where('ending_hash', '=', hashOf(proof))
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  return ended ?? null
}

/** The user's sessions that still hold, the latest used first. */
export function liveSessions(context: AppContext, userId: number) {
  return context.store.db
    .selectFrom('sessions')
    .select(['id', 'device_id', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(context.now()).toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Forgets the sessions that ended long ago. */
export async function pruneSessions(context: AppContext): Promise<void> {
  const before = new Date(context.now() - KEEP_ENDED_DAYS * DAY).toISOString()
  await context.store.db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<', before), where('revoked_at', '<', before)]))
    .execute()
}
