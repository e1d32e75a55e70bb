/** Columns and row height by the window's width: first text, section 2 'Lead grid'; ruling 9 for small screens. */
import { useViewportSize } from '@mantine/hooks'

export interface GridShape {
  readonly columns: number
  /** Row height with its gap, px. */
  readonly rowHeight: number
}

const SPEC_ROW = 550
const SMALL_ROW = 500

export function gridShape(width: number): GridShape {
  if (width > 1265) return { columns: 4, rowHeight: SPEC_ROW }
  if (width >= 900) return { columns: 3, rowHeight: SPEC_ROW }
  return width >= 600 ? { columns: 2, rowHeight: SPEC_ROW } : { columns: 1, rowHeight: SMALL_ROW }
}

export function useGridShape(): GridShape {
  const { width } = useViewportSize()
  return gridShape(width === 0 ? window.innerWidth : width)
}
