/** Views that cover every tab, sub-menu and filter, and the comparison of an index with the naive board. */
import { expect } from 'vitest'
import type { BoardIndex } from '../../../src/board-index/board-index.ts'
import { BoardPreview, boardPreviewOf, PREVIEW_ROWS } from '../../../src/board-index/board-preview.ts'
import { LOOKED_AT } from '../../../src/board-index/first-found.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { slaInputOf, slaProgress } from '../../../src/domain/sla/progress.ts'
import { calendar, settings } from '../domain/fixtures.ts'
import { naiveCounters, naiveOldestPending, naiveSlice } from './naive-board.ts'

export const EVERY_VIEW: readonly BoardView[] = [
  ...[1, 2, 3, 4, 5, 6].map((status) => ({ kind: 'status', status }) as const),
  { kind: 'status', status: 1, channelId: 7 },
  { kind: 'status', status: 1, channelId: 70_000, insuranceId: 2 },
  { kind: 'schedules', sevenDays: false },
  { kind: 'schedules', sevenDays: true },
  { kind: 'results', filters: {} },
  { kind: 'results', filters: { clientName: 'angela CONCEIÇÃO' } },
  { kind: 'results', filters: { clientName: 'a' }, status: 2 },
  { kind: 'results', filters: { leadId: 7 } },
  { kind: 'results', filters: { oldNumber: 'd-7' } },
  { kind: 'results', filters: { leadId: 7, oldNumber: '7' } },
  { kind: 'results', filters: { oldNumber: '7', clientName: 'a' }, status: 2 },
  { kind: 'results', filters: { cpf: '529' } },
  { kind: 'results', filters: { cpf: '12ABC' } },
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
]

/** Endless queries of other views. */
function* rehearsals(index: BoardIndex, nowMs: number): Generator<void> {
  for (;;) yield* index.rehearse(nowMs)
}

/** Expects all views (whole and in parts), counters, oldest pending leads and SLA bars to equal a recount. */
export function expectEqualToRecount(index: BoardIndex, leads: readonly Lead[], nowMs: number): void {
  const boardPreview = new BoardPreview(boardPreviewOf(index))
  const others = rehearsals(index, nowMs)
  for (const view of EVERY_VIEW) {
    const expected = naiveSlice(leads, view, nowMs)
    const whole = index.slice(view, 0, leads.length + 1, nowMs)
    expect(whole, JSON.stringify(view)).toEqual(expected)
    // Other queries come between two parts of a scrolled view: one for the first cards, and one for all.
    others.next()
    others.next()
    expect(index.slice(view, 2, 3, nowMs)).toEqual({ ...expected, uids: expected.uids.slice(2, 5) })
    const found = index.first(view, 3)
    if (view.kind !== 'results' || leads.length <= LOOKED_AT || found !== null)
      expect(found).toEqual(view.kind === 'results' ? expected.uids.slice(0, 3) : null)
    const known = boardPreview.first(view, 3)
    // With many leads the preview has only the first ones.
    if (view.kind === 'schedules' || leads.length <= PREVIEW_ROWS || known !== null)
      expect(known).toEqual(view.kind === 'schedules' ? null : expected.uids.slice(0, 3))
  }
  expect(index.counters(nowMs, settings)).toEqual(naiveCounters(leads, nowMs))
  expect(index.oldestPending()).toEqual(naiveOldestPending(leads))
  for (const lead of leads)
    expect(index.progress(lead.uid, nowMs, settings)).toEqual(
      slaProgress(slaInputOf(lead), nowMs, settings, calendar),
    )
  expect(index.progress('another', nowMs, settings)).toBeNull()
}
