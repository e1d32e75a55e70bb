/** Columns and row height by the window's width: docs/rules.md#card-grid. */
import { useViewportSize } from '@mantine/hooks'

export interface GridShape {
  readonly columns: number
  /** Row height with its gap, px. */
  readonly rowHeight: number
}

/**
 * Also for one card a row, where most could be lower: a company with a late schedule fills it. Heights of their own would need
 * the lead of every place above the screen, and most are not read: the cards would move under the finger as they are.
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
