/**
 * The words with which the history says that a lead was imported. They have a file of their own because screens need
 * none of the import's rules. docs/rules.md#any-import
 */
import { formatDay, saoPauloDay } from '../time/sao-paulo.ts'

/** 'Importado de Pipedrive em 26/11/2026, número antigo 8841' */
export function importedWords(source: string, atIso: string, oldNumber: string | null): string {
  const day = formatDay(saoPauloDay(Date.parse(atIso)))
  return `Importado de ${source} em ${day}${oldNumber === null ? '' : `, número antigo ${oldNumber}`}`
}
