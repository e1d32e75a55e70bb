/** The file of the refused lines. */
import type { RefusedSheet } from '../../device/list-file/refused-sheet.ts'

export const REFUSED_SHEET: RefusedSheet = { subject: 'importacao_recusadas', reference: 'Número antigo' }
