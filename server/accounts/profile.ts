/** A user's own changes: docs/rules.md#sessions-and-passwords. The caller has checked the present password. */
import type { Mailed } from '../../src/domain/mail/mailed.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { CallContext } from '../context/origin.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import { auditPassword, auditUserChange } from '../records/audit-user.ts'
import { disownLink, endLinks } from '../session/links.ts'
import { hashPassword, notePassword, writePassword } from '../session/passwords.ts'
import { liftPasswordDue } from '../session/tokens.ts'
import { requestEmailChange } from './invitation.ts'

interface Changes {
  readonly password?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/**
 * Returns what becomes of the mail to a new address, or null. Its link proves the address, so the caller never gets it. The
 * present address withdraws one that waits.
 */
export async function updateProfile(
  context: CallContext,
  { user, sessionId }: { readonly user: SessionUser; readonly sessionId: string },
  { password, email, phone }: Changes,
): Promise<Mailed | null> {
  const userId = user.id
  const nowMs = context.now()
  const isNewEmail = email !== undefined && email !== user.email
  const change =
    password === undefined ? null : { userId, hash: await hashPassword(password), keptSession: sessionId }
  let mailed: Mailed | null = null
  const ended = await context.store.db.transaction().execute(async (tx) => {
    const others = change === null ? [] : await writePassword(tx, nowMs, change)
    if (change !== null) await liftPasswordDue(context, tx, sessionId)
    if (change !== null) {
      const link = await disownLink(tx, context, { userId, sinceMs: nowMs })
      const letter = passwordChangedLetter(user, link)
      await queueMail(tx, { userId, purpose: 'password_changed', recipient: user.email, letter, nowMs })
      await auditPassword(tx, userId)
    }
    // After the password: a new one ends the links before it.
    await auditUserChange(tx, { by: user, id: userId, nowMs }, async () => {
      if (phone !== undefined) await tx.updateTable('users').set({ phone }).where('id', '=', userId).execute()
      if (isNewEmail)
        mailed = {
          ...(await requestEmailChange(tx, context, { ...user, role: roleOf(user) }, email)),
          link: null,
        }
      else if (email !== undefined) await endLinks(tx, nowMs, { userId, purposes: ['email'] })
    })
    return others
  })
  if (change !== null) notePassword(context, change, ended)
  return mailed
}
