/** Columns and row height by the window's width: docs/rules.md#card-grid. */
import { useViewportSize } from '@mantine/hooks'

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

export function gridShape(width: number): GridShape {
  if (width > 1265) return { columns: 4, rowHeight: ROW }
  if (width >= 900) return { columns: 3, rowHeight: ROW }
  return { columns: width >= 600 ? 2 : 1, rowHeight: ROW }
}

export function useGridShape(): GridShape {
  const { width } = useViewportSize()
  return gridShape(width === 0 ? window.innerWidth : width)
}
