/** How the history tells that a lead was imported. A file of its own: screens need no rules of it. docs/rules.md#any-import */
import { formatDay, saoPauloDay } from '../time/sao-paulo.ts'

/** 'Importado de Pipedrive em 26/11/2026, número antigo 8841' */
export function importedWords(source: string, atIso: string, oldNumber: string | null): string {
  const day = formatDay(saoPauloDay(Date.parse(atIso)))
  return `Importado de ${source} em ${day}${oldNumber === null ? '' : `, número antigo ${oldNumber}`}`
}
