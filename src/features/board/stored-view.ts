/** The board's current view, stored for this browser tab: a reload restores it, a new tab begins with Origem. */

import { heldKeys } from '../../db/sealing/held-keys.ts'
import { type BoardView, isBoardView } from '../../domain/board/board-view.ts'
import { ORIGIN } from '../../domain/lead/status.ts'
import { viewKey } from '../../opening/painting/board-keys.ts'

export const ORIGIN_VIEW: BoardView = { kind: 'status', status: ORIGIN }

/** The views of users whose device is protected: the browser writes its storage to the disk. */
const inMemory = new Map<number, BoardView>()

export function readView(userId: number): BoardView {
  if (heldKeys(userId) !== null) return inMemory.get(userId) ?? ORIGIN_VIEW
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(viewKey(userId)) ?? 'null')
    return isBoardView(stored) ? stored : ORIGIN_VIEW
  } catch {
    // Foreign text under our key: begin with Origem.
    return ORIGIN_VIEW
  }
}

/** Keeps a view that another screen names. One that does not fit changes nothing. */
export function storeView(userId: number, view: unknown): void {
  if (isBoardView(view)) writeView(userId, view)
}

export function writeView(userId: number, view: BoardView): void {
  if (heldKeys(userId) !== null) {
    inMemory.set(userId, view)
    return
  }
  sessionStorage.setItem(viewKey(userId), JSON.stringify(view))
}
