/** How many rows a pull asks for: a line that breaks or times out within a large answer gets smaller ones, down to what GPRS carries. */
const MOST_ROWS = 2000
const LEAST_ROWS = 125

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
