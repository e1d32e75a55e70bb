/** An expiring policy as a line of a file has it. Pure. docs/rules.md#renewal-import */
import { z } from 'zod'
import type { ClientFields } from '../client/changes.ts'
import { EMPTY_CLIENT } from '../client/fields.ts'
import type { LineOf } from '../spreadsheet/judged-lines.ts'

export const renewalRowSchema = z.object({
  policy_number: z.string(),
  /** Of a fleet's policy; '' where the file has none. Rows of earlier versions have none. */
  item: z.string().default(''),
  product: z.string(),
  client_name: z.string(),
  document: z.string(),
  cellphone: z.string(),
  phone: z.string(),
  mail: z.string(),
  insurer: z.string(),
  /** YYYY-MM-DD. */
  end_of_validity: z.string(),
  group: z.string(),
  /** What of the line was left out. */
  notes: z.array(z.string()),
})
export type RenewalRow = z.infer<typeof renewalRowSchema>

export type GoodLine = LineOf<RenewalRow>

export const LONGEST_INSURER = 100

/** YYYYMM of the policy's end. */
export const referenceMonth = ({ end_of_validity }: Pick<RenewalRow, 'end_of_validity'>): string =>
  end_of_validity.slice(0, 7).replace('-', '')

/** The client as the file has it. */
export const clientOfRow = (row: RenewalRow): ClientFields => ({
  ...EMPTY_CLIENT,
  name: row.client_name,
  cpf: row.document,
  cellphone: row.cellphone,
  phone: row.phone,
  mail: row.mail,
})

/** Equal groups: by case, spaces and leading zeros, which Excel drops, they do not differ. */
export const groupKey = (group: string): string => {
  const plain = group.trim().toUpperCase()
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain
}
