/**
 * What only the server says of a lead's calls and schedulings (`call-fields.ts` and `scheduling-fields.ts` in `src/domain/lead`):
 * docs/rules.md#calls, docs/rules.md#schedulings
 */
import type { CALL_FIELDS } from '../../src/domain/lead/call-fields.ts'
import type { SCHEDULING_FIELDS } from '../../src/domain/lead/scheduling-fields.ts'
import { happens, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

export const CALL_FACTS = {
  date: { sheet: 'Data e hora da ligação' },
  way: { noPerson: KEYS },
  phone: { unsearched: 'the number that was called for that lead' },
  status: {
    own: says('O resultado da ligação (`GET /callsResult`). null: não se sabe.', 2),
    sheet: 'Resultado: calls_result em listas',
  },
  duration: { meaning: says('Duração em segundos. null: não se sabe.', 95), sheet: 'Duração em segundos' },
  result_by: {
    noPerson: KEYS,
    sheet: 'De quem veio o resultado: de quem ligou ou do sistema de telefonia',
  },
  given_flag: { sheet: 'O que esta ligação disse de Primeira Ligação no Prazo? do lead' },
} as const satisfies Readonly<Record<keyof typeof CALL_FIELDS, ColumnFacts>>

export const SCHEDULING_FACTS = {
  scheduling_date: { meaning: happens('Momento agendado.') },
  description: { own: says('O que foi combinado.', 'Ligar depois do almoço') },
  status: { own: says('0 aberto, 1 fechado.', 0), sheet: 'Situação do agendamento' },
  closed_at: { sheet: 'Encerrado em' },
} as const satisfies Readonly<Record<keyof typeof SCHEDULING_FIELDS | 'closed_at', ColumnFacts>>
