/** The number of rows of a pull. It halves when an answer breaks off or times out, down to what GPRS can carry. */
const MOST_ROWS = 2000
/** With clients, timelines and, on the first page, the catalogues: some 20 kB as transferred. */
const LEAST_ROWS = 25

export class PageSize {
  #rows = MOST_ROWS

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
