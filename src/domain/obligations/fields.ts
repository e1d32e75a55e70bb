/** The fields of a limit of the law, each declared once, by its column; for the server: `server/records/obligation-facts.ts`. docs/rules.md#obligations */
import { z } from 'zod'
import { partsOf } from '../record/parts.ts'

/** What a person may name. 'act': the lead's own step was it. */
export const PROOF_NAMES = ['file', 'message', 'note'] as const

/** YYYY-MM-DD of São Paulo. */
const day = z.string()
const userId = z.number().int().nullable()

/** `mentions` and `shown`: `src/domain/client/personal-tables.ts`. */
export const OBLIGATION_FIELDS = {
  /** As in `OBLIGATION_KINDS`, or one of a newer server. */
  kind: { stored: z.string(), shown: 'Prazo' },
  since_day: { stored: day, shown: 'Desde' },
  until_day: { stored: day, shown: 'Até' },
  half_day: { stored: day },
  eve_day: { stored: day },
  begun_by: { stored: z.union([z.literal('act'), z.literal('hand')]) },
  begun_user_id: { stored: userId },
  begun_at: { stored: z.string() },
  /** null: it runs. 'erased': its client's data was erased while it ran. */
  outcome: { stored: z.enum(['fulfilled', 'dismissed', 'erased']).nullable() },
  done_day: { stored: day.nullable(), shown: 'Cumprido ou dispensado em' },
  ended_user_id: { stored: userId },
  ended_at: { stored: z.string().nullable() },
  note: { stored: z.string(), mentions: 'Nota', shown: 'Nota' },
  /** null: it was dismissed, or runs. */
  proof_kind: { stored: z.enum([...PROOF_NAMES, 'act']).nullable() },
  /** What was typed; of a file, its uid. The reason of a dismissal. */
  proof: { stored: z.string(), mentions: 'Prova', shown: 'Prova ou motivo' },
} as const

const { kind, since_day: since, until_day: until, note, begun_by } = partsOf(OBLIGATION_FIELDS, 'stored')

/** One that runs, as its lead has it. */
export const obligationSchema = z.object({ kind, since, until, note, begun_by })
export type Obligation = z.infer<typeof obligationSchema>
