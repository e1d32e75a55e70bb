/** What only the server says of a conversation without a lead (`src/domain/whatsapp/stranger-fields.ts`): docs/rules.md#whatsapp */
import type { Stranger } from '../../src/contract/whatsapp.ts'
import { IDENTITY } from './clients.ts'
import { counts, happens, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

export const STRANGER_FACTS = {
  known_by: { unsearched: IDENTITY },
  phone_number_id: { noPerson: KEYS },
  id: { own: says('Número da conversa.', 31) },
  number: {
    own: says('DDD e número. null: o WhatsApp não o informou.', '11987654321'),
    unsearched: IDENTITY,
  },
  name: { own: says('Nome do perfil, como a pessoa o escreveu.', 'Carla'), unsearched: IDENTITY },
  messages: { own: counts('Mensagens recebidas.', 3) },
  first_at: { own: happens('Momento da primeira mensagem.') },
  last_at: { own: happens('Momento da última mensagem.') },
  own_number: { own: says('O número da casa que recebeu.', '5511912345678') },
  owner: { own: says('De quem é esse número. null: da casa.') },
} as const satisfies Readonly<Record<keyof Stranger, ColumnFacts> & Record<string, ColumnFacts>>
