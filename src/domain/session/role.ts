/** A file of its own: screens ask for the role before the schemas' code is loaded. */
import type { RoleId, SessionUser } from './session-user.ts'

/** Returns the role that counts: the id of the user's first role. docs/rules.md#roles */
export function roleOf(user: Pick<SessionUser, 'roles'>): RoleId {
  return user.roles[0].id
}
