/** One line of 'Leads': what it becomes, and every reason for which it is refused. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAD_LIST_FIELDS } from '../../../../src/domain/imports/lead-fields.ts'
import { IMPORT_LISTS, suggestedImportMapping } from '../../../../src/domain/imports/lists.ts'
import { type ImportDefaults, NO_DEFAULTS } from '../../../../src/domain/imports/names.ts'
import { readList, readListTable } from '../../../../src/domain/imports/read-list.ts'
import { importRowSchemas } from '../../../../src/domain/imports/rows.ts'
import { mappingOf } from '../../../../src/domain/imports/saved-mapping.ts'
import { resultOf } from '../../../../src/domain/imports/words.ts'
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import { UnreadableFile } from '../../../../src/domain/spreadsheet/unreadable-file.ts'
import { decode } from '../spreadsheet/decode.ts'
import { NAMES } from './names.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')
const FIELDS = LEAD_LIST_FIELDS.map(({ name }) => name)
type Field = (typeof FIELDS)[number]
const MAPPING = Object.fromEntries(FIELDS.map((name, place) => [name, place]))
const SITE = { ...NO_DEFAULTS, channel_id: 8 }

function readLine(cells: Partial<Record<Field, Cell>>, defaults: ImportDefaults = SITE) {
  const line = { line: 2, cells: FIELDS.map((name) => cells[name] ?? null) }
  const read = readList(
    { lines: [line] },
    { list: 'leads', mapping: MAPPING, names: NAMES, defaults, nowMs: NOW },
  )
  if (read.list !== 'leads') throw new Error('another list was read')
  const [good] = read.lines.good
  return { row: good?.row ?? null, reasons: read.lines.refused[0]?.reasons ?? [] }
}

const SOLD = {
  client_name: 'Zilda Moreira',
  result: 'Ganho',
  created_at: '10/03/2025',
  ended_at: '20/03/2025',
} as const

describe('a line is refused', () => {
  const CASES: readonly (readonly [string, Partial<Record<Field, Cell>>, readonly string[]])[] = [
    ['without a client', { ...SOLD, client_name: '' }, ['Sem nome do cliente']],
    ['sold without an end', { ...SOLD, ended_at: '' }, ['Vendido sem data de encerramento']],
    ['lost without an end', { ...SOLD, result: 'Lost', ended_at: '' }, ['Perdido sem data de encerramento']],
    [
      'cancelled without an end',
      { ...SOLD, result: 'cancelada', ended_at: '' },
      ['Cancelado sem data de encerramento'],
    ],
    [
      'ended without a result',
      { ...SOLD, result: '' },
      ['Encerrado sem resultado: vendido, perdido ou cancelado'],
    ],
    ['with an unknown result', { ...SOLD, result: 'Talvez' }, ['Resultado desconhecido: ‘Talvez’']],
    ['ended before it was created', { ...SOLD, ended_at: '09/03/2025' }, ['Encerrado antes de criado']],
    [
      'ended before its proposal',
      { ...SOLD, proposal_at: '21/03/2025' },
      ['Encerrado antes de outra data do lead'],
    ],
    ['captured before it was created', { ...SOLD, captured_at: '09/03/2025' }, ['Capturado antes de criado']],
    ['with a day that is none', { ...SOLD, created_at: '31/02/2025' }, ['Criado em: a data é inválida']],
    ['with a day to come', { ...SOLD, ended_at: '25/11/2026' }, ['Encerrado em: a data é posterior a hoje']],
    ['of long ago', { ...SOLD, created_at: '10/03/1985' }, ['Criado em: a data é anterior a 1990']],
    ['with a value that is none', { ...SOLD, sale_value: 'a combinar' }, ['Valor da venda inválido']],
    ['with an unknown broker', { ...SOLD, broker: 'Fulano' }, ['Corretor ‘Fulano’ não está no Farol']],
    [
      'with a name that two have',
      { ...SOLD, broker: 'Maria Dupla' },
      ['Corretor ‘Maria Dupla’: há mais de um cadastro com este nome'],
    ],
    [
      'open, of a broker who left',
      { client_name: 'Zilda', broker: 'Saiu Ontem' },
      ['Corretor ‘Saiu Ontem’ inativo, com outro perfil ou que nunca entrou, e o lead está aberto'],
    ],
    [
      'in attendance without a broker',
      { client_name: 'Zilda', result: 'em negociação' },
      ['Em negociação sem corretor: escolha um para as linhas sem corretor'],
    ],
    [
      'whose old number Excel has cut',
      { ...SOLD, old_number: '1,23457E+15' },
      ['O Excel cortou o número antigo'],
    ],
    [
      'whose client’s cell failed',
      { ...SOLD, client_name: '#N/D' },
      ['Nome do cliente com erro da planilha: #N/D', 'Sem nome do cliente'],
    ],
    [
      'with all its reasons',
      { result: 'Ganho', channel: 'Rádio', partner: 'Norte' },
      [
        'Sem nome do cliente',
        'Vendido sem data de encerramento',
        'Canal ‘Rádio’ não está no Farol',
        'Concessionária ‘Norte’ não está no Farol',
      ],
    ],
  ]
  test.each(CASES)('%s', (_, cells, reasons) => expect(readLine(cells).reasons).toEqual(reasons))

  test('without a channel, unless one was chosen', () => {
    expect(readLine(SOLD, NO_DEFAULTS).reasons).toEqual(['Sem canal: escolha um em ‘Canal, se faltar’'])
    expect(readLine(SOLD).row?.channel_id).toBe(8)
  })
})

test('a history keeps the broker who left', () => {
  expect(readLine({ ...SOLD, broker: 'Saiu Ontem' }).row?.broker_id).toBe(6)
})

describe('a line becomes', () => {
  test('negotiating after a call, open without one', () => {
    const line = { client_name: 'Zilda', broker: 'ana', created_at: '10/11/2026' }
    expect(readLine(line).row?.result).toBe('open')
    expect(readLine({ ...line, first_call_at: '11/11/2026' }).row?.result).toBe('negotiating')
  })

  test('sold or lost by the day that it has alone', () => {
    expect(readLine({ client_name: 'Zilda', sold_at: '10/03/2025' }).row?.result).toBe('sold')
    expect(readLine({ client_name: 'Zilda', lost_at: '10/03/2025' }).row?.result).toBe('lost')
  })

  test('created on the first of its days where the file does not say when', () => {
    const { row } = readLine({ ...SOLD, created_at: '', first_call_at: '12/03/2025 10:30' })
    expect(row?.created_at).toBe('2025-03-12T13:30:00.000Z')
  })

  test('in the order of its days: one without a time is not before the others of its day', () => {
    const { row } = readLine({
      ...SOLD,
      created_at: '10/03/2025 15:00',
      captured_at: '10/03/2025',
      ended_at: '10/03/2025',
    })
    expect(row?.captured_at).toBe(row?.created_at)
    expect(row?.ended_at).toBe(row?.created_at)
  })

  test('of a commission in per cent, as a fraction, or in money', () => {
    const of = (cells: Partial<Record<Field, Cell>>) =>
      readLine({ ...SOLD, sale_value: '2.000,00', ...cells }).row?.commission_percentage
    expect([
      of({ commission: '12,5%' }),
      of({ commission: '12.5%' }),
      of({ commission_value: 'R$ 250,00' }),
      of({ commission: '250' }),
    ]).toEqual([12.5, 12.5, 12.5, null])
  })
})

test.each([
  ['Ganho', 'sold'],
  ['FECHADO', 'sold'],
  ['Closed Won', 'sold'],
  ['won', 'sold'],
  ['Não vendido', 'lost'],
  ['Perdida', 'lost'],
  ['closed-lost', 'lost'],
  ['Cancelado', 'cancelled'],
  ['Em andamento', 'negotiating'],
  ['Em aberto', 'open'],
  ['Talvez', null],
])('the result %s is %s', (text, result) => expect(resultOf(text)).toBe(result))

test('a saved mapping finds its columns by their headers, in any place', () => {
  const saved = { client_name: 'Segurado', created_at: 'Dt. Cadastro', result: 'Some' }
  expect(mappingOf('leads', saved, ['x', 'DT CADASTRO', 'Segurado'])).toMatchObject({
    client_name: 2,
    created_at: 1,
    result: null,
    broker: null,
  })
})

describe('of any file', () => {
  const CELLS = [
    '',
    'Ana Lima',
    'Vendido',
    '10/03/2025',
    '10/03/1960',
    '529.982.247-25',
    'a@b.co',
    'ana',
    '#REF!',
    'Site',
    '2.350,00',
    'Corretor',
    '1,2E+20',
  ]
  const anyFile = fc.record({
    list: fc.constantFrom(...IMPORT_LISTS),
    headers: fc.shuffledSubarray(
      [
        'Cliente',
        'Nome',
        'E-mail',
        'Status',
        'Criado em',
        'Encerrado em',
        'CPF',
        'Corretor',
        'ID',
        'Canal',
        'Cargo',
        'Valor',
      ],
      { minLength: 3 },
    ),
    rows: fc.array(fc.array(fc.constantFrom(...CELLS), { maxLength: 12 }), { maxLength: 15 }),
    quote: fc.option(fc.nat(), { freq: 6 }),
  })

  test('the lines are the sum of the good, the refused and the blank ones, or it is refused', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async ({ list, headers, rows, quote }) => {
        const whole = [headers, ...rows].map((cells) => cells.join(';')).join('\n')
        const place = quote === null ? whole.length : quote % whole.length
        const text = quote === null ? whole : `${whole.slice(0, place)}"${whole.slice(place)}`
        const bytes = new TextEncoder().encode(text)
        const table = await readListTable({ bytes, decode, sheet: null, list }).catch((error: unknown) => {
          if (error instanceof UnreadableFile) return null
          throw error
        })
        if (table === null) return
        const mapping = suggestedImportMapping(list, table.headers)
        const { lines } = readList(table, { list, mapping, names: NAMES, defaults: SITE, nowMs: NOW })
        expect(lines.good.length + lines.refused.length + lines.blank).toBe(table.lines.length)
        expect(lines.total).toBe(table.lines.length)
        const numbers = [...lines.good, ...lines.refused].map(({ line }) => line)
        expect(new Set(numbers).size).toBe(numbers.length)
        // What is stored is read again by its schema.
        for (const { row } of lines.good) expect(importRowSchemas[list].parse(row)).toEqual(row)
        for (const { reasons } of lines.refused) expect(reasons.length).toBeGreaterThan(0)
      }),
      { numRuns: 400 },
    )
  }, 60_000)
})
