/**
 * The lines that the page without login sends for one person count as one sending, whatever their keys.
 * docs/rules.md#quotas
 */
import { HOUR_MS } from '../../src/domain/time/durations.ts'

/** A customer has at most nine lines; a line more counts as a sending of its own. */
const MOST_LINES = 9
/** Beyond this many, sendings are not distinguished: each line then counts. */
const MOST_KEPT = 10_000

interface Begun {
  lines: number
  readonly isHeld: boolean
  readonly endsMs: number
}

interface Line {
  readonly network: string
  /** A digest of whom the line is about. */
  readonly person: string
}

const nameOf = ({ network, person }: Line) => `${network} ${person}`

/**
 * Kept in memory, so that a flood of sendings does not reach the database. Each process allows the further lines of its
 * own.
 */
export class Sendings {
  readonly #begun = new Map<string, Begun>()

  /** The sending of which this is a further line; null: of none. An end beyond an hour is of a clock that jumped. */
  further(line: Line, nowMs: number): { readonly isHeld: boolean } | null {
    const known = this.#begun.get(nameOf(line))
    if (known === undefined || known.endsMs <= nowMs || known.endsMs > nowMs + HOUR_MS) return null
    known.lines += 1
    return known.lines <= MOST_LINES ? known : null
  }

  /** Call it for a line that was counted: those after it belong to the same sending. */
  begin(line: Line, isHeld: boolean, nowMs: number): void {
    this.#makeRoom(nowMs)
    const name = nameOf(line)
    this.#begun.delete(name)
    if (this.#begun.size < MOST_KEPT) this.#begun.set(name, { lines: 1, isHeld, endsMs: nowMs + HOUR_MS })
  }

  /** The oldest are first. */
  #makeRoom(nowMs: number): void {
    for (const [name, { endsMs }] of this.#begun) {
      if (endsMs > nowMs) return
      this.#begun.delete(name)
    }
  }
}
