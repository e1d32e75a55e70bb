/** The window's glance at the board: taken when the index is there, thrown away with its first change, taken anew in a quiet moment. */
import { Glance, type GlanceData } from '../board-index/glance.ts'

/** Quiet time, ms, after which it is worth taking: a screen that was just changed asks the worker itself. */
const QUIET_MS = 300

export class KeptGlance {
  readonly #take: () => Promise<GlanceData | null>
  #glance: Glance | null = null
  #hadOne = false
  /** Counts the changes: what was asked for before the last of them is not kept. */
  #change = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(take: () => Promise<GlanceData | null>) {
    this.#take = take
  }

  /** Null from a change on until the next one is taken. */
  get present(): Glance | null {
    return this.#glance
  }

  /** The index was opened, or has changed. */
  renew(): void {
    if (this.#closed) return
    this.#change += 1
    this.#glance = null
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
    this.#glance = null
    clearTimeout(this.#timer)
  }

  async #keep(change: number): Promise<void> {
    const data = await this.#take()
    if (data === null || change !== this.#change) return
    this.#glance = new Glance(data)
    if (!this.#hadOne) this.#glance.rehearse()
    this.#hadOne = true
  }
}
