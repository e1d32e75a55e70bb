/** The imports of expiring policies: docs/rules.md#renewal-import. The bell asks for them, so they bring no other contract. */
import { z } from 'zod'
import { routesOf } from './route.ts'

const { get } = routesOf('Renovações')

export const renewalImportSchema = z.object({
  id: z.number().int(),
  /** 'preparing': the lines are being stored. */
  state: z.enum(['preparing', 'running', 'done', 'cancelled']),
  file_name: z.string(),
  channel_id: z.number().int(),
  inviter_id: z.number().int().nullable(),
  partner_id: z.number().int().nullable(),
  /** Who started it. */
  user: z.object({ id: z.number().int(), name: z.string() }),
  /** Good lines, and how many of them are done. */
  total: z.number().int(),
  done: z.number().int(),
  made: z.number().int(),
  updated: z.number().int(),
  /** Without a broker: they wait to be assigned. */
  unassigned: z.number().int(),
  refused: z.number().int(),
  /** Blank lines of the file. */
  blank: z.number().int().default(0),
  /** Lines that wait for a person's decision. */
  undecided: z.number().int().default(0),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type RenewalImport = z.infer<typeof renewalImportSchema>

/** The latest, the newest first. */
export const renewalImportsRoute = get('/lead-temps/import', 'renewals.import', {
  answer: z.object({ data: z.array(renewalImportSchema) }),
})
