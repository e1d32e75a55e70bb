/** By what a save recognises that the user was changed since it was read: docs/rules.md#users */
import { createHash } from 'node:crypto'
import type { ManagedUser } from '../../src/contract/administration/users.ts'

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** Names of lists and the user's own confirmation may change without a conflict. */
export function revisionOf(user: ManagedUser): string {
  const { partners, roles, technical_team } = user
  const kept = JSON.stringify({
    ...user,
    partners: ids(partners),
    roles: ids(roles),
    technical_team: technical_team?.id,
    verify: null,
  })
  return createHash('sha256').update(kept).digest('base64url')
}
