/** The filters of a list of reference data, as its address carries them. */
import { z } from 'zod'
import { tableSearchSchema } from '../../ui/table/table-search.ts'

export const listSearchSchema = tableSearchSchema.extend({
  /** Part of the name. */
  busca: z.string().max(100).optional().catch(undefined),
  situacao: z.enum(['ativos', 'inativos']).optional().catch(undefined),
})
