/** The place of a mention, in words. Pure. docs/rules.md#mentions */
import type { Mention } from '../../../contract/mentions.ts'
import { MENTION_PLACES } from '../../../domain/client/personal-tables.ts'
import { fieldLabel } from '../../../domain/lead/field-words.ts'

/** Fields of a lead that have no name of their own there, since they are objects. */
const OF_LEAD: Readonly<Record<string, string>> = {
  product_details: 'Detalhes do produto',
  insurance_details: 'Detalhes do seguro',
  client: 'Endereço do cliente',
}

/** 'Lead 17 · Informações adicionais', 'Conversa com o assistente · Pergunta'. */
export function placeWords({ table, field, lead }: Mention): string {
  const number = lead === null ? null : lead.id === null ? 'Lead' : `Lead ${lead.id}`
  const words = MENTION_PLACES[table]
  const column = words?.columns[field]
  // Copies of a lead's field have the field's name, wherever they were found.
  if (number !== null && (column === undefined || table === 'leads'))
    return `${number} · ${OF_LEAD[field] ?? fieldLabel(field)}`
  return [number, words?.heading ?? table, column ?? field].filter((part) => part !== null).join(' · ')
}

export const moreWords = (more: number): string =>
  more === 1 ? 'e mais 1 vez no mesmo texto' : `e mais ${more} vezes no mesmo texto`
