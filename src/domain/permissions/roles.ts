/** Groups of roles in the rules: docs/rules.md#roles. */
import type { RoleId } from '../session/session-user.ts'

export const EVERYONE: readonly RoleId[] = [1, 2, 3, 4, 5, 6, 7]
export const STAFF: readonly RoleId[] = [1, 2, 3]
export const MANAGEMENT: readonly RoleId[] = [1, 2]
export const ADMINISTRATION: readonly RoleId[] = [1]

export const isAdministration = (role: RoleId) => ADMINISTRATION.includes(role)

export const isManagement = (role: RoleId) => MANAGEMENT.includes(role)

/** Whether the role is of the brokerage; all others refer: dealerships, partners and external referrers. */
export const isStaff = (role: RoleId) => STAFF.includes(role)
