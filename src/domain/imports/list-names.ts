/** The lists that 'Importar' takes. Screens that only name them load no fields. docs/rules.md#any-import */
import { z } from 'zod'

export const IMPORT_LISTS = ['clients', 'leads', 'users', 'partners'] as const
export const importListSchema = z.enum(IMPORT_LISTS)
export type ImportList = z.infer<typeof importListSchema>

/** What a file is a list of. Expiring policies have a screen and tables of their own. */
export type ListKind = ImportList | 'renewals'

export const LIST_NAMES: Readonly<Record<ImportList, string>> = {
  clients: 'Clientes',
  leads: 'Leads',
  users: 'Usuários',
  partners: 'Concessionárias',
}
