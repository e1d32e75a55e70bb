/** The words of an export and of the question before an erasure. */
import { expect, test } from 'vitest'
import { PLACES } from '../../../../server/administration/personal-data/places.ts'
import { NO_NAMES } from '../../../../src/domain/lead/field-words.ts'
import {
  erasureLines,
  fieldLines,
  openLeadsLine,
  rowLines,
  tableHeading,
} from '../../../../src/features/clients/personal-data/personal-words.ts'

const words = (lines: readonly { label: string; value: string }[]) =>
  lines.map(({ label, value }) => `${label}: ${value}`)

test('the question names what goes, one or several', () => {
  const rows = { clients: 1, leads: 2, lead_files: 1, timeline: 1200, chat_history: 2 }
  expect(erasureLines({ leads: 2, open_leads: 1, rows, kept_by_law: [] })).toEqual([
    'Nome, documentos, nascimento, contatos e endereço',
    'Produto, placa, chassi e observações de 2\u00a0leads',
    '1\u00a0arquivo',
    '1.200\u00a0registros de histórico',
    '2\u00a0conversas com o assistente',
  ])
  expect(erasureLines({ leads: 0, open_leads: 0, rows: {}, kept_by_law: [] })).toHaveLength(1)
})

test('open leads are said, since they can only be cancelled afterwards', () => {
  const counts = { leads: 3, rows: {}, kept_by_law: [] }
  expect(openLeadsLine({ ...counts, open_leads: 0 })).toBeNull()
  expect(openLeadsLine({ ...counts, open_leads: 1 })).toMatch(/^1 lead deste cliente ainda está aberto/)
  expect(openLeadsLine({ ...counts, open_leads: 2 })).toMatch(/^2 leads deste cliente ainda estão abertos/)
})

test('every place that an export has is named', () => {
  const tables = PLACES.filter(
    ({ isCopy, table }) => isCopy !== true && table !== 'clients' && table !== 'leads',
  )
  for (const { table } of tables) expect(tableHeading(table), table).not.toBe(table)
})

test('a row is put into words, its nested fields by the names of a client’s', () => {
  const address = { cep: '30130010', city: 'Belo Horizonte' }
  const row = { id: 7, proposal: 'P-1', client_informations: { name: 'Ana', cpf: '11144477735', address } }
  expect(words(rowLines('elective_leads', row, NO_NAMES))).toEqual([
    'Proposta: P-1',
    'Nome: Ana',
    'CPF/CNPJ: 111.444.777-35',
    'CEP: 30130-010',
    'Cidade: Belo Horizonte',
  ])
  const call = { uid: '1', date: '2026-03-02T12:00:00Z', phone: '31987654321', status: 2, duration: 65 }
  expect(words(rowLines('calls', call, NO_NAMES))).toEqual([
    'Data: 02/03/2026 09:00',
    'Telefone: (31) 98765-4321',
    'Resultado: atendida, 1 min 5 s',
  ])
  const changes = {
    'client.mail': { before: '', after: 'ana@exemplo.com.br' },
    status: { before: 1, after: 2 },
  }
  const history = { lead_id: 9, occurred_at: '2026-03-02T12:00:00Z', changes }
  expect(words(rowLines('timeline', history, NO_NAMES))).toEqual([
    'Lead: 9',
    'Data: 02/03/2026 09:00',
    'Cliente: E-mail: ana@exemplo.com.br',
  ])
})

test('a client is listed without blanks and numbers of Farol', () => {
  const client = { uid: 'u', id: 3, version: 9, name: 'Ana', rg: '', address: { cep: '', street: 'Rua A' } }
  expect(words(fieldLines({ client }, NO_NAMES))).toEqual(expect.arrayContaining(['Nome: Ana', 'Rua: Rua A']))
  expect(words(fieldLines({ client }, NO_NAMES)).join()).not.toContain('RG')
})
