/** Lines of a file: good ones, refused ones with every reason, and what the lead gets. */
import { describe, expect, test } from 'vitest'
import { lineCells } from '../../../../src/domain/imports/line-cells.ts'
import type { ImportMapping } from '../../../../src/domain/imports/lists.ts'
import { readRenewal } from '../../../../src/domain/imports/read-renewal.ts'
import { RENEWAL_FIELDS } from '../../../../src/domain/imports/renewal-fields.ts'
import { captureLimitMs, importScheduling } from '../../../../src/domain/renewals/renewal-lead.ts'
import { groupKey } from '../../../../src/domain/renewals/rows.ts'
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import { settings } from '../fixtures.ts'
import { readPolicies, suggestedMapping } from './policies.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')
const HEADERS = [
  'apólice',
  'produto',
  'cliente',
  'cpf',
  'celular',
  'telefone',
  'e-mail',
  'seguradora',
  'vencimento',
  'grupo',
]
const MAPPING = suggestedMapping(HEADERS)
const GOOD: readonly Cell[] = [
  ' AP-1 ',
  'Auto',
  'Ana Lima',
  '529.982.247-25',
  '31988887777',
  '',
  'ana@exemplo.com.br',
  'Porto',
  '24/12/2026',
  'G12',
]
const line = (changes: Readonly<Record<number, Cell>>): Cell[] =>
  GOOD.map((cell, place) => (place in changes ? (changes[place] ?? null) : cell))

function readRow(cells: readonly Cell[], mapping: ImportMapping, nowMs: number) {
  const given = lineCells(RENEWAL_FIELDS, mapping, cells)
  const row = readRenewal(given, nowMs)
  return row === null ? { reasons: given.reasons } : { row }
}

test('a good line', () => {
  expect(readRow(GOOD, MAPPING, NOW)).toEqual({
    row: {
      policy_number: 'AP-1',
      item: '',
      product: 'Auto',
      client_name: 'Ana Lima',
      document: '52998224725',
      cellphone: '31988887777',
      phone: '',
      mail: 'ana@exemplo.com.br',
      insurer: 'Porto',
      end_of_validity: '2026-12-24',
      group: 'G12',
      notes: [],
    },
  })
})

describe('a line is refused', () => {
  const CASES: readonly (readonly [string, Readonly<Record<number, Cell>>])[] = [
    ['Sem apólice', { 0: ' ' }],
    ['Apólice longa demais', { 0: '9'.repeat(61) }],
    ['Produto longo demais', { 1: 'a'.repeat(201) }],
    ['Sem nome do cliente', { 2: null }],
    ['Nome do cliente longo demais', { 2: 'a'.repeat(201) }],
    ['Sem CPF/CNPJ', { 3: '' }],
    ['CPF/CNPJ inválido', { 3: '529.982.247-26' }],
    ['Seguradora longa demais', { 7: 'a'.repeat(101) }],
    ['Sem vencimento do seguro', { 8: '' }],
    ['Vencimento do seguro inválido', { 8: '31/02/2027' }],
    ['Vencimento do seguro longe demais de hoje', { 8: '24/12/2036' }],
    ['Vencimento do seguro longe demais de hoje', { 8: '22/11/2025' }],
    ['Grupo hierárquico longo demais', { 9: 'a'.repeat(61) }],
  ]
  test.each(CASES)('%s', (reason, changes) =>
    expect(readRow(line(changes), MAPPING, NOW)).toEqual({ reasons: [reason] }))

  test('with all of its reasons', () => {
    expect(readRow(line({ 0: '', 3: '1', 8: 'x' }), MAPPING, NOW)).toEqual({
      reasons: ['Sem apólice', 'CPF/CNPJ inválido', 'Vencimento do seguro inválido'],
    })
  })
})

test.each<[Readonly<Record<number, Cell>>, object]>([
  [{ 8: '23/11/2025' }, { end_of_validity: '2025-11-23' }],
  [{ 4: '123' }, { cellphone: '', notes: ['Telefone inválido no arquivo'] }],
  [{ 6: 'ana@' }, { mail: '', notes: ['E-mail inválido no arquivo'] }],
  [{ 6: 'ana@a.br; outra@a.br' }, { mail: 'ana@a.br', notes: [] }],
  [
    { 7: '', 9: '' },
    { insurer: '', group: '' },
  ],
])('%j does not refuse a line', (changes, row) => {
  expect(readRow(line(changes), MAPPING, NOW)).toMatchObject({ row })
})

test('blank lines are counted apart; a policy counts once a term, whatever its corrected end', () => {
  const cells = [GOOD, line({ 8: '24/12/2027' }), line({ 8: '02/01/2027' }), ['', null, ' ']]
  const { good, refused, blank, total } = readPolicies(
    { lines: cells.map((each, place) => ({ line: place + 2, cells: each })) },
    MAPPING,
    NOW,
  ).lines
  expect(good.map(({ line: number }) => number)).toEqual([2, 3])
  expect(refused).toEqual([
    { line: 4, reference: 'AP-1', reasons: ['Apólice repetida neste arquivo (linha 2)'] },
  ])
  expect([blank, total]).toEqual([1, 4])
})

test('items, insured persons and insurers make policies of one number', () => {
  const HEAD = [...HEADERS, 'item']
  const lines = [
    [...GOOD, '1'],
    [...GOOD, '2'],
    [...line({ 3: '111.444.777-35' }), '1'],
    [...line({ 7: 'Allianz' }), '1'],
    // The same as the first, written otherwise.
    [...line({ 0: 'ap 1', 7: 'PORTO SEGURO CIA. DE SEGUROS GERAIS' }), '001'],
  ]
  const read = readPolicies(
    { lines: lines.map((cells, place) => ({ line: place + 2, cells })) },
    suggestedMapping(HEAD),
    NOW,
  ).lines
  expect(read.good.map(({ line: number }) => number)).toEqual([2, 3, 4, 5])
  expect(read.refused.map(({ line: number }) => number)).toEqual([6])
})

test.each([
  ['007', '7'],
  ['0', '0'],
  [' g12', 'G12'],
  ['0A', '0A'],
])('the group %s is compared as %s', (group, key) => expect(groupKey(group)).toBe(key))

describe('the capture limit', () => {
  // The end of the fifth day before the policy's, in São Paulo: also where summer time began and ended between.
  test.each([
    ['2026-12-24', '2026-12-19T23:59:59.999-03:00'],
    ['2026-03-03', '2026-02-26T23:59:59.999-03:00'],
    ['2018-11-06', '2018-11-01T23:59:59.999-03:00'],
  ])('of %s is %s, and the countdown ends there', (end, limit) => {
    expect(captureLimitMs(end)).toBe(Date.parse(limit))
    const { scheduling_date, status } = importScheduling(end, settings)
    const hours = settings.time_to_capture_on_time_renovation
    expect(Date.parse(scheduling_date) + hours * 3_600_000).toBe(Date.parse(limit))
    expect(status).toBe(0)
  })
})
