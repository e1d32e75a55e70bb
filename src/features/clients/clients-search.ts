/** The filters of 'Clientes', as its address carries them. */
import { z } from 'zod'
import { tableSearchSchema } from '../../ui/table/table-search.ts'

const part = z.string().max(200).optional().catch(undefined)

export const clientsSearchSchema = tableSearchSchema.extend({
  nome: part,
  email: part,
  ativos: z.literal(true).optional().catch(undefined),
})
export type ClientsSearch = z.infer<typeof clientsSearchSchema>
