/** Columns and row height by the window's width, the pointer and the chosen look: docs/rules.md#card-grid. */
import { useSyncExternalStore } from 'react'

export interface GridShape {
  readonly columns: number
  /** Row height with its gap, in px. A single column has cards as high as their content, and this is only its estimate. */
  readonly rowHeight: number
  readonly isMeasured: boolean
  /** Between rows and between cards, in px. */
  readonly gap: number
}

/** A company with a late scheduling fills a card. */
const ROW = 550
/** A thumb's buttons make the lines of the phone and of the actions higher. */
const COARSE_ROW = 568
/** A lead in work on a phone. */
const SINGLE_ROW = 372

const GAP = 16
/** The list: one line a lead, high enough for a thumb. */
const LIST: GridShape = { columns: 1, rowHeight: 44, isMeasured: false, gap: 0 }

const shapesOf = (rowHeight: number) => ({
  TWO: { columns: 2, rowHeight, isMeasured: false, gap: GAP },
  THREE: { columns: 3, rowHeight, isMeasured: false, gap: GAP },
  FOUR: { columns: 4, rowHeight, isMeasured: false, gap: GAP },
})
const FINE = shapesOf(ROW)
const COARSE = shapesOf(COARSE_ROW)
const ONE: GridShape = { columns: 1, rowHeight: SINGLE_ROW, isMeasured: true, gap: GAP }

/** Returns the same object for the same shape. */
export function gridShape(width: number, isCoarse: boolean): GridShape {
  const shapes = isCoarse ? COARSE : FINE
  if (width > 1265) return shapes.FOUR
  if (width >= 900) return shapes.THREE
  return width >= 600 ? shapes.TWO : ONE
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

export function useGridShape(isList: boolean): GridShape {
  const cards = useSyncExternalStore(subscribe, () => gridShape(window.innerWidth, isCoarse()))
  return isList ? LIST : cards
}
