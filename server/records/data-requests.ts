/**
 * What only the server says of each field of a data subject's request (`src/domain/privacy/request-fields.ts`): to readers of the
 * API's document and of an export, to those who erase a person or search its mentions.
 */
import type { REQUEST_FIELDS } from '../../src/domain/privacy/request-fields.ts'
import { dates, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

const PROOF = 'days of a request, which prove its answer'
const WHO_ASKS = 'who asks, and is reached by: an erasure takes it where it is the person'

export const REQUEST_FACTS = {
  name: { unsearched: WHO_ASKS },
  contact: { own: says('Como falar com a pessoa.', 'ana@example.com'), unsearched: WHO_ASKS },
  kind: { noPerson: KEYS, sheet: 'Tipo do pedido' },
  came_by: { own: says('Como o pedido chegou.'), noPerson: KEYS },
  details: {
    own: says('O que a pessoa pediu.', 'Quer saber que dados guardamos'),
    sheet: 'O que a pessoa pediu',
  },
  received_on: { own: dates('Dia em que o pedido chegou.'), noPerson: PROOF },
  answered_on: { own: dates('Dia da resposta. null: espera.'), noPerson: PROOF },
  outcome: { meaning: says('O resultado.'), noPerson: KEYS },
  answer: { own: says('A resposta, em texto livre.', 'Enviamos a cópia dos dados.') },
} as const satisfies Readonly<Record<keyof typeof REQUEST_FIELDS, ColumnFacts>>
