/** How long an open transaction has held back what pulls show: docs/sync-protocol.md#pull-a-cursor-that-cant-miss-a-row */
import type { Moment } from './moment.ts'

const SAMPLE_EVERY_MS = 500

interface Sample {
  readonly atMs: number
  /** Every transaction below had begun. */
  readonly next: number
}

export class HorizonAge {
  #samples: Sample[] = []
  #seconds = 0

  /** At the latest moment, in seconds. The transaction may have begun up to half a second earlier. */
  get seconds(): number {
    return this.#seconds
  }

  note({ horizon, next }: Pick<Moment, 'horizon' | 'next'>, nowMs: number): void {
    // The transaction at the horizon had begun when a sample showed one above it.
    this.#samples = this.#samples.filter((sample) => sample.next > horizon)
    const [first] = this.#samples
    this.#seconds = first === undefined ? 0 : (nowMs - first.atMs) / 1000
    const last = this.#samples.at(-1)
    if (horizon < next && nowMs - (last?.atMs ?? 0) >= SAMPLE_EVERY_MS)
      this.#samples.push({ atMs: nowMs, next })
  }
}
