/** A user as another user manages them, for the calls of administration. docs/rules.md#roles */
import type { UserMail } from '../../src/contract/accounts.ts'
import { mayManageRole } from '../../src/domain/permissions/managed-users.ts'
import type { RoleId, SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { forbidden, notFound } from '../context/refusal.ts'
import { mailState } from '../mail/mailed.ts'
import type { Reader } from '../queries/lead-row.ts'

export interface ManagedUser {
  readonly id: number
  readonly name: string
  readonly login: string
  readonly email: string
  readonly status: number
  readonly verified_at: string | null
  readonly role: RoleId
}

/** Throws Refusal `not_found` for an unknown user, `forbidden` for one whom the actor may not manage. */
export async function managedUser(db: Reader, actor: SessionUser, id: number): Promise<ManagedUser> {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.login', 'u.email', 'u.status', 'u.verified_at', 'r.role_id as role'])
    .where('u.id', '=', id)
    .orderBy('r.place')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (!mayManageRole(actor, found.role)) throw forbidden()
  return found
}

/** The last mail about the user's account, null where there was none. */
export async function lastMail(
  db: Reader,
  context: Pick<AppContext, 'config'>,
  userId: number,
): Promise<UserMail['data']> {
  const row = await db
    .selectFrom('mails')
    .select(['recipient', 'created_at', 'sent_at', 'failed_at', 'problem', 'is_file'])
    .where('user_id', '=', userId)
    .where('view_id', 'is', null)
    // `email_asked` accompanies the mail to the new address, whose state is the one to show. The other two are no
    // invitations.
    .where('purpose', 'not in', [
      'email_asked',
      'factor_changed',
      'history_broken',
      'new_device',
      'webhook_stopped',
      'wrong_codes',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { recipient, problem, created_at, sent_at, failed_at } = row
  return { recipient, problem, state: mailState(context, row), at: sent_at ?? failed_at ?? created_at }
}
