/** The values of the user's form, its fields in words, and the roles to choose from. */
import type { ManagedUser } from '../../../contract/administration/users.ts'
import { mayManageRole } from '../../../domain/permissions/managed-users.ts'
import { ROLE_NAMES } from '../../../domain/permissions/role-names.ts'
import { isAdministration, isStaff } from '../../../domain/permissions/roles.ts'
import { askedWords } from '../../../domain/record/asked-words.ts'
import { partsOf, picked } from '../../../domain/record/parts.ts'
import { type RoleId, roleIdSchema, type SessionUser } from '../../../domain/session/session-user.ts'
import { type TypedUser, USER_FIELD_NAMES, USER_FIELDS } from '../../../domain/session/user-fields.ts'

export const NO_ROLE = 0

export const USER_WORDS = askedWords(USER_FIELDS)

export interface UserValues extends Record<string, unknown>, TypedUser {
  readonly email: string
  readonly login: string
  /** `NO_ROLE`: not chosen yet. */
  readonly role: number
  readonly channel_id: number | null
  readonly technical_team_id: number | null
  readonly partners: number[]
}

/** The plain fields as the form has them. */
const typedOf = (user: ManagedUser) => ({
  ...picked(user, USER_FIELD_NAMES),
  work_start: user.work_start ?? '',
  renovator_hierarchical_group: user.renovator_hierarchical_group ?? '',
})

/** `role`: fixed for a new administrator. */
export function initialValues(user: ManagedUser | null, role: RoleId | null): UserValues {
  // Staff is of the brokerage's own channel, which is no choice for a role that needs one.
  const ofStaff = user?.roles[0] !== undefined && isStaff(roleIdSchema.parse(user.roles[0].id))
  return {
    ...(user === null ? partsOf(USER_FIELDS, 'empty') : typedOf(user)),
    email: user?.waiting_email ?? user?.email ?? '',
    login: user?.login ?? '',
    role: user?.roles[0]?.id ?? role ?? NO_ROLE,
    channel_id: ofStaff ? null : (user?.channel_id ?? null),
    technical_team_id: user?.technical_team?.id ?? null,
    partners: user?.partners.map(({ id }) => id) ?? [],
  }
}

/** The roles that the actor may give. A new administrator is made on a screen of its own; a user may become one here. */
export function roleChoices(actor: SessionUser, user: ManagedUser | null) {
  return ROLE_NAMES.filter(({ id }) => mayManageRole(actor, id) && (!isAdministration(id) || user !== null))
}
