/**
 * The plain fields of a user, each declared once: docs/rules.md#users. What an answer has, the column and its type, the select
 * list, the values of a new user's form and what who manages no users does not see follow. How a field is sent and checked:
 * `src/contract/administration/users.ts`.
 */
import { z } from 'zod'
import { keysOf } from '../record/parts.ts'

/** `stored`: in the table and in answers. `empty`: in the form of a new user. `hidden`: for roles that manage no users. */
export const USER_FIELDS = {
  name: { stored: z.string(), empty: '' },
  phone: { stored: z.string(), empty: '' },
  /** 1 active, 0 inactive. */
  status: { stored: z.union([z.literal(0), z.literal(1)]), empty: 1 },
  /** 'HH:mm'. */
  work_start: { stored: z.string().nullable(), empty: '', hidden: null },
  observation: { stored: z.string(), empty: '', hidden: '' },
  active_all_dealerships: { stored: z.boolean(), empty: false, hidden: false },
  /** Works on a shared tablet: docs/rules.md#protected-devices */
  shared_tablet: { stored: z.boolean().default(false), empty: false, hidden: false },
  renovator_hierarchical_group: { stored: z.string().nullable(), empty: '', hidden: null },
} as const

export type UserField = keyof typeof USER_FIELDS
export type StoredUser = { [Field in UserField]: z.output<(typeof USER_FIELDS)[Field]['stored']> }

export const USER_FIELD_NAMES = keysOf(USER_FIELDS)
