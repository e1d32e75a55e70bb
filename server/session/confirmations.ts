/**
 * Confirmations by the own password. Each is of one tab, whose memory alone has the token: the database keeps its hash,
 * its session and its end. docs/rules.md#own-password
 */
import { randomBytes } from 'node:crypto'
import { CONFIRMED_FOR_MS } from '../../src/domain/session/confirmation.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'

/**
 * Returns the token of a new confirmation. Ended ones of the session are deleted. `isShort`: the password that was typed is
 * too short for a protected device.
 */
export async function makeConfirmation(
  { store, now }: AppContext,
  sessionId: string,
  { isShort }: { readonly isShort: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await store.db
    .with('ended', (db) =>
      db
        .deleteFrom('session_confirmations')
        .where('session_id', '=', sessionId)
        .where('expires_at', '<=', new Date(now()).toISOString()),
    )
    .insertInto('session_confirmations')
    .values({
      token_hash: secretHash(token),
      session_id: sessionId,
      expires_at: new Date(now() + CONFIRMED_FOR_MS).toISOString(),
      short_password: isShort,
    })
    .execute()
  return token
}

/** The confirmation of this session that has not ended, by its token. null: there is none. */
export async function confirmationOf(
  { store, now }: AppContext,
  { sessionId, token }: { readonly sessionId: string; readonly token: string },
): Promise<{ readonly isShort: boolean } | null> {
  const found = await store.db
    .selectFrom('session_confirmations')
    .select('short_password')
    .where('token_hash', '=', secretHash(token))
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', new Date(now()).toISOString())
    .executeTakeFirst()
  return found === undefined ? null : { isShort: found.short_password }
}
