/** Whom an administrator or a manager may create and change: docs/rules.md#roles */
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { may } from './actions.ts'
import { isManagement } from './roles.ts'

/** Administrators manage everybody, managers the roles 3 to 7. */
export function mayManageRole(actor: Pick<SessionUser, 'roles'>, role: RoleId): boolean {
  const own = roleOf(actor)
  if (!may('users.manage', own)) return false
  return may('users.manageAdministrators', own) || !isManagement(role)
}
