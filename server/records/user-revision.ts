/** By what a save recognises that the user was changed since it was read: docs/rules.md#revisions */
import type { ManagedUser } from '../../src/contract/administration/users.ts'
import { revisionOf } from './revision.ts'

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** Names of lists and the user's own confirmation may change without a conflict. */
export function userRevision(user: ManagedUser): string {
  const { partners, roles, technical_team } = user
  return revisionOf({
    ...user,
    partners: ids(partners),
    roles: ids(roles),
    technical_team: technical_team?.id,
    verify: null,
  })
}
