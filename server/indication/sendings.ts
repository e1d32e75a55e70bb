/**
 * The lines that the page without login sends at once count as one sending. Its Idempotency-Key has the sending and the
 * line's place. docs/rules.md#quotas
 */
import { HOUR_MS } from '../../src/domain/time/durations.ts'

const KEY = /^(?<sending>[0-9a-f]{32})-\d{1,2}$/u
/** A customer has at most nine lines; a line more counts as a sending of its own. */
const MOST_LINES = 9
/** Beyond this many, sendings are not distinguished: each line then counts. */
const MOST_KEPT = 10_000

interface Begun {
  lines: number
  readonly endsMs: number
}

/**
 * Kept in memory, so that a flood of sendings does not reach the database. Each process allows the further lines of its
 * own.
 */
export class Sendings {
  readonly #begun = new Map<string, Begun>()

  /** Whether a line of this sending came before, from this network. */
  isFurther({ network, key }: { readonly network: string; readonly key: unknown }, nowMs: number): boolean {
    const sending = typeof key === 'string' ? KEY.exec(key)?.groups?.sending : undefined
    if (sending === undefined) return false
    const name = `${network} ${sending}`
    const known = this.#begun.get(name)
    if (known !== undefined && known.endsMs > nowMs && known.endsMs <= nowMs + HOUR_MS) {
      known.lines += 1
      return known.lines <= MOST_LINES
    }
    this.#makeRoom(nowMs)
    if (this.#begun.size < MOST_KEPT) this.#begun.set(name, { lines: 1, endsMs: nowMs + HOUR_MS })
    return false
  }

  /** The oldest are first. */
  #makeRoom(nowMs: number): void {
    for (const [name, { endsMs }] of this.#begun) {
      if (endsMs > nowMs) return
      this.#begun.delete(name)
    }
  }
}
