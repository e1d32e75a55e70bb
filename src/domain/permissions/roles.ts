/** Groups of roles in the rules: docs/rules.md#roles. */
import type { RoleId } from '../session/session-user.ts'

export const EVERYONE: readonly RoleId[] = [1, 2, 3, 4, 5, 6, 7]
export const STAFF: readonly RoleId[] = [1, 2, 3]
export const MANAGEMENT: readonly RoleId[] = [1, 2]
export const ADMINISTRATION: readonly RoleId[] = [1]
export const BROKERS: readonly RoleId[] = [3]

/** Any number: lists of users have their roles as numbers. Of a user without a role no predicate is true. */
type AnyRole = number | null | undefined

const isOneOf =
  (roles: readonly RoleId[]) =>
  (role: AnyRole): boolean =>
    roles.some((one) => one === role)

export const isAdministration = isOneOf(ADMINISTRATION)

export const isManagement = isOneOf(MANAGEMENT)

/** Whether the role is of the brokerage; all others refer: dealerships, partners and external referrers. */
export const isStaff = isOneOf(STAFF)

export const isBroker = isOneOf(BROKERS)

export const isDealership = isOneOf([4])

/** A special inviter cannot be chosen as the inviter of a lead: docs/rules.md#form */
export const isSpecialInviter = isOneOf([6])

/** Whose leads may be quoted before they exist: docs/rules.md#quote */
export const isQuoteInviter = isOneOf([1, 7])
