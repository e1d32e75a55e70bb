/** The rows of one broker, kept with each change: the day and the notices ask for them after every one. */
import type { Columns } from './columns.ts'

export class BrokerRows {
  readonly #columns: Columns
  #brokerId = 0
  /** null until the first question, and after a restore. */
  #rows: Set<number> | null = null

  constructor(columns: Columns) {
    this.#columns = columns
  }

  touch(row: number): void {
    if (this.#isOwn(row)) this.#rows?.add(row)
    else this.#rows?.delete(row)
  }

  forget(): void {
    this.#rows = null
  }

  /** In no order. Another broker than the last is looked for in all rows. */
  of(brokerId: number): ReadonlySet<number> {
    if (this.#rows === null || this.#brokerId !== brokerId) {
      this.#brokerId = brokerId
      this.#rows = new Set()
      for (let row = 0; row < this.#columns.length; row++) if (this.#isOwn(row)) this.#rows.add(row)
    }
    return this.#rows
  }

  /** A removed row has no broker. */
  #isOwn(row: number): boolean {
    return this.#brokerId !== 0 && this.#columns.numbers.brokers[row] === this.#brokerId
  }
}
