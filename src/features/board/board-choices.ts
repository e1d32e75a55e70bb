/** Choices of a user on the board: channels of the Origem menu, brokers of the filter bar. */

import type { Catalogues } from '../../device/useCatalogues.ts'
import { isManagement, isStaff } from '../../domain/permissions/roles.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

export interface Choice {
  readonly id: number
  readonly name: string
}

/** Returns the channels of the user's team. Roles 1 and 2 without a team see all: docs/rules.md#channel-menus. */
export function channelsOf(user: SessionUser, catalogues: Catalogues | undefined): readonly Choice[] {
  if (user.technical_team !== null) return user.technical_team.channels
  return isManagement(roleOf(user)) ? [...(catalogues?.channels.values() ?? [])] : []
}

/** Returns the brokers to filter by: any for roles 1 and 2, else only the user. docs/rules.md#filters */
export function brokersOf(user: SessionUser, catalogues: Catalogues | undefined): readonly Choice[] {
  if (!isManagement(roleOf(user))) return [{ id: user.id, name: user.name }]
  return [...(catalogues?.users.values() ?? [])].filter((other) => isStaff(other.role_id))
}
