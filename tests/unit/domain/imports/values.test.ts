/** Files whose values were read as other ones, each with what is right. docs/rules.md#spreadsheets */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  doubtfulImportFields,
  type ListKind,
  suggestedImportMapping,
} from '../../../../src/domain/imports/lists.ts'
import { NO_DEFAULTS } from '../../../../src/domain/imports/names.ts'
import { readList, readListTable } from '../../../../src/domain/imports/read-list.ts'
import { decode } from '../spreadsheet/decode.ts'
import { NAMES } from './names.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../cases/imports/${name}`, import.meta.url)))

async function listOf(name: string, list: ListKind) {
  const table = await readListTable({ bytes: bytesOf(name), decode, sheet: null, list })
  const mapping = suggestedImportMapping(list, table.headers)
  const defaults = { ...NO_DEFAULTS, channel_id: 8 }
  const read = readList(table, { list, mapping, names: NAMES, defaults, nowMs: NOW })
  return {
    read,
    mapping,
    headers: table.headers,
    doubtful: doubtfulImportFields(list, table.headers, mapping),
  }
}

async function renewals(name: string) {
  const { read, ...rest } = await listOf(name, 'renewals')
  if (read.list !== 'renewals') throw new Error('another list was read')
  return { ...rest, rows: read.lines.good.map(({ row }) => row), refused: read.lines.refused }
}

async function clientsOf(name: string) {
  const { read, ...rest } = await listOf(name, 'clients')
  if (read.list !== 'clients') throw new Error('another list was read')
  return { ...rest, rows: read.lines.good.map(({ row }) => row), refused: read.lines.refused }
}

test('short headers: the end is the policy’s, and the broker’s phone is nobody’s', async () => {
  const { mapping, headers, rows, doubtful } = await renewals('colunas-abreviadas.csv')
  expect(mapping['end_of_validity']).toBe(headers.indexOf('Fim Vig.'))
  expect(mapping.phone).toBeNull()
  expect(doubtful).toEqual([])
  expect(rows).toMatchObject([
    {
      policy_number: '91001',
      client_name: 'Ana Reis',
      document: '52998224725',
      end_of_validity: '2027-03-25',
      cellphone: '31988887777',
      phone: '',
      insurer: 'Porto',
      product: 'Auto',
    },
  ])
})

test('contacts of Google: the whole name, and both phones of one cell', async () => {
  const { rows, doubtful } = await clientsOf('google-contatos.csv')
  expect(doubtful).toEqual([])
  expect(rows).toMatchObject([
    {
      client: {
        name: 'Maria Prado Lemos',
        cellphone: '31988887777',
        phone: '3133334444',
        mail: 'maria.lemos@exemplo.com.br',
        birth_date: '1980-03-25',
      },
      notes: [],
    },
  ])
  expect((await listOf('google-contatos.csv', 'leads')).mapping).toMatchObject({ sale_value: null })
})

test('="…" keeps a text', async () => {
  expect((await renewals('igual-aspas.csv')).rows).toMatchObject([
    {
      policy_number: '0012345',
      client_name: 'Ana Reis',
      document: '52998224725',
      end_of_validity: '2027-03-25',
      insurer: 'Porto',
    },
  ])
})

test('a leading apostrophe keeps a text', async () => {
  expect((await clientsOf('apostrofo.csv')).rows).toMatchObject([
    {
      client: {
        name: 'Ana Reis',
        cpf: '52998224725',
        mail: 'ana@exemplo.com.br',
        cellphone: '31988887777',
      },
    },
  ])
})

test('half a percent is half a percent', async () => {
  const { read } = await listOf('comissao-meio-por-cento.csv', 'leads')
  if (read.list !== 'leads') throw new Error('another list was read')
  expect(read.lines.good.map(({ row }) => row.commission_percentage)).toEqual([0.5])
})

test('repeated headers, totals and feet are no clients', async () => {
  const { rows, refused } = await clientsOf('rodape.csv')
  expect(rows.map(({ client }) => client.name)).toEqual(['Ana Reis'])
  expect(refused).toEqual([
    { line: 4, reference: '', reasons: ['Repete os títulos das colunas'] },
    { line: 5, reference: '', reasons: ['É um total, e não uma pessoa: ‘Total de registros: 1’'] },
    {
      line: 6,
      reference: '',
      reasons: ['É do relatório, e não uma pessoa: ‘Emitido em 28/11/2026 09:00 por Fulano’'],
    },
  ])
})

test('several phones of one cell', async () => {
  const { rows } = await clientsOf('telefones.csv')
  expect(rows.map(({ client }) => client.cellphone)).toEqual(rows.map(() => '31988887777'))
  expect(rows.map(({ client }) => client.phone)).toEqual([
    '3133334444',
    '3133334444',
    '31977776666',
    '3133334444',
  ])
})

test('mail addresses', async () => {
  const { rows } = await clientsOf('emails.csv')
  expect(rows.map(({ client }) => client.mail)).toEqual([
    'ana@exemplo.com.br',
    'bia@exemplo.com.br',
    'caio@exemplo.com.br',
    'davi@exemplo.com.br',
    '',
    'fil@exemplo.com.br',
  ])
  expect(rows.map(({ notes }) => notes.length)).toEqual([0, 0, 0, 0, 1, 0])
})

test('what databases write for nothing is nothing', async () => {
  const { rows } = await clientsOf('null.csv')
  for (const { client, notes } of rows) {
    expect(client).toMatchObject({
      rg: '',
      birth_date: null,
      address: { street: '', district: '', city: '' },
    })
    expect(notes).toEqual([])
  }
  expect(rows).toHaveLength(2)
})
