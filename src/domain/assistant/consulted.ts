/** What an answer of the assistant read, with the way to the same view in the product: docs/rules.md#assistant */
import { z } from 'zod'

export const consultedSchema = z.object({
  /** 'Relatório de Perdas, 01/10/2026 a 31/10/2026'. It names no person. */
  label: z.string(),
  /** Path of the screen that shows the same. */
  to: z.string(),
  /** What its address carries. */
  search: z.record(z.string(), z.unknown()).optional(),
  /** View of the board, which no address carries. */
  view: z.record(z.string(), z.unknown()).optional(),
  /** Number of the lead that was read. */
  lead: z.number().int().optional(),
})
export type Consulted = z.infer<typeof consultedSchema>
