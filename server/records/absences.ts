/** What only the server says of an absence (`src/domain/absence/fields.ts`): docs/rules.md#absences */
import type { Database } from '../db/database.ts'
import { dates, says } from './meaning.ts'
import { type ColumnFacts, KEYS, USERS } from './tables/table.ts'

export const ABSENCE_FACTS = {
  from_day: { meaning: dates('Primeiro dia da ausência, no fuso da corretora.'), noPerson: USERS },
  to_day: { meaning: dates('Último dia da ausência, que ainda conta.'), noPerson: USERS },
  substitute_id: {
    meaning: says('Número do corretor que atende no lugar de quem se ausenta. null: a equipe.', 3),
  },
  state: { noPerson: KEYS },
  is_former: { sheet: 'Se guarda só quem substituiu antes' },
} as const satisfies Readonly<Partial<Record<keyof Database['absences'], ColumnFacts>>>
