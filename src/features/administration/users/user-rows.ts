/** The rows of 'Usuários': what devices mirror of a user, with what only the server has. */
import type { UserAccess } from '../../../contract/administration/users.ts'
import type { UserEntry } from '../../../domain/catalogue/catalogue.ts'

export interface UserRow extends UserEntry {
  /** undefined: not known yet, or not for this viewer. */
  readonly access: UserAccess | undefined
}

/** Each user with its access. */
export function userRows(
  users: readonly UserEntry[],
  accesses: readonly UserAccess[] | undefined,
): UserRow[] {
  const of = new Map(accesses?.map((access) => [access.id, access]))
  return users.map((user) => ({ ...user, access: of.get(user.id) }))
}
