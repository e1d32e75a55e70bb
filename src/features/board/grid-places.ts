/** Which leads each row of the grid has, and where the line of the folded ones is. */

export interface GridPlaces {
  /** The line of the folded leads among them. */
  readonly rows: number
  /** The row of that line. Null: there is none. */
  readonly foldAt: number | null
  /** Returns the place of the row's first lead. The line has none: its first lead is the next row's. */
  readonly first: (row: number) => number
}

interface Grid {
  readonly total: number
  readonly columns: number
  /** The last leads of the list, which are folded. */
  readonly later: number
  readonly isOpen: boolean
}

export function placesOf({ total, columns, later, isOpen }: Grid): GridPlaces {
  const now = total - later
  const nowRows = Math.ceil(now / columns)
  if (later === 0) return { rows: nowRows, foldAt: null, first: (row) => Math.min(row * columns, total) }
  return {
    rows: nowRows + 1 + (isOpen ? Math.ceil(later / columns) : 0),
    foldAt: nowRows,
    first: (row) =>
      row <= nowRows ? Math.min(row * columns, now) : Math.min(now + (row - nowRows - 1) * columns, total),
  }
}
