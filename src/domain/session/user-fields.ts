/**
 * The plain fields of a user, each declared once: docs/rules.md#users. What an answer has, the column and its type, the select
 * list, the names, the values of the form and what who manages no users does not see follow. How a field is sent and checked:
 * `src/contract/administration/users.ts`.
 */
import { z } from 'zod'
import { keysOf } from '../record/parts.ts'

/**
 * `stored`: in the table and in answers. `empty`: in the form of a new user. `hidden`: for roles that manage no users. `asked`: in the
 * form, where the name alone is another record's, which has its `label`.
 */
const blank = { stored: z.string().nullable(), empty: '', hidden: null } as const
const no = { stored: z.boolean(), empty: false, hidden: false } as const

export const USER_FIELDS = {
  name: { stored: z.string(), empty: '', asked: 'Nome' },
  phone: { stored: z.string(), empty: '', asked: 'Telefone' },
  /** 1 active, 0 inactive. */
  status: { stored: z.union([z.literal(0), z.literal(1)]), empty: 1, asked: 'Ativo' },
  /** 'HH:mm'. */
  work_start: { ...blank, label: 'Início da jornada' },
  observation: { stored: z.string(), empty: '', hidden: '', asked: 'Observação' },
  active_all_dealerships: { ...no, label: 'Ativar todas as concessionárias' },
  /** Works on a shared tablet: docs/rules.md#protected-devices */
  shared_tablet: { ...no, stored: z.boolean().default(false), asked: 'Tablet compartilhado' },
  renovator_hierarchical_group: { ...blank, label: 'Grupo hierárquico' },
} as const

export type UserField = keyof typeof USER_FIELDS
export type StoredUser = { [Field in UserField]: z.output<(typeof USER_FIELDS)[Field]['stored']> }
/** As the form has them: '' is nothing. */
export type TypedUser = { readonly [Field in UserField]: NonNullable<StoredUser[Field]> }

export const USER_FIELD_NAMES = keysOf(USER_FIELDS)
