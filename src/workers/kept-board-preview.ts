/** The window's board preview at the board: taken when the index is there, thrown away with its first change, taken anew in a quiet moment. */
import { BoardPreview, type BoardPreviewData } from '../board-index/board-preview.ts'

/** Quiet time, ms, after which it is worth taking: a screen that was just changed asks the worker itself. */
const QUIET_MS = 300

export class KeptBoardPreview {
  readonly #take: () => Promise<BoardPreviewData | null>
  #boardPreview: BoardPreview | null = null
  #hadOne = false
  /** Counts the changes: what was asked for before the last of them is not kept. */
  #change = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(take: () => Promise<BoardPreviewData | null>) {
    this.#take = take
  }

  /** Null from a change on until the next one is taken. */
  get present(): BoardPreview | null {
    return this.#boardPreview
  }

  /** The index was opened, or has changed. */
  renew(): void {
    if (this.#closed) return
    this.#change += 1
    this.#boardPreview = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        // A worker that failed is asked again by the next question, and then tells of its opening.
        this.#keep(this.#change).catch(() => undefined)
      },
      this.#hadOne ? QUIET_MS : 0,
    )
  }

  /** Nothing is kept any more, whatever is still on its way. */
  close(): void {
    this.#closed = true
    this.#change += 1
    this.#boardPreview = null
    clearTimeout(this.#timer)
  }

  async #keep(change: number): Promise<void> {
    const data = await this.#take()
    if (data === null || change !== this.#change) return
    this.#boardPreview = new BoardPreview(data)
    if (!this.#hadOne) this.#boardPreview.rehearse()
    this.#hadOne = true
  }
}
