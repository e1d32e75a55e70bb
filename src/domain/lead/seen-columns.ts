/**
 * Fields of a lead that only staff sees: docs/rules.md#what-each-role-sees-of-a-lead. Answers, pulls and exports use
 * them. Every user who sees the lead sees all other fields.
 */
import { keysOf, partsOf } from '../record/parts.ts'
import { LEAD_FIELDS } from './fields.ts'

/** For dealerships and referrers they are as in a new lead. */
export const STAFF_FIELDS = keysOf(partsOf(LEAD_FIELDS, 'seenBy'))
