/** Sessions. Tokens are random and stored as hashes. A session expires without use and can be revoked. */

import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { endingText } from '../../src/domain/session/ending.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { noSession } from '../context/refusal.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Moment } from '../feed/moment.ts'
import { sessionUser } from '../queries/session-user.ts'
import { noteSignIn } from './note-sign-in.ts'

/** A session ends this long after its sign-in, even when it is used. */
const LONGEST_DAYS = 90
/** Live sessions of one user. A further sign-in ends the session that was used longest ago. */
const MOST_LIVE = 20
/** Ended sessions are kept this long, so that an operator can find a session's device later. */
const KEEP_ENDED_DAYS = 90
/** `last_seen_at` is written at most once in this time (ms), to save writes. */
const TOUCH_AFTER = 10 * 60_000

export interface Session {
  readonly id: string
  readonly user: SessionUser
  readonly deviceId: string | null
  /** It may do nothing but set up a second factor: docs/rules.md#required-second-factor */
  readonly isSetUpOnly: boolean
  /** It may do nothing but set a longer password: docs/rules.md#protected-devices */
  readonly isPasswordDue: boolean
  /** Versions of the last changes to the user's scope. */
  readonly scopeChanged: string
  /** It began after the request arrived. */
  readonly moment: Moment
}

/** A hash of the proof: a reader of the database can't end a session with it. */
const endingHashOf = (token: string) => secretHash(secretHash(endingText(token)))

/** Reason for the end of a session, in the security log. */
type Ending =
  | 'signed out'
  | 'signed out offline'
  | 'ended elsewhere'
  | 'too many'
  | 'password changed'
  | 'factor set up'
  | 'disowned'
  | 'deactivated'
  | 'device erased'

export function noteEndings(
  { security }: AppContext,
  userId: number,
  sessions: readonly { readonly id: string }[],
  about: Ending,
): void {
  for (const { id } of sessions) security.note('session_ended', { user_id: userId, session_id: id, about })
}

/** The expiry of a session that is used now, as ISO 8601. */
const expiry = (context: AppContext, createdMs: number) =>
  new Date(
    Math.min(context.now() + context.config.sessionDays * DAY_MS, createdMs + LONGEST_DAYS * DAY_MS),
  ).toISOString()

/** A session that may only set up a second factor, or a longer password, ends so long after its sign-in. */
const SET_UP_MS = 30 * 60_000

interface Opening {
  readonly name?: string | null
  readonly isSetUpOnly?: boolean
  readonly isPasswordDue?: boolean
}

/**
 * Opens a session. Only a hash of `token` is stored, so it can't be read again. On a device that is still to be erased the
 * session has ended already: its token brings the order, and nothing else.
 */
export async function openSession(
  context: AppContext,
  userId: number,
  deviceId: string | null,
  { name = null, isSetUpOnly = false, isPasswordDue = false }: Opening = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = uuidv7()
  const now = new Date(context.now()).toISOString()
  const crowded = await context.store.db.transaction().execute(async (tx) => {
    // Locks the user: concurrent sign-ins would not count each other.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await tx
      .insertInto('sessions')
      .values({
        id,
        token_hash: secretHash(token),
        ending_hash: endingHashOf(token),
        user_id: userId,
        device_id: deviceId,
        device_name: name,
        created_at: now,
        last_seen_at: now,
        expires_at:
          isSetUpOnly || isPasswordDue
            ? new Date(context.now() + SET_UP_MS).toISOString()
            : expiry(context, context.now()),
        set_up_only: isSetUpOnly,
        password_due: isPasswordDue,
      })
      .execute()
    if (deviceId !== null && (await noteSignIn(tx, { userId, deviceId })) === 'to be erased') {
      await tx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', id).execute()
      return []
    }
    const others = live(context, tx, userId)
      .where('id', '<>', id)
      .offset(MOST_LIVE - 1)
    return tx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('id', 'in', others.select('id'))
      .returning('id')
      .execute()
  })
  noteEndings(context, userId, crowded, 'too many')
  return { id, token }
}

/**
 * Returns the token's session; null when it is unknown, expired, revoked, or its user is inactive. Extends a session
 * in use. `forPull`: the feed shows its moment.
 */
