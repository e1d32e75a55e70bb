/** Rows in an order that is kept: changed ones are put in their places when it is next asked for. */
import type { Columns } from './columns.ts'
import { firstPlace, pick } from './rows.ts'

export interface RowOrderOf {
  readonly columns: Columns
  /** Which rows stand in it. */
  readonly holds: (row: number) => boolean
  /** Total: two rows are never equal. */
  readonly compare: (a: number, b: number) => number
}

/** One row of so many or less is quicker sorted by its place than looked for among all. */
const FEW = 8

export class RowOrder {
  readonly #of: RowOrderOf
  #rows = new Int32Array(0)
  /** Rows written or freed since the order was last made. */
  readonly #changed = new Set<number>()
  /** Of each row its place; made when it is first asked for after a change. */
  #places: Int32Array<ArrayBuffer> | null = null

  constructor(of: RowOrderOf) {
    this.#of = of
  }

  touch(row: number): void {
    this.#changed.add(row)
  }

  /** Takes the order as a snapshot kept it; false when it can't be that of these columns. */
  restore(rows: Int32Array<ArrayBuffer>): boolean {
    const { columns, holds } = this.#of
    if (rows.length !== columns.size || !rows.every(holds)) return false
    this.#rows = rows
    this.#places = null
    this.#changed.clear()
    return true
  }

  /** Makes it anew from the rows of the columns. */
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

  /** Rows that stand in it, in its order. */
  sorted(some: Int32Array): Int32Array<ArrayBuffer> {
    const rows = this.rows()
    if (some.length * FEW > rows.length) {
      const isMeant = new Uint8Array(this.#of.columns.length)
      for (let n = 0; n < some.length; n++) isMeant[some[n] ?? 0] = 1
      return pick(rows, (row) => isMeant[row] === 1)
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

  /** Both in order. Each changed row's place is looked up by halves, and what lies between is copied as it is. */
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
