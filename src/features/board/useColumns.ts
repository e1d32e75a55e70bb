/** Columns and row height by the window's width: docs/rules.md#card-grid. */
import { useSyncExternalStore } from 'react'

export interface GridShape {
  readonly columns: number
  /** Row height with its gap, in px. */
  readonly rowHeight: number
}

/**
 * Also the height of a single column, although most cards need less there: a company with a late scheduling fills it.
 * Individual heights would need every lead above the screen. Most are not read, and cards would move while they are.
 */
const ROW = 550

const shape = (columns: number): GridShape => ({ columns, rowHeight: ROW })
const [ONE, TWO, THREE, FOUR] = [shape(1), shape(2), shape(3), shape(4)] as const

/** Returns the same object for the same shape. */
export function gridShape(width: number): GridShape {
  if (width > 1265) return FOUR
  if (width >= 900) return THREE
  return width >= 600 ? TWO : ONE
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export function useGridShape(): GridShape {
  return useSyncExternalStore(subscribe, () => gridShape(window.innerWidth))
}