export async function sessionOf(
  context: AppContext,
  token: string,
  options: { readonly forPull?: boolean } = {},
): Promise<Session | null> {
  const { db } = context.store
  const hash = secretHash(token)
  const moment = await context.rounds.ask(hash, options)
  const row = moment.sessions.get(hash)
  const now = context.now()
  if (row === undefined || row.revoked_at !== null || Date.parse(row.expires_at) <= now) return null
  const createdMs = Date.parse(row.created_at)
  // Sessions of earlier versions may have a later `expires_at`.
  if (createdMs + LONGEST_DAYS * DAY_MS <= now) return null
  const kept = await context.rounds.user(moment, row.user_id)
  if (kept === null) return null
  if (now - Date.parse(row.last_seen_at) > TOUCH_AFTER && !row.set_up_only && !row.password_due)
    await db
      .updateTable('sessions')
      .set({
        last_seen_at: new Date(now).toISOString(),
        expires_at: expiry(context, createdMs),
      })
      .where('id', '=', row.id)
      .execute()
  if (row.ending_hash === null)
    await db
      .updateTable('sessions')
      .set({ ending_hash: endingHashOf(token) })
      .where('id', '=', row.id)
      .execute()
  return {
    id: row.id,
    user: kept.user,
    deviceId: row.device_id,
    isSetUpOnly: row.set_up_only,
    isPasswordDue: row.password_due,
    scopeChanged: kept.scopeChanged,
    moment,
  }
}

/**
 * The user has a second factor from now on. The session of whoever set it up may do what the role may, and all others that
 * wait for a set-up end. Throws Refusal `session` where another set-up ended this one: of two at the same time one counts.
 * Returns what ended.
 */
export async function endSetUps(
  context: AppContext,
  tx: Tx,
  { id, user, isSetUpOnly, isPasswordDue }: Pick<Session, 'id' | 'user' | 'isSetUpOnly' | 'isPasswordDue'>,
): Promise<readonly { readonly id: string }[]> {
  await tx.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
  if (isSetUpOnly) {
    const lifted = await tx
      .updateTable('sessions')
      .set({ set_up_only: false, ...(isPasswordDue ? {} : { expires_at: expiry(context, context.now()) }) })
      .where('id', '=', id)
      .where('set_up_only', '=', true)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (lifted === undefined) throw noSession()
  }
  return tx
    .updateTable('sessions')
    .set({ revoked_at: new Date(context.now()).toISOString() })
    .where('user_id', '=', user.id)
    .where('set_up_only', '=', true)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
}

/** The session's user has a password of enough characters now. Does nothing to any other session. */
export async function liftPasswordDue(context: AppContext, tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ password_due: false, expires_at: expiry(context, context.now()) })
    .where('id', '=', id)
    .where('password_due', '=', true)
    .execute()
}

/** True when the session was revoked or its user is no longer active. False for a session that merely expired. */
export async function wasRevoked(context: AppContext, token: string): Promise<boolean> {
  const { db } = context.store
  const row = await db
    .selectFrom('sessions')
    .select(['user_id', 'revoked_at'])
    .where('token_hash', '=', secretHash(token))
    .executeTakeFirst()
  return row !== undefined && (row.revoked_at !== null || (await sessionUser(db, row.user_id)) === null)
}

/** Ends the session. Returns false when the user has no live session with this id. */
export async function revokeSession(
  context: AppContext,
  session: { readonly id: string; readonly userId: number },
  about: Ending,
): Promise<boolean> {
  const { numUpdatedRows } = await context.store.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(context.now()).toISOString() })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) noteEndings(context, session.userId, [session], about)
  return numUpdatedRows > 0n
}

/** Ends the session of this proof. Does nothing when there is no live one. */
export async function endByProof(context: AppContext, proof: string): Promise<void> {
  const ended = await context.store.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(context.now()).toISOString() })
    .where('ending_hash', '=', secretHash(proof))
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (ended !== undefined) noteEndings(context, ended.user_id, [ended], 'signed out offline')
}

/** The user's live sessions, the latest used first. */
function live(context: AppContext, db: Kysely<Database>, userId: number) {
  const now = context.now()
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now).toISOString())
    .where('created_at', '>', new Date(now - LONGEST_DAYS * DAY_MS).toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
}

export function liveSessions(context: AppContext, userId: number) {
  return live(context, context.store.db, userId)
    .select(['id', 'device_id', 'device_name', 'created_at', 'last_seen_at'])
    .execute()
}

/**
 * True when this login had a session on the device before, live or ended. The query is the same for unknown logins.
 */
export async function knowsDevice({ store }: AppContext, login: string, deviceId: string): Promise<boolean> {
  const found = await store.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where(sql`lower(users.login)`, '=', login.toLowerCase())
    .where('sessions.device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes sessions that ended more than 90 days ago. */
export async function pruneSessions(context: AppContext): Promise<void> {
  const before = new Date(context.now() - KEEP_ENDED_DAYS * DAY_MS).toISOString()
  await context.store.db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<', before), where('revoked_at', '<', before)]))
    // The device proves by its ended session that it was erased.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('devices')
            .select('devices.id')
            .whereRef('devices.user_id', '=', 'sessions.user_id')
            .whereRef('devices.device_id', '=', 'sessions.device_id')
            .where('erase_requested_at', 'is not', null)
            .where('erase_confirmed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
