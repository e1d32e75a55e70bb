/** What only the server says of what a device reports (`src/domain/session/device.ts`): docs/rules.md#devices */
import type { DEVICE_REPORT_FIELDS } from '../../src/domain/session/device.ts'
import { counts, happens, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

export const DEVICE_FACTS = {
  device_id: {
    meaning: says(
      'Identificação do aparelho, feita por ele. Nas respostas pode ser um resumo dela.',
      'integracao-01',
    ),
    noPerson: KEYS,
  },
  app_version: {
    own: says('Versão do aplicativo. null: o aparelho não informa.', '0.2.0'),
    noPerson: KEYS,
  },
  installed: { meaning: says('Aberto como aplicativo instalado. null: não se sabe.') },
  mode: {
    meaning: says('personal: o banco do aparelho é legível. protected: é cifrado.'),
    noPerson: KEYS,
  },
  waiting_changes: {
    meaning: counts('Alterações que ainda não foram enviadas. null: não se sabe.', 3),
  },
  waiting_files: { meaning: counts('Documentos que ainda não foram enviados. null: não se sabe.', 1) },
  waiting_since: { meaning: happens('Momento da mais antiga delas. null: nada espera.') },
  storage_used: { meaning: counts('Espaço usado no aparelho, em bytes. null: não se sabe.', 48_000_000) },
  storage_persistent: {
    meaning: says('O navegador não apaga os dados por conta própria. null: não se sabe.'),
  },
  notices: { meaning: says('Avisos fora do aplicativo ligados. null: não se sabe.') },
} as const satisfies Readonly<Record<keyof typeof DEVICE_REPORT_FIELDS | 'device_id', ColumnFacts>>
