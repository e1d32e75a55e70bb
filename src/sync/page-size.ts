/**
 * The number of rows of a pull. It begins small, so that the first cards of an empty device come soon, and doubles with
 * each answer. It halves when an answer breaks off or times out, down to what GPRS can carry.
 */
import { FIRST_PAGE_ROWS } from '../contract/sync.ts'

const MOST_ROWS = 2000
/** With clients, timelines and, on the first page, the catalogues: some 20 kB as transferred. */
const LEAST_ROWS = 25

export class PageSize {
  #rows = FIRST_PAGE_ROWS

  get rows(): number {
    return this.#rows
  }

  /** Call it when no complete answer arrived. */
  failed(): void {
    this.#rows = Math.max(LEAST_ROWS, Math.floor(this.#rows / 2))
  }

  arrived(): void {
    this.#rows = Math.min(MOST_ROWS, this.#rows * 2)
  }
}
