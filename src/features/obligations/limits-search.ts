/** The address of 'Prazos da lei': its filters, page and order. */
import type { z } from 'zod'
import { limitFilterSchema } from '../../domain/obligations/list.ts'
import { tableSearchSchema } from '../../ui/table/table-search.ts'

export const limitsSearchSchema = limitFilterSchema.extend(tableSearchSchema.shape)
export type LimitsSearch = z.infer<typeof limitsSearchSchema>
