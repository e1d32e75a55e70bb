/** A user's own changes: docs/rules.md#sessions-and-passwords. The caller has checked the present password. */
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../app-context.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import { hashPassword, notePassword, writePassword } from '../session/passwords.ts'
import { requestEmailChange } from './invitation.ts'

interface Changes {
  readonly password?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/** Returns whether a new address waits for its confirmation. */
export async function updateProfile(
  context: AppContext,
  { user, sessionId }: { readonly user: SessionUser; readonly sessionId: string },
  { password, email, phone }: Changes,
): Promise<boolean> {
  const userId = user.id
  const nowMs = context.now()
  const isNewEmail = email !== undefined && email !== user.email
  const change =
    password === undefined ? null : { userId, hash: await hashPassword(password), keptSession: sessionId }
  const ended = await context.store.db.transaction().execute(async (tx) => {
    if (phone !== undefined) await tx.updateTable('users').set({ phone }).where('id', '=', userId).execute()
    const others = change === null ? [] : await writePassword(tx, nowMs, change)
    if (change !== null) {
      const letter = passwordChangedLetter(user)
      await queueMail(tx, { userId, purpose: 'password_changed', recipient: user.email, letter, nowMs })
    }
    // After the password: a new one ends the links before it.
    if (isNewEmail) await requestEmailChange(tx, context, user, email)
    return others
  })
  if (change !== null) notePassword(context, change, ended)
  return isNewEmail
}
