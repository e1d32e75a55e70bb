/** The fields of a call, each declared once: docs/rules.md#calls. What only the server says of them: `server/records/calls.ts`. */
import { z } from 'zod'
import { CALL_RESULTS, CALL_WAYS } from './calls.ts'

const result = z.literal(CALL_RESULTS.map(({ var_id }) => var_id))
const ONE_DAY = 86_400
const seconds = z.number().int()

/** `sent`: as a call brings it. `stored`: in the table. `shown`: `src/domain/client/personal-tables.ts`. */
export const CALL_FIELDS = {
  date: { stored: z.string(), shown: 'Data' },
  way: { sent: z.enum(CALL_WAYS).optional(), stored: z.enum(CALL_WAYS), label: 'Meio da ligação' },
  phone: { sent: z.string().max(11), stored: z.string(), shown: 'Telefone' },
  /** null: not known. */
  status: { sent: result, stored: result.nullable(), shown: 'Resultado' },
  /** In seconds; null: not known. */
  duration: { sent: seconds.min(0).max(ONE_DAY).default(0), stored: seconds.nullable(), label: 'Duração' },
  /** Source of `status`. */
  result_by: { stored: z.enum(['caller', 'phone_system']).nullable() },
  /** The lead's `first_call_on_time` that this call set; null: it did not set the flag. */
  given_flag: { stored: z.literal([0, 1]).nullable() },
} as const
