/** What the links of mails do when they are used: docs/rules.md#links */
import { sql } from 'kysely'
import type { AppContext } from '../context/app-context.ts'
import { refusedField } from '../context/refusal.ts'
import { shortestPasswordOf } from '../device-keys/shared-tablets.ts'
import { addressChangedLetter, passwordChangedLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import { auditPassword, auditUserChange } from '../records/audit-user.ts'
import { consumeLink, demandPurpose, disownLink, endLinks, linkOf } from '../session/links.ts'
import { passwordRefusal } from '../session/password-rules.ts'
import { hashPassword, notePassword, writePassword } from '../session/passwords.ts'
import { takeEmail } from './user-email.ts'

/** The first password of an invited user, or a new one. Throws Refusal `link_unusable` for the link, `rule` for the password. */
export async function setPasswordByLink(context: AppContext, code: string, password: string): Promise<void> {
  const { db } = context.store
  const link = await linkOf(db, context.now(), code)
  demandPurpose(link, 'verify', 'redefine')
  const { login, purpose, userId } = link
  const shortest = await shortestPasswordOf(db, userId)
  const refusal = passwordRefusal(password, { login, current: null }, shortest)
  if (refusal !== null) throw refusedField('password', refusal)
  const hash = await hashPassword(password)
  const nowMs = context.now()
  const change = { userId, hash, keptSession: null }
  const ended = await db.transaction().execute(async (tx) => {
    const { name, email: recipient } = await consumeLink(tx, nowMs, code, 'verify', 'redefine')
    await auditPassword(tx, userId)
    await tx
      .updateTable('users')
      .set({ verified_at: sql`coalesce(verified_at, ${new Date(nowMs).toISOString()}::timestamptz)` })
      .where('id', '=', userId)
      .execute()
    if (purpose === 'redefine') {
      const letter = passwordChangedLetter(
        { name, login },
        await disownLink(tx, context, { userId, sinceMs: nowMs }),
      )
      await queueMail(tx, { userId, purpose: 'password_changed', recipient, letter, nowMs })
    }
    return writePassword(tx, nowMs, change)
  })
  notePassword(context, change, ended)
}

/** Takes the confirmed address and sends a mail about it to the old one. Throws Refusal `link_unusable`. */
export async function confirmNewEmail(context: AppContext, code: string): Promise<void> {
  const nowMs = context.now()
  await context.store.db.transaction().execute(async (tx) => {
    const link = await linkOf(tx, nowMs, code)
    demandPurpose(link, 'email')
    const { userId, newEmail, name, login, email: recipient } = link
    if (newEmail === null) throw new Error('a link to a new address has none')
    await auditUserChange(tx, { by: { id: userId }, id: userId, nowMs }, async () => {
      await consumeLink(tx, nowMs, code, 'email')
      // Asked for while it was free, or by a user who did not learn that it is taken. The owner of the mailbox learns
      // it now.
      await takeEmail(tx, userId, { email: newEmail, verified_at: new Date(nowMs).toISOString() })
      // A link in the old mailbox can no longer set a password.
      await endLinks(tx, nowMs, { userId, purposes: ['verify', 'redefine'] })
    })
    const letter = addressChangedLetter({ name, login }, newEmail)
    await queueMail(tx, { userId, purpose: 'email_changed', recipient, letter, nowMs })
  })
}
