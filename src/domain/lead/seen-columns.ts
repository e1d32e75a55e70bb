/**
 * Columns of a lead that only staff sees: docs/rules.md#what-each-role-sees-of-a-lead. Answers, pulls and exports use
 * this table. Every user who sees the lead sees all other columns.
 */
import type { Scope } from './access.ts'
import type { Lead } from './lead.ts'

/** Always empty for dealerships and referrers. */
export const STAFF_COLUMNS = [
  'sale_value_cents',
  'commission_percentage',
  'nps_value',
  'competitor_broker',
  'old_competitor_broker',
  'old_insurer',
  'old_end_of_validity',
  'old_number',
  'file_path',
  // A life insurance asks for illnesses. A dealership sees the leads that others indicated for it.
  'insurance_details',
] as const satisfies readonly (keyof Lead)[]
export type StaffColumn = (typeof STAFF_COLUMNS)[number]

/** Flags about tasks of the attendance. Always false for dealerships and referrers. */
export const STAFF_FLAGS = ['quote_link_pending'] as const satisfies readonly (keyof Lead)[]
export type StaffFlag = (typeof STAFF_FLAGS)[number]

/** Whether the scope is of the roles 1 to 3. */
export const isStaffScope = (scope: Scope): boolean => scope.kind === 'all' || scope.kind === 'broker'
