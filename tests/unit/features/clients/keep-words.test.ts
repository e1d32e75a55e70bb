/** The words of mentions, of what the law keeps, and of clients without contact. */
import { expect, test } from 'vitest'
import {
  goingLine,
  keptLine,
  keptRecordLines,
  keptTotalLine,
} from '../../../../src/features/clients/personal-data/keep-words.ts'
import { moreWords, placeWords } from '../../../../src/features/clients/personal-data/mention-words.ts'

const sale = {
  lead_id: 17,
  insurance: 'Vida',
  proposal: 'P-1',
  policy_number: null,
  sold_on: '2026-11-03',
  valid_until: null,
  keep_until: '2032-11-02',
}

test('the sales that the law keeps are counted, with the day of the last', () => {
  expect(keptLine([sale])).toBe('1 venda deste cliente está no prazo da guarda legal, até 02/11/2032.')
  expect(keptLine([sale, sale])).toBe(
    '2 vendas deste cliente estão no prazo da guarda legal, a última até 02/11/2032.',
  )
})

test('a kept record leaves out what is not known', () => {
  const record = {
    ...sale,
    id: 1,
    client_id: 3,
    insured_name: 'Ana',
    insured_document: '11144477735',
    reason: 'Pedido',
    created_at: '2026-11-10T12:00:00Z',
  }
  const lines = keptRecordLines(record).map(({ label, value }) => `${label}: ${value}`)
  expect(lines).toContain('CPF/CNPJ: 111.444.777-35')
  expect(lines).toContain('Guardado até: 02/11/2032')
  expect(lines.join()).not.toMatch(/Apólice|Fim da vigência/)
  expect(keptTotalLine({ data: [record], total: 1 })).toBe('1\u00a0registro.')
  expect(keptTotalLine({ data: [record], total: 1200 })).toMatch(/^1\.200\sregistros\. Aqui estão os 1/)
})

test('the preview says how many would go', () => {
  const none = { years: 1, clients: 0, more: false, leads: 0, open_leads: 0, first: [] }
  expect(goingLine(none)).toBe('Com 1\u00a0ano, ninguém sairia.')
  expect(goingLine({ ...none, years: 5, clients: 2, more: true, leads: 1, open_leads: 1 })).toBe(
    'Com 5\u00a0anos, sairiam mais de 2\u00a0clientes e 1\u00a0lead, 1\u00a0ainda aberto. Os 0 há mais tempo sem contato:',
  )
})

test.each([
  ['leads', 'additional_information', 17, 'Lead 17 · Informações adicionais'],
  ['leads', 'product_details', 17, 'Lead 17 · Detalhes do produto'],
  ['timeline', 'additional_information', 17, 'Lead 17 · Informações adicionais'],
  ['chat_history', 'input_prompt', null, 'Conversa com o assistente · Pergunta'],
  ['lead_temps', 'product', 17, 'Lead 17 · Renovação importada · Produto'],
  ['new_notes', 'note', null, 'new_notes · note'],
] as const)('a mention in %s.%s is named by its place', (table, field, id, words) => {
  const lead = id === null ? null : { uid: 'u', id }
  const excerpt = { before: '', match: '', after: '' }
  expect(placeWords({ key: '', table, field, lead, excerpt, more: 0 })).toBe(words)
})

test('further mentions in a text are counted', () => {
  expect([moreWords(1), moreWords(2)]).toEqual([
    'e mais 1 vez no mesmo texto',
    'e mais 2 vezes no mesmo texto',
  ])
})
