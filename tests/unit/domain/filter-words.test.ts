/** The filter of a report in words, in a file's name, and read back from a call's query: docs/rules.md#reports */
import { describe, expect, test } from 'vitest'
import { attendance } from '../../../src/domain/reports/attendance.ts'
import { calls } from '../../../src/domain/reports/calls.ts'
import { dealershipIndications } from '../../../src/domain/reports/dealership-indications.ts'
import { DIAGNOSES } from '../../../src/domain/reports/diagnosis-report.ts'
import { columnsInSight, exportedTable } from '../../../src/domain/reports/exported-table.ts'
import {
  filterAsked,
  filterInName,
  filterWords,
  type NameOf,
  periodWords,
} from '../../../src/domain/reports/filter-words.ts'
import { fieldOf } from '../../../src/domain/reports/filters.ts'
import { indicator } from '../../../src/domain/reports/indicator.ts'
import { leadDuplicates } from '../../../src/domain/reports/lead-duplicates.ts'
import { lostSales } from '../../../src/domain/reports/lost-sales.ts'
import brokerIndications from '../../../src/domain/reports/plain/broker-indications.ts'
import inPerson from '../../../src/domain/reports/plain/in-person.ts'
import origin from '../../../src/domain/reports/plain/origin.ts'
import { processing } from '../../../src/domain/reports/processing.ts'
import { quiverSales } from '../../../src/domain/reports/quiver-sales.ts'
import { renewals } from '../../../src/domain/reports/renewals.ts'
import { filterLine } from '../../../src/domain/reports/report-sheet.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { type ReportTable, shownTable } from '../../../src/domain/reports/table.ts'

const NAMES: Readonly<Record<string, string>> = {
  'empresas 3': 'Siqueira Fiat',
  'empresas 4': 'Siqueira Volkswagen do Centro de Belo Horizonte',
  'equipes 1': 'Digital',
  'corretores 9': 'João Ávila',
  'cliente 7': 'Maria Prado',
}
const nameOf: NameOf = ({ kind }, id) => NAMES[`${fieldOf(kind)} ${id}`]
const asOf = '2026-11-01T02:59:00.000Z'

const REPORTS = [
  attendance,
  brokerIndications,
  calls,
  dealershipIndications,
  DIAGNOSES.renewal,
  DIAGNOSES.new,
  inPerson,
  indicator,
  leadDuplicates,
  lostSales,
  origin,
  processing,
  quiverSales,
  renewals,
] as const

describe.each(REPORTS.map((report) => [report.title, report] as const))('%s', (_, report) => {
  test('names each control that is set, and reads it back from the query of the call', () => {
    for (const { kind, label } of report.filters) {
      const values = { texto: 'Prado', proposta: 'R-2', mes: '202610' }
      const field = fieldOf(kind)
      const isNumber = ['cliente', 'indicador', 'situacao', 'ligacao', 'produto'].includes(field)
      const value = Object.entries(values).find(([name]) => name === field)?.[1] ?? (isNumber ? 7 : [3])
      const filter: ReportFilter = { [field]: value }
      const query = report.query(filter, { from: '2026-10-01', to: '2026-10-31' })
      expect(filterAsked(report, query), kind).toEqual(filter)
      const words = filterWords(report.filters, filter, { nameOf, asOf })
      expect(words.filter((line) => line.startsWith(`${label}: `)).length, kind).toBe(1)
      expect(filterInName(report.filters, filter, { nameOf, figure: null }), kind).not.toBe('')
    }
  })
})

test('a filter is described by its labels and names; without one a sheet says so', () => {
  const filter = { empresas: [3, 99], corretores: [9], equipes: [1] }
  const filters = filterWords(attendance.filters, filter, { nameOf, asOf })
  expect(filters).toEqual([
    'Concessionárias: Siqueira Fiat, Nº 99',
    'Corretores: João Ávila',
    'Equipes: Digital',
  ])
  expect(filterLine({ filters, figure: 'Vendidos de Felipe' })).toMatch(/Digital · Só Vendidos de Felipe$/)
  expect(filterLine({ filters: [], figure: null })).toBe('Sem filtros')
  expect(filterLine({ filters: [], figure: 'Vendidos' })).toBe('Só Vendidos')
  expect(periodWords(attendance, { from: '2026-10-01', to: '2026-10-31' })).toBe(
    'Período: 01/10/2026 a 31/10/2026 (data de captura)',
  )
})

test('without a chosen month the month is the one of the data in São Paulo', () => {
  expect(filterWords(processing.filters, {}, { nameOf, asOf })).toEqual(['Ano e mês: 10/2026'])
  expect(filterInName(processing.filters, {}, { nameOf, figure: null })).toBe('')
})

test.each([
  [{ empresas: [3] }, null, 'siqueira_fiat'],
  [{ empresas: [3] }, 'Vendidas de João', 'siqueira_fiat_vendidas_de_joao'],
  [{ empresas: [3, 4] }, null, 'filtrado'],
  [{ empresas: [3], cliente: 7 }, null, 'filtrado'],
  [{}, null, ''],
] as const)("a file's name has a short filter, and no client: %o %s", (filter: object, figure, name) => {
  expect(filterInName(dealershipIndications.filters, filter, { nameOf, figure })).toBe(name)
})

describe('the columns of a sheet', () => {
  interface Row {
    readonly id: number
    readonly name: string
  }
  const column = (key: string) => ({
    key,
    label: key,
    format: 'text' as const,
    value: ({ name }: Row) => name,
  })
  const TABLE: ReportTable<Row> = {
    name: 'leads',
    title: 'Leads',
    order: 'a',
    idOf: ({ id }) => String(id),
    columns: ['a', 'b', 'c'].map(column),
  }
  const SHEET = { ...TABLE, columns: ['a', 'extra', 'b', 'c', 'last'].map(column) }
  const rows = ['Zoe', 'ávila', 'Bia'].map((name, id) => ({ id, name }))
  const table = shownTable(TABLE, rows, { sheet: shownTable(SHEET, rows) })

  test('are those in sight, and its own stay at their place', () => {
    expect(columnsInSight(table, {})).toBeUndefined()
    expect(columnsInSight(table, { ocultas: ['leads.b', 'resumo.a'] })).toEqual(['a', 'extra', 'c', 'last'])
    // As in a mail: a table without a column would say nothing.
    expect(columnsInSight(table, { ocultas: ['leads.a', 'leads.b', 'leads.c'] })).toBeUndefined()
    const turned = { ...table, heads: table.heads.toReversed() }
    expect(columnsInSight(turned, {})).toEqual(['c', 'extra', 'b', 'a', 'last'])
  })

  test('are in the asked order, over rows in the order of the screen', () => {
    const { heads, lines } = exportedTable(table, { order: '-a', columns: ['c', 'a', 'unknown'] })
    expect(heads.map(({ key }) => key)).toEqual(['c', 'a'])
    expect(lines.map(({ cells }) => cells)).toEqual([
      ['Zoe', 'Zoe'],
      ['Bia', 'Bia'],
      ['ávila', 'ávila'],
    ])
  })
})
