/** Saved views: what they save, and when their mails go. */
import { expect, test } from 'vitest'
import { nextMailAt, questionOf, showsView, startViewOf } from '../../../src/domain/reports/views.ts'

const VIEW = {
  id: '0193a4c0-0000-7000-8000-000000000001',
  path: '/relatorio-perdas',
  name: 'Minha visão',
  filter: { periodo: 'mes-atual', empresas: [2, 1] } as const,
  sort: null,
  is_start: false,
  mail: null,
}
const view = (change: object = {}) => ({
  ...VIEW,
  filter: { periodo: 'mes-atual' as const, empresas: [2, 1] },
  ...change,
})

test.each([
  ['before eight', 'daily', '2026-11-24T10:59:59Z', '2026-11-24T11:00:00.000Z'],
  ['at eight sharp: the next day', 'daily', '2026-11-24T11:00:00Z', '2026-11-25T11:00:00.000Z'],
  [
    'late in the evening, when it is tomorrow in London',
    'daily',
    '2026-11-25T01:30:00Z',
    '2026-11-25T11:00:00.000Z',
  ],
  ['on a Saturday', 'daily', '2026-11-28T15:00:00Z', '2026-11-29T11:00:00.000Z'],
  ['weekly, on a Tuesday', 'weekly', '2026-11-24T12:00:00Z', '2026-11-30T11:00:00.000Z'],
  ['weekly, on Monday before eight', 'weekly', '2026-11-30T10:00:00Z', '2026-11-30T11:00:00.000Z'],
  ['weekly, on Monday at eight', 'weekly', '2026-11-30T11:00:00Z', '2026-12-07T11:00:00.000Z'],
  ['in daylight-saving time', 'daily', '2018-11-10T12:00:00Z', '2018-11-11T10:00:00.000Z'],
] as const)('the next mail: %s', (_, cadence, after, next) => {
  expect(nextMailAt(cadence, Date.parse(after))).toBe(next)
})

test('a screen shows a view when filter and order are the same, whatever else the address has', () => {
  const address = { empresas: [2, 1], periodo: 'mes-atual' as const, pagina: 3, estoque: undefined }
  expect(showsView(view(), address, null)).toBe(true)
  expect(showsView(view(), address, '-sold')).toBe(false)
  expect(showsView(view(), { ...address, empresas: [1] }, null)).toBe(false)
  expect(showsView(view(), { ...address, ocultas: ['leads.product'] }, null)).toBe(false)
})

test('how an answer is drawn is no part of the question', () => {
  const filter = { periodo: 'hoje' as const, ocultas: ['leads.product'], comparar: 1 as const, pagina: 2 }
  expect(questionOf(filter)).toEqual({ periodo: 'hoje' })
})

test('a report has its own start view', () => {
  const views = [view(), view({ id: 'b', is_start: true }), view({ id: 'c', path: '/relatorio-ligacoes' })]
  expect(startViewOf(views, '/relatorio-perdas')?.id).toBe('b')
  expect(startViewOf(views, '/relatorio-ligacoes')).toBeNull()
})
