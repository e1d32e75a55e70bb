/**
 * What only the server says of a limit of the law (`src/domain/obligations/fields.ts`): docs/rules.md#obligations. A lead has `since`
 * and `until` of those that run.
 */
import type { OBLIGATION_FIELDS } from '../../src/domain/obligations/fields.ts'
import { dates, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

const DAYS = 'days of a limit'

export const OBLIGATION_FACTS = {
  kind: {
    own: says('O prazo da lei: handover, answer ou document.', 'answer'),
    noPerson: KEYS,
    sheet:
      'O prazo: handover entrega de documentos, answer resposta da seguradora, document documento do contrato',
  },
  since: { meaning: dates('Dia de que o prazo conta.') },
  since_day: { noPerson: DAYS, sheet: 'Conta a partir de' },
  until: { own: dates('Último dia do prazo.') },
  until_day: { noPerson: DAYS, sheet: 'Último dia do prazo' },
  half_day: { noPerson: DAYS, sheet: 'Dia em que a metade do prazo passou' },
  eve_day: { noPerson: DAYS, sheet: 'Último dia útil antes do fim' },
  begun_by: {
    meaning: says('act: um passo do lead o começou; hand: uma pessoa.', 'act'),
    noPerson: KEYS,
    sheet: 'Quem o começou: act um passo do lead, hand uma pessoa',
  },
  begun_user_id: { sheet: 'Quem o começou: o número em usuarios' },
  begun_at: { sheet: 'Quando foi gravado' },
  note: { own: says('O que se entrega ou se espera, em palavras.', 'CNH e CRLV') },
  outcome: {
    unsearched: KEYS,
    sheet:
      'O que foi dele: fulfilled cumprido, dismissed dispensado, erased encerrado com os dados do cliente. Vazio: corre',
  },
  done_day: { sheet: 'Cumprido ou dispensado em' },
  ended_user_id: { sheet: 'Quem o cumpriu ou dispensou: o número em usuarios' },
  ended_at: { sheet: 'Quando isso foi gravado' },
  proof_kind: {
    noPerson: KEYS,
    sheet: 'A prova: act um passo do lead, file o PDF, message uma mensagem, note outra',
  },
  proof: { sheet: 'A prova em palavras, ou o motivo de dispensar; de um PDF, o uid em arquivos' },
} as const satisfies Readonly<Record<keyof typeof OBLIGATION_FIELDS | 'since' | 'until', ColumnFacts>>
