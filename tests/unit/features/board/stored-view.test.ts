/** The board's stored view is checked by hand: foreign or outdated text begins with Origem. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardView } from '../../../../src/domain/board/board-view.ts'
import { ORIGIN_VIEW, readView, storeView, writeView } from '../../../../src/features/board/stored-view.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

const VIEWS: readonly BoardView[] = [
  { kind: 'status', status: 3 },
  { kind: 'status', status: 1, channelId: 29, insuranceId: 2 },
  { kind: 'schedules', sevenDays: true },
  { kind: 'schedules', sevenDays: false, whose: 'own' },
  { kind: 'results', filters: { clientName: 'Ana', brokerId: 4, startDate: '2026-01-02' }, status: 2 },
]

test('a view is read as it was written, for its user alone', () => {
  for (const view of VIEWS) {
    writeView(7, view)
    expect(readView(7)).toEqual(view)
    expect(readView(8)).toEqual(ORIGIN_VIEW)
  }
})

test('anything else is Origem, and changes no stored view', () => {
  const wrong: readonly unknown[] = [
    null,
    'status',
    [],
    {},
    { kind: 'other' },
    { kind: 'status' },
    { kind: 'status', status: '1' },
    { kind: 'status', status: 1, channelId: 'x' },
    { kind: 'schedules' },
    { kind: 'schedules', sevenDays: true, whose: 'all' },
    { kind: 'results' },
    { kind: 'results', filters: null },
    { kind: 'results', filters: { leadId: 'x' } },
    { kind: 'results', filters: { clientName: 3 } },
    { kind: 'results', filters: {}, status: 1.5 },
  ]
  writeView(7, { kind: 'status', status: 3 })
  for (const view of wrong) {
    storeView(7, view)
    expect(readView(7)).toEqual({ kind: 'status', status: 3 })
    stored.set('farol_board_view_8', JSON.stringify(view))
    expect(readView(8)).toEqual(ORIGIN_VIEW)
  }
  stored.set('farol_board_view_8', '{')
  expect(readView(8)).toEqual(ORIGIN_VIEW)
})
