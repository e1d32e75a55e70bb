/**
 * Holds the board preview for the window: takes it when the index is loaded, drops it with the next change, and takes
 * it again after a quiet time.
 */
import { BoardPreview, type BoardPreviewData } from '../board-index/board-preview.ts'

/** Quiet time in ms before the preview is taken again. Until then the screen asks the worker. */
const QUIET_MS = 300

export class KeptBoardPreview {
  readonly #take: () => Promise<BoardPreviewData | null>
  #boardPreview: BoardPreview | null = null
  #hadOne = false
  /** Counts changes. A preview that was requested before the last change is not kept. */
  #change = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(take: () => Promise<BoardPreviewData | null>) {
    this.#take = take
  }

  /** null from a change until the next preview is taken. */
  get present(): BoardPreview | null {
    return this.#boardPreview
  }

  /** Call it when the index was loaded or has changed. */
  renew(): void {
    if (this.#closed) return
    this.#change += 1
    this.#boardPreview = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        // The next question starts a failed worker again, and its opening calls `renew`.
        this.#keep(this.#change).catch(() => undefined)
      },
      this.#hadOne ? QUIET_MS : 0,
    )
  }

  /** Drops the preview, and any that is still being taken. */
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
