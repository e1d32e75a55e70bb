/** The model file of a list: its fields as headers, and a line as an example. docs/rules.md#any-import */
import type { Sheet } from '../sheet/sheet.ts'
import { IMPORT_FIELDS, type ImportList, LIST_NAMES } from './lists.ts'

const LEAST_WIDTH = 14

/** Excel shows numbers of documents, phones and days as they are written here. */
export const modelSheet = (list: ImportList): Sheet => ({
  name: LIST_NAMES[list],
  columns: IMPORT_FIELDS[list].map(({ label, example }) => ({
    label,
    width: Math.max(LEAST_WIDTH, label.length + 2, example.length + 2),
  })),
  rows: [IMPORT_FIELDS[list].map(({ example }) => example)],
})

/** Of the file's name. */
export const MODEL_SUBJECTS: Readonly<Record<ImportList, string>> = {
  clients: 'modelo_clientes',
  leads: 'modelo_leads',
  users: 'modelo_usuarios',
  partners: 'modelo_concessionarias',
}
