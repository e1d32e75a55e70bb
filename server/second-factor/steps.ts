/** Sign-ins that wait for the second factor after the right password: docs/rules.md#second-factor */
import { randomBytes } from 'node:crypto'
import { STEP_MS } from '../../src/domain/session/second-factor.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'

export interface SignInStep {
  readonly userId: number
  readonly login: string
  readonly deviceId: string | null
  /** Whether the login had a session on the device before. */
  readonly isKnown: boolean
  /** The password is too short for a protected device. */
  readonly isShort: boolean
  /** And it was typed on one. */
  readonly isPasswordDue: boolean
}

/** Returns the token of a new step. Only its hash is stored. */
export async function openStep(
  { store, now }: AppContext,
  { userId, deviceId, isKnown, isShort, isPasswordDue }: Omit<SignInStep, 'login'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await store.db
    .deleteFrom('sign_in_steps')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', new Date(now()).toISOString())
    .execute()
  await store.db
    .insertInto('sign_in_steps')
    .values({
      token_hash: secretHash(token),
      user_id: userId,
      device_id: deviceId,
      is_known: isKnown,
      short_password: isShort,
      password_due: isPasswordDue,
      expires_at: new Date(now() + STEP_MS).toISOString(),
    })
    .execute()
  return token
}

/** The step of a token; null where it is unknown, used or too old, or its user is inactive. */
export async function stepOf({ store, now }: AppContext, token: string): Promise<SignInStep | null> {
  const row = await store.db
    .selectFrom('sign_in_steps as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id as userId', 'u.login', 's.device_id as deviceId', 's.is_known as isKnown'])
    .select(['s.short_password as isShort', 's.password_due as isPasswordDue'])
    .where('s.token_hash', '=', secretHash(token))
    .where('s.expires_at', '>', new Date(now()).toISOString())
    .where('u.status', '=', 1)
    .executeTakeFirst()
  return row ?? null
}

/** Uses the step up. Of two uses at once one is true. */
export async function spendStep({ store }: AppContext, token: string): Promise<boolean> {
  const used = await store.db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', secretHash(token))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes steps, challenges, kept answers and remembered devices whose time is over. */
export async function pruneFactors({ store, now }: AppContext): Promise<void> {
  const over = new Date(now()).toISOString()
  await store.db.deleteFrom('sign_in_steps').where('expires_at', '<=', over).execute()
  await store.db.deleteFrom('kept_answers').where('expires_at', '<=', over).execute()
  await store.db.deleteFrom('passkey_challenges').where('expires_at', '<=', over).execute()
  await store.db.deleteFrom('remembered_devices').where('expires_at', '<=', over).execute()
}
