/** What only the server says of a question to the assistant (`src/domain/assistant/exchange-fields.ts`): docs/rules.md#assistant */
import type { EXCHANGE_FIELDS } from '../../src/domain/assistant/exchange-fields.ts'
import { says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

export const EXCHANGE_FACTS = {
  input_prompt: { own: says('A pergunta.', 'Quantos leads vendemos em outubro?') },
  chat_response: { own: says('A resposta.', 'Em outubro foram 42 vendas.') },
  consulted: { own: says('O que a resposta leu, com o caminho para ver o mesmo.') },
  marks: {},
  created_at: {},
  session_id: { noPerson: KEYS },
  origin: { noPerson: KEYS },
} as const satisfies Readonly<Record<keyof typeof EXCHANGE_FIELDS | 'session_id' | 'origin', ColumnFacts>>
