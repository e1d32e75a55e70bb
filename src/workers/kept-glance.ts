/** The window's glance at the board: taken when the index is there, thrown away with its first change, taken anew in a quiet moment. */
import { Glance, type GlanceData } from '../board-index/glance.ts'

/** Quiet time, ms, after which it is worth taking: a screen that was just changed asks the worker itself. */
const QUIET_MS = 300

export class KeptGlance {
  readonly #take: () => Promise<GlanceData | null>
  #glance: Glance | null = null
  /** The newest state of the index that the worker told of. */
  #revision = 0
  #hadOne = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(take: () => Promise<GlanceData | null>) {
    this.#take = take
  }

  /** Null while there is none that shows the index as it is. */
  get present(): Glance | null {
    return this.#glance
  }

  /** The index changed, or has just been asked to open. */
  renew(revision: number): void {
    this.#revision = Math.max(revision, this.#revision)
    this.#glance = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        // A worker that failed is asked again by the next question, and then tells of its opening.
        this.#keep().catch(() => undefined)
      },
      this.#hadOne ? QUIET_MS : 0,
    )
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#revision = Number.POSITIVE_INFINITY
    this.#glance = null
  }

  async #keep(): Promise<void> {
    const data = await this.#take()
    // Of a change since then the worker has told, and a later one is coming.
    if (data === null || data.revision < this.#revision) return
    this.#glance = new Glance(data)
    this.#hadOne = true
  }
}
