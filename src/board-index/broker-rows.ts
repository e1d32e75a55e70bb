/** The rows of some brokers, kept with each change: the day and the notices ask for them after every one. */
import type { Columns } from './columns.ts'

/** The user, and those on leave for whom the user acts. Beyond these the longest unasked goes. */
const MOST_KEPT = 8

export class BrokerRows {
  readonly #columns: Columns
  /** By broker, the latest asked last. */
  readonly #rows = new Map<number, Set<number>>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  touch(row: number): void {
    const brokerId = this.#columns.numbers.broker_id[row]
    for (const [id, rows] of this.#rows)
      if (id === brokerId) rows.add(row)
      else rows.delete(row)
  }

  forget(): void {
    this.#rows.clear()
  }

  /** In no order. A broker who was not asked for lately is looked for in all rows. A removed row has none. */
  of(brokerId: number): ReadonlySet<number> {
    const known = this.#rows.get(brokerId)
    const rows = known ?? this.#found(brokerId)
    this.#rows.delete(brokerId)
    this.#rows.set(brokerId, rows)
    const [oldest] = this.#rows.keys()
    if (this.#rows.size > MOST_KEPT && oldest !== undefined) this.#rows.delete(oldest)
    return rows
  }

  #found(brokerId: number): Set<number> {
    const rows = new Set<number>()
    if (brokerId === 0) return rows
    const { broker_id: brokers } = this.#columns.numbers
    for (let row = 0; row < this.#columns.length; row++) if (brokers[row] === brokerId) rows.add(row)
    return rows
  }
}
