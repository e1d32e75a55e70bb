/** Mails that invite a user, offer a new password, or ask to confirm a new address. docs/rules.md#links */
import { sql } from 'kysely'
import type { Mailed } from '../../src/domain/mail/mailed.ts'
import { isAdministration } from '../../src/domain/permissions/roles.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { addressAskedLetter, invitationLetter, newAddressLetter, resetLetter } from '../mail/letters.ts'
import { mailedTo, sendsMail } from '../mail/mailed.ts'
import { queueMail } from '../mail/queue.ts'
import { issueLink, type LinkContext } from '../session/links.ts'

interface Invited {
  readonly id: number
  readonly name: string
  readonly login: string
  readonly email: string
}

/** Writes the invitation and its mail in the caller's transaction. An earlier invitation ends. */
export async function inviteUser(tx: Tx, context: LinkContext, user: Invited): Promise<Mailed> {
  const link = await issueLink(tx, context, { userId: user.id, purpose: 'verify' })
  const letter = invitationLetter(user, link)
  const recipient = user.email
  await queueMail(tx, { userId: user.id, purpose: 'verify', recipient, letter, nowMs: context.now() })
  return mailedTo(context, { recipient, link })
}

/**
 * The address changes when the link in the mail to it is used. An administrator's present address gets a mail about it
 * first.
 */
export async function requestEmailChange(
  tx: Tx,
  context: LinkContext,
  user: Invited & { readonly role: RoleId },
  newEmail: string,
): Promise<Mailed> {
  if (isAdministration(user.role))
    await queueMail(tx, {
      userId: user.id,
      purpose: 'email_asked',
      recipient: user.email,
      letter: addressAskedLetter(user, newEmail),
      nowMs: context.now(),
    })
  const link = await issueLink(tx, context, { userId: user.id, purpose: 'email', newEmail })
  const letter = newAddressLetter(user, link)
  await queueMail(tx, {
    userId: user.id,
    purpose: 'email',
    recipient: newEmail,
    letter,
    nowMs: context.now(),
  })
  return mailedTo(context, { recipient: newEmail, link })
}

/** Mails of one user in an hour. Further requests send nothing: strangers could fill a mailbox. */
const RESETS_AN_HOUR = 3

/**
 * Sends a link for a new password to the active user with this login. Says nothing of whether there is one. Without a
 * mail server it makes no link: no one would receive it, and it would end a link that an administrator gave.
 */
export async function requestReset(context: AppContext, login: string): Promise<void> {
  const { publicUrl: origin } = context.config
  // A mail server requires PUBLIC_URL, so that no mail contains the address that a stranger's request came by.
  if (!sendsMail(context) || origin === null) return
  await context.store.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'name', 'login', 'email'])
      .where(sql`lower(login)`, '=', login.toLowerCase())
      .where('status', '=', 1)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined || user.email === '') return
    const { sent } = await tx
      .selectFrom('password_verifications')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'redefine')
      .where('created_at', '>', new Date(context.now() - HOUR_MS).toISOString())
      .executeTakeFirstOrThrow()
    if (Number(sent) >= RESETS_AN_HOUR) return
    const link = await issueLink(tx, { ...context, origin }, { userId: user.id, purpose: 'redefine' })
    const letter = resetLetter(user, link)
    const recipient = user.email
    await queueMail(tx, { userId: user.id, purpose: 'redefine', recipient, letter, nowMs: context.now() })
  })
}
