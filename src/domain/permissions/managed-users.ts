/** Whom an administrator or a manager may create and change, and when with the own password: docs/rules.md#roles */
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { may } from './actions.ts'
import { isAdministration, isManagement } from './roles.ts'

/** Administrators manage everybody, managers the roles 3 to 7. */
export function mayManageRole(actor: Pick<SessionUser, 'roles'>, role: RoleId): boolean {
  const own = roleOf(actor)
  if (!may('users.manage', own)) return false
  return may('users.manageAdministrators', own) || !isManagement(role)
}

/**
 * Whether a change of the account's e-mail, phone, status, role, link or sessions needs the actor's own password: it is
 * the own account, or an administrator's. docs/rules.md#own-password
 */
export const needsOwnPassword = (
  actor: Pick<SessionUser, 'id'>,
  account: { readonly id: number; readonly role: RoleId },
): boolean => account.id === actor.id || isAdministration(account.role)
