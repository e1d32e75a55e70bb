/** The lists that 'Importar' takes. Screens that only name them load no fields. docs/rules.md#any-import */
import { z } from 'zod'

export const IMPORT_LISTS = ['clients', 'leads', 'users', 'partners'] as const
export const importListSchema = z.enum(IMPORT_LISTS)
export type ImportList = z.infer<typeof importListSchema>

export const LIST_NAMES: Readonly<Record<ImportList, string>> = {
  clients: 'Clientes',
  leads: 'Leads',
  users: 'Usuários',
  partners: 'Concessionárias',
}
