/** What a file that the device makes says of rows that it does not have: docs/rules.md#reports */
import { expect, test } from 'vitest'
import type { ShownTable } from '../../../../src/domain/reports/table.ts'
import { type KeptTable, keptSheet } from '../../../../src/features/reports/kept-sheet.ts'

const line = (id: string) => ({ id, cells: [id], tones: [null], lead: Number(id) })
const TABLE: ShownTable = {
  name: 'leads',
  title: 'Leads',
  order: 'id',
  heads: [
    {
      key: 'id',
      label: 'ID',
      format: 'text',
      totalFormat: 'text',
      figure: null,
      isTitle: true,
      sortable: true,
    },
  ],
  lines: ['1', '2'].map(line),
  total: null,
  count: 2,
}
const KEPT: KeptTable = {
  report: { title: 'Relatório de Perdas', file: 'perdas', filters: [], periodLabel: 'Data de fim' },
  filter: {},
  range: null,
  table: TABLE,
  asOf: '2026-10-20T12:00:00.000Z',
  brokerage: null,
  user: { name: 'Ana' },
  nameOf: () => undefined,
}
const told = (kept: Partial<KeptTable>) => keptSheet({ ...KEPT, ...kept }).above.at(-1)

test('a file of all rows says nothing more', () => {
  expect(told({})).toMatch(/ · Exportado por Ana$/)
})

test('rows that are known to be missing are counted', () => {
  expect(told({ table: { ...TABLE, count: 1502 } })).toMatch(
    / · faltam 1\.500 linhas, que não estão neste aparelho$/,
  )
})

test('a figure of which only some leads are here says so', () => {
  expect(told({ lacksSome: true })).toMatch(/ · só os leads guardados neste aparelho$/)
})
