/** A maintained order of rows. Changed rows are sorted in at the next read. */
import type { Columns } from './columns.ts'
import { firstPlace, pick } from './rows.ts'

export interface RowOrderOf {
  readonly columns: Columns
  /** Which rows the order contains. */
  readonly holds: (row: number) => boolean
  /** A total order: two rows are never equal. */
  readonly compare: (a: number, b: number) => number
}

/** Up to one row in FEW, sorting places is faster than scanning all rows. */
const FEW = 8

export class RowOrder {
  readonly #of: RowOrderOf
  #rows = new Int32Array(0)
  /** Rows written or freed since the last sort. */
  readonly #changed = new Set<number>()
  /** The place of each row. Built at the first use after a change. */
  #places: Int32Array<ArrayBuffer> | null = null

  constructor(of: RowOrderOf) {
    this.#of = of
  }

  touch(row: number): void {
    this.#changed.add(row)
  }

  /** Restores the order of a snapshot. Returns false when it does not match the columns. */
  restore(rows: Int32Array<ArrayBuffer>): boolean {
    const { columns, holds } = this.#of
    if (rows.length !== columns.size || !rows.every(holds)) return false
    this.#rows = rows
    this.#places = null
    this.#changed.clear()
    return true
  }

  /** Marks all rows as changed, so that the order is rebuilt. */
  collect(): void {
    for (let row = 0; row < this.#of.columns.length; row++) this.#changed.add(row)
  }

  rows(): Int32Array<ArrayBuffer> {
    if (this.#changed.size > 0) {
      const { holds, compare } = this.#of
      const changed = [...this.#changed].filter(holds).sort(compare)
      this.#rows = this.#merge(this.#unchanged(), changed)
      this.#places = null
      this.#changed.clear()
    }
    return this.#rows
  }

  /** Returns the given rows in this order. All of them must be part of it. */
  sorted(some: Int32Array): Int32Array<ArrayBuffer> {
    const rows = this.rows()
    if (some.length * FEW > rows.length) {
      const isWanted = new Uint8Array(this.#of.columns.length)
      for (let n = 0; n < some.length; n++) isWanted[some[n] ?? 0] = 1
      return pick(rows, (row) => isWanted[row] === 1)
    }
    const places = (this.#places ??= this.#findPlaces())
    const sorted = new Int32Array(some.length)
    for (let n = 0; n < some.length; n++) sorted[n] = places[some[n] ?? 0] ?? 0
    sorted.sort()
    for (let n = 0; n < sorted.length; n++) sorted[n] = rows[sorted[n] ?? 0] ?? 0
    return sorted
  }

  #findPlaces(): Int32Array<ArrayBuffer> {
    const rows = this.#rows
    const places = new Int32Array(this.#of.columns.length)
    for (let place = 0; place < rows.length; place++) places[rows[place] ?? 0] = place
    return places
  }

  #unchanged(): Int32Array<ArrayBuffer> {
    const changed = new Uint8Array(this.#of.columns.length)
    for (const row of this.#changed) changed[row] = 1
    return pick(this.#rows, (row) => changed[row] === 0)
  }

  /** Merges two ordered lists. A binary search finds each changed row's place; rows in between are copied. */
  #merge(kept: Int32Array<ArrayBuffer>, changed: readonly number[]): Int32Array<ArrayBuffer> {
    const { compare } = this.#of
    const merged = new Int32Array(kept.length + changed.length)
    let from = 0
    for (const [place, row] of changed.entries()) {
      const to = firstPlace(kept, from, (other) => compare(row, other) < 0)
      merged.set(kept.subarray(from, to), from + place)
      merged[to + place] = row
      from = to
    }
    merged.set(kept.subarray(from), from + changed.length)
    return merged
  }
}
