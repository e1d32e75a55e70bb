/**
 * The head: a few kilobytes that answer the first screen while the index is being loaded, whatever the number of leads.
 * Its counters are as old as its last write. The cards are read from the mirror and always current.
 */

import type { MirrorDb } from '../db/schema/mirror.ts'
import type { BoardCounters, BoardSlice, BoardView } from '../domain/board/board-view.ts'
import { SCHEDULES_TAB, TABS } from '../domain/lead/status.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { BoardQuestion } from './api.ts'
import type { BoardIndex } from './board-index.ts'

/** Increase it with every change of the head's shape. */
const HEAD_FORMAT = 3
/** Cards of each tab: several screens full. */
const HEAD_CARDS = 200

/** Name of the head's block. */
export const HEAD = 'head'

export interface Head {
  readonly format: number
  readonly counters: BoardCounters
  /** First cards of each status tab, and its counts. Key 7 is the user's own part of Agendamentos. */
  readonly tabs: Readonly<Record<number, Omit<BoardSlice, 'byStatus'>>>
  readonly oldestPending: Readonly<Record<number, string>>
}

const isHead = (value: unknown): value is Head =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === HEAD_FORMAT

/** Returns the head of a stored block, or null when there is none, or when it has another format. */
export const headFrom = (value: unknown): Head | null => (isHead(value) ? value : null)

export async function readHead(db: MirrorDb): Promise<Head | null> {
  return headFrom((await db.blocks.get(HEAD))?.bytes)
}

/** Returns the view that a tab opens. */
export const viewOfTab = (status: number): BoardView =>
  status === SCHEDULES_TAB
    ? { kind: 'schedules', sevenDays: false, whose: 'own' }
    : { kind: 'status', status }

/** Returns the tab that opens with this view, or null for another view. */
export function tabOf(view: BoardView): number | null {
  if (view.kind === 'results') return null
  if (view.kind === 'schedules') return view.sevenDays || view.whose !== 'own' ? null : SCHEDULES_TAB
  return (view.channelId ?? view.insuranceId) === undefined ? view.status : null
}

export function headOf(index: BoardIndex, nowMs: number, settings: Settings): Head {
  const tabs = TABS.map(({ status }) => {
    const { uids, total, later } = index.slice(viewOfTab(status), 0, HEAD_CARDS, nowMs)
    return [status, { uids, total, later }]
  })
  return {
    format: HEAD_FORMAT,
    counters: index.counters(nowMs, settings),
    tabs: Object.fromEntries(tabs),
    oldestPending: index.oldestPending(),
  }
}

/** Runs inside the caller's transaction. */
export async function putHead(db: MirrorDb, head: Head): Promise<void> {
  await db.blocks.put({ name: HEAD, bytes: head })
}

/** Returns the head's answer to the question, or null when only the index can answer it. */
export function sliceOfHead(head: Head, { view, offset, limit }: BoardQuestion): BoardSlice | null {
  const status = tabOf(view)
  const tab = status === null ? undefined : head.tabs[status]
  if (status === null || tab === undefined || Math.min(offset + limit, tab.total) > tab.uids.length)
    return null
  const byStatus: Record<number, number> =
    view.kind === 'status' && tab.total > 0 ? { [status]: tab.total } : {}
  return { uids: tab.uids.slice(offset, offset + limit), total: tab.total, later: tab.later, byStatus }
}
