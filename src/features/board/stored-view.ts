/** The board's current view, stored for this browser tab: a reload restores it, a new tab begins with Origem. */

import { heldKeys } from '../../db/sealing/held-keys.ts'
import { areFilters } from '../../domain/board/board-filters.ts'
import type { BoardView } from '../../domain/board/board-view.ts'
import { ORIGIN } from '../../domain/lead/status.ts'

export const ORIGIN_VIEW: BoardView = { kind: 'status', status: ORIGIN }

const isOptionalNumber = (value: unknown) => value === undefined || Number.isInteger(value)

/** Without a schema, as the board is drawn before the schemas' code is loaded. */
function isView(value: unknown): value is BoardView {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  const field = (name: string): unknown => Reflect.get(value, name)
  if (value.kind === 'schedules') return typeof field('sevenDays') === 'boolean'
  if (value.kind === 'results') return areFilters(field('filters')) && isOptionalNumber(field('status'))
  return (
    value.kind === 'status' &&
    Number.isInteger(field('status')) &&
    isOptionalNumber(field('channelId')) &&
    isOptionalNumber(field('insuranceId'))
  )
}

/** One key a user: another user of this tab has another view. Not in the address, since filters name people. */
const keyOf = (userId: number) => `farol_board_view_${userId}`

/** The views of users whose device is protected: the browser writes its storage to the disk. */
const inMemory = new Map<number, BoardView>()

export function readView(userId: number): BoardView {
  if (heldKeys(userId) !== null) return inMemory.get(userId) ?? ORIGIN_VIEW
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')
    return isView(stored) ? stored : ORIGIN_VIEW
  } catch {
    // Foreign text under our key: begin with Origem.
    return ORIGIN_VIEW
  }
}

/** Keeps a view that another screen names. One that does not fit changes nothing. */
export function storeView(userId: number, view: unknown): void {
  if (isView(view)) writeView(userId, view)
}

export function writeView(userId: number, view: BoardView): void {
  if (heldKeys(userId) !== null) {
    inMemory.set(userId, view)
    return
  }
  sessionStorage.setItem(keyOf(userId), JSON.stringify(view))
}
