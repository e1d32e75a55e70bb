/** All rows in the board's order. Changed rows are merged in when it is next asked for: linear, whatever changed. */
import type { Columns } from './columns.ts'

export class RowOrder {
  readonly #columns: Columns
  #rows = new Int32Array(0)
  /** Rows written or freed since the order was last made. */
  readonly #changed = new Set<number>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  touch(row: number): void {
    this.#changed.add(row)
  }

  /** Takes the order as a snapshot kept it; false when it can't be that of these columns. */
  restore(rows: Int32Array<ArrayBuffer>): boolean {
    if (rows.length !== this.#columns.size || !rows.every((row) => this.#columns.isUsed(row))) return false
    this.#rows = rows
    this.#changed.clear()
    return true
  }

  rows(): Int32Array<ArrayBuffer> {
    if (this.#changed.size > 0) {
      const { compare } = this.#columns
      const changed = [...this.#changed].filter((row) => this.#columns.isUsed(row)).sort(compare)
      this.#rows = this.#merge(changed)
      this.#changed.clear()
    }
    return this.#rows
  }

  /** The rows of one status: they stand together. */
  ofStatus(status: number): Int32Array {
    const rows = this.rows()
    return rows.subarray(this.#firstFrom(rows, status), this.#firstFrom(rows, status + 1))
  }

  #firstFrom(rows: Int32Array, status: number): number {
    const { statuses } = this.#columns.numbers
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((statuses[rows[middle] ?? 0] ?? 0) < status) low = middle + 1
      else high = middle
    }
    return low
  }

  #merge(changed: readonly number[]): Int32Array<ArrayBuffer> {
    const { compare, size } = this.#columns
    const merged = new Int32Array(size)
    let place = 0
    let next = 0
    for (const row of this.#rows) {
      if (this.#changed.has(row)) continue
      let candidate = changed[next]
      while (candidate !== undefined && compare(candidate, row) < 0) {
        merged[place++] = candidate
        candidate = changed[++next]
      }
      merged[place++] = row
    }
    merged.set(changed.slice(next), place)
    return merged
  }
}
