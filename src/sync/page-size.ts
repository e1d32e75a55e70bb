/** How many rows a pull asks for: a line that breaks or times out within a large answer gets smaller ones, down to what GPRS carries. */
const MOST_ROWS = 2000
/** With clients, timelines and, on the first page, the catalogues: some 20 kB as they travel. */
const LEAST_ROWS = 25

export class PageSize {
  #rows = MOST_ROWS

  get rows(): number {
    return this.#rows
  }

  /** No answer came, or not whole. */
  failed(): void {
    this.#rows = Math.max(LEAST_ROWS, Math.floor(this.#rows / 2))
  }

  arrived(): void {
    this.#rows = Math.min(MOST_ROWS, this.#rows * 2)
  }
}
