/** Views that cover every tab, sub-menu and filter, and the comparison of an index with the naive board. */
import { expect } from 'vitest'
import type { BoardIndex } from '../../../src/board-index/board-index.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { cardTime, timeInputOf } from '../../../src/domain/sla/duty.ts'
import { calendar, settings } from '../domain/fixtures.ts'
import { naiveCounters, naiveOldestPending, naiveSlice } from './naive-board.ts'

export const SEARCHES = [
  '7',
  'd-7',
  '6650',
  '(31) 8877-6650',
  '529',
  '52998224725',
  'abc1d23',
  'ABC-1',
  '4455',
  'ana',
  'angela conceicao',
  'mul filhos',
  'nge',
  'angla',
  'zzzz',
] as const

export const EVERY_VIEW: readonly BoardView[] = [
  ...[1, 2, 3, 4, 5, 6].map((status) => ({ kind: 'status', status }) as const),
  { kind: 'status', status: 1, channelId: 7 },
  { kind: 'status', status: 1, channelId: 70_000, insuranceId: 2 },
  { kind: 'schedules', sevenDays: false },
  { kind: 'schedules', sevenDays: true },
  { kind: 'schedules', sevenDays: false, whose: 'own' },
  { kind: 'schedules', sevenDays: false, whose: 'free' },
  { kind: 'schedules', sevenDays: true, whose: 'own' },
  { kind: 'results', filters: {} },
  { kind: 'results', filters: { clientName: 'angela CONCEIÇÃO' } },
  { kind: 'results', filters: { clientName: 'a' }, status: 2 },
  { kind: 'results', filters: { leadId: 7 } },
  { kind: 'results', filters: { oldNumber: 'd-7' } },
  { kind: 'results', filters: { leadId: 7, oldNumber: '7' } },
  { kind: 'results', filters: { oldNumber: '7', clientName: 'a' }, status: 2 },
  { kind: 'results', filters: { cpf: '529' } },
  { kind: 'results', filters: { cpf: '12ABC' } },
  { kind: 'results', filters: { phone: '6650' } },
  { kind: 'results', filters: { phone: '(31) 8877-6650' } },
  { kind: 'results', filters: { phone: '88776650', clientName: 'a' } },
  { kind: 'results', filters: { phone: '31988776650', cpf: '529', brokerId: 10 } },
  { kind: 'results', filters: { brokerId: 10 } },
  { kind: 'results', filters: { startDate: '2026-11-15' } },
  { kind: 'results', filters: { endDate: '2026-11-18' }, status: 6 },
  {
    kind: 'results',
    filters: { startDate: '2026-11-17', endDate: '2026-11-17', clientName: 'ze', brokerId: 11 },
  },
  { kind: 'results', filters: { clientName: 'an', brokerId: 10, startDate: '2026-11-15' }, status: 2 },
  { kind: 'results', filters: { clientName: 'a', cpf: '5', endDate: '2026-11-18' } },
  { kind: 'results', filters: { leadId: 7, clientName: 'a', endDate: '2026-11-18' }, status: 1 },
  { kind: 'results', filters: { leadId: 0 } },
  ...SEARCHES.map((search) => ({ kind: 'results', filters: { search } }) as const),
  { kind: 'results', filters: { search: 'angela', brokerId: 10 }, status: 2 },
]

/** Another view than those that are compared. */
const ANOTHER: BoardView = { kind: 'results', filters: { clientName: 'maria' }, status: 3 }

/** Expects all views (whole and in parts), counters, oldest pending leads and SLA bars to equal a recount. */
export function expectEqualToRecount(index: BoardIndex, leads: readonly Lead[], nowMs: number): void {
  const asker = { nowMs, userId: index.userId }
  for (const view of EVERY_VIEW) {
    const expected = naiveSlice(leads, view, asker)
    const whole = index.slice(view, 0, leads.length + 1, nowMs)
    expect(whole, JSON.stringify(view)).toEqual(expected)
    // Another query comes between two parts of a scrolled view.
    index.slice(ANOTHER, 0, 40, nowMs)
    expect(index.slice(view, 2, 3, nowMs)).toEqual({ ...expected, uids: expected.uids.slice(2, 5) })
  }
  expect(index.counters(nowMs, settings)).toEqual(naiveCounters(leads, asker))
  expect(index.oldestPending()).toEqual(naiveOldestPending(leads))
  for (const lead of leads)
    expect(index.time(lead.uid, nowMs, settings)).toEqual(
      cardTime(timeInputOf(lead), nowMs, settings, calendar),
    )
  expect(index.time('another', nowMs, settings)).toBeNull()
}
