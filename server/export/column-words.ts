/** What each column of an export is, in words for LEIA-ME.txt. Names of fields that the screens show come from them. */
import { fieldName } from '../../src/contract/field-names.ts'
import { TABLES } from '../records/tables.ts'

/** Columns that no screen names, or that are something else there, in any table. Those of one: `server/records/tables` */
const WORDS: Readonly<Record<string, string>> = {
  at: 'Momento',
  single: 'Sempre verdadeiro: há uma linha só',
  num: 'Número do usuário ou da concessionária',
  decided_by: 'Quem decidiu: o número dele em usuarios',
  decided_at: 'Decidido em',
  reached: 'Até que lead os prazos já foram calculados de novo',
  version: 'Número da mudança',
  uid: 'Identificação, que não muda',
  revision: 'Quantas vezes o registro mudou',
  kind: 'Tipo',
  path: 'Endereço da tela',
  status: 'Situação: 1 ativo, 0 inativo',
  created_at: 'Criado em',
  policy_number: 'Número da apólice',
  insurer: 'Seguradora',
  lead_uid: 'Lead: o uid dele em leads',
  client_uid: 'Cliente: o uid dele em clientes',
  user_id: 'Usuário: o número dele em usuarios',
  made_at: 'Feito em',
  end_of_validity: 'Fim da vigência',
  details: 'Detalhes',
}

/** Working time up to a moment, which the reports subtract. */
const CLOCK = /^(\w+)_clock$/
const CLOCK_WORDS = 'Segundos de expediente até esse momento, para os prazos dos relatórios'

/** Returns what a column of the name is in any table; null if no words are declared for it. */
export const generalWords = (column: string): string | null =>
  (CLOCK.test(column) ? CLOCK_WORDS : null) ?? WORDS[column] ?? fieldName(column)

/** Returns what the column is; null if no words are declared for it. */
export const columnWords = (table: string, column: string): string | null =>
  TABLES[table]?.words?.[column] ?? generalWords(column)
