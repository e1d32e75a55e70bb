/** Small files that were read wrongly once, with what is right. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { doubtfulImportFields } from '../../../../src/domain/imports/lists.ts'
import { NO_NAMES } from '../../../../src/domain/imports/names.ts'
import { listPreview } from '../../../../src/domain/imports/preview.ts'
import { listWarnings } from '../../../../src/domain/imports/warnings.ts'
import type { GoodLine } from '../../../../src/domain/renewals/rows.ts'
import { readPolicies, readTable, suggestedMapping } from './policies.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')

async function read(name: string, sheet: string | null = null) {
  const bytes = new Uint8Array(readFileSync(new URL(`../../../cases/renewals/${name}`, import.meta.url)))
  const table = await readTable(bytes, sheet)
  const mapping = suggestedMapping(table.headers)
  const read = readPolicies(table, mapping, NOW)
  return { table, mapping, read, lines: read.lines }
}

const fileWarnings = (good: readonly GoodLine[]) =>
  listWarnings(
    { list: 'renewals', lines: { good, refused: [], blank: 0, total: good.length }, days: [] },
    NOW,
  )

describe('a file', () => {
  test.each([
    ['mesma-apolice-duas-seguradoras.csv', 2],
    ['apolice-coletiva-3-segurados.csv', 3],
    ['ponto-e-virgula-com-virgulas.csv', 3],
    ['capa-e-dados.xlsx', 1],
    ['relatorio-html.xls', 1],
    ['cr-so-mac.csv', 1],
    ['x000d.xlsx', 1],
    ['data-aaaammdd-numero.xlsx', 1],
  ])('%s has %i good lines and no other', async (name, good) => {
    const { lines } = await read(name)
    expect(lines.refused).toEqual([])
    expect(lines.good).toHaveLength(good)
  })

  test.each([
    ['aspas-abertas-pequeno.csv', 3],
    ['aspas-abertas-1000-linhas.csv', 7],
  ])('%s is refused, naming line %i', async (name, line) => {
    await expect(read(name)).rejects.toThrow(`a linha ${line} abre aspas que não fecham`)
  })

  test('of third parties: the insured is taken, and the policy’s end', async () => {
    const { table, mapping } = await read('colunas-de-terceiros.csv')
    const headerOf = (field: string) => table.headers[mapping[field] ?? -1]
    expect({
      document: headerOf('document'),
      phone: headerOf('phone'),
      mail: headerOf('mail'),
      end: headerOf('end_of_validity'),
    }).toEqual({
      document: 'CPF do Segurado',
      phone: 'Tel. do Segurado',
      mail: 'Email Segurado',
      end: 'Data Fim da Vigência',
    })
  })

  test.each(['erros-do-excel.csv', 'procv-erro.xlsx'])('%s: failed formulas are no values', async (name) => {
    const { lines } = await read(name)
    const texts = lines.good.flatMap(({ row }) => Object.values(row).map(String))
    expect(texts.filter((text) => text.startsWith('#'))).toEqual([])
    expect(lines.refused.flatMap(({ reasons }) => reasons).join()).toContain('com erro da planilha')
  })

  test('whose policies the spreadsheet has cut is refused line by line', async () => {
    const { lines } = await read('apolice-notacao-cientifica.csv')
    expect(lines.good).toEqual([])
    expect(lines.refused.map(({ reasons }) => reasons)).toEqual(
      lines.refused.map(() => ['O Excel cortou o número da apólice']),
    )
  })

  test('with abbreviated months', async () => {
    const { lines } = await read('datas-mes-abreviado.csv')
    expect(lines.good.map(({ row }) => row.end_of_validity)).toEqual([
      '2027-03-15',
      '2027-03-15',
      '2027-03-15',
      '2026-03-15',
    ])
  })

  test('with the month first', async () => {
    const { table, lines, read: found } = await read('mes-primeiro.csv')
    expect(lines.refused).toEqual([])
    expect(lines.good.map(({ row }) => row.end_of_validity)).toEqual([
      '2027-03-25',
      '2027-03-04',
      '2026-12-01',
    ])
    const seen = {
      read: found,
      names: NO_NAMES,
      known: { documents: [] },
      headers: table.headers,
      nowMs: NOW,
    }
    expect(listPreview(seen).warnings).toContain(
      '‘Fim de vigência’ tem o mês antes do dia, e foi lida assim.',
    )
  })

  test('with both days of a term in a cell', async () => {
    const { lines } = await read('vigencia-dois-dias.csv')
    expect(lines.good.map(({ row }) => row.end_of_validity)).toEqual([
      '2027-03-25',
      '2027-03-25',
      '2027-03-25',
    ])
  })

  test('with a day as a number of eight digits', async () => {
    const { lines } = await read('data-aaaammdd-numero.xlsx')
    expect(lines.good.map(({ row }) => row.end_of_validity)).toContain('2026-12-31')
  })

  test('with a cover sheet: the data are proposed, and the cover can be chosen', async () => {
    const { table } = await read('capa-e-dados.xlsx')
    expect(table.sheets.length).toBeGreaterThan(1)
    const other = table.sheets.find((name) => name !== table.sheet) ?? ''
    expect((await read('capa-e-dados.xlsx', other)).table.sheet).toBe(other)
  })
})

describe('a guess', () => {
  test('is doubtful where a second column names the field', () => {
    const headers = ['Apólice', 'CPF', 'Documento', 'Cliente', 'Vencimento']
    expect(doubtfulImportFields('renewals', headers, suggestedMapping(headers))).toEqual(['document'])
  })

  test.each([
    ['CPF do Corretor', 'document'],
    ['Nome do Produtor', 'client_name'],
    ['Telefone do Estipulante', 'phone'],
    ['E-mail da Corretora', 'mail'],
    ['CPF do Condutor', 'document'],
    ['Nome do Beneficiário', 'client_name'],
    ['Vencimento da 1ª parcela', 'end_of_validity'],
    ['Vencimento do Boleto', 'end_of_validity'],
    ['Início da Vigência', 'end_of_validity'],
    ['Data de Emissão', 'end_of_validity'],
  ] as const)('never takes %s for %s', (header, name) => {
    expect(suggestedMapping([header])[name]).toBeNull()
  })
})

test('warnings name documents with several names, shared contacts and ended policies', () => {
  const row = {
    policy_number: '1',
    item: '',
    product: '',
    client_name: 'Ana',
    document: '52998224725',
    cellphone: '31988887777',
    phone: '',
    mail: 'corretor@exemplo.com.br',
    insurer: 'Porto',
    end_of_validity: '2026-12-24',
    group: '',
    notes: [],
  }
  const documents = ['52998224725', '11144477735', '12345678909']
  const shared = documents.map((document, line) => ({ line, row: { ...row, document } }))
  expect(fileWarnings(shared)).toEqual([
    'O mesmo celular está em vários clientes: (31) 98888-7777. Pode ser do corretor.',
    'O mesmo e-mail está em vários clientes: corretor@exemplo.com.br. Pode ser do corretor.',
  ])
  const renamed = [
    { line: 2, row },
    { line: 3, row: { ...row, client_name: 'Bia', end_of_validity: '2026-10-01', insurer: '' } },
  ]
  expect(fileWarnings(renamed)).toEqual([
    'O mesmo CPF/CNPJ está com nomes diferentes: 529.982.247-25. Confira a coluna CPF/CNPJ.',
    '1 apólice já venceu.',
    '1 linha não tem seguradora.',
  ])
  expect(fileWarnings([{ line: 2, row }])).toEqual([])
})
