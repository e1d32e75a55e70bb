/**
 * Slows down guessing: failures are counted in memory, per process. An attempt counts as failed until it has succeeded,
 * so that many at the same time are no way around.
 */

const WINDOW_MS = 10 * 60_000

/**
 * Failures in a window. Strict for a login from one address; a login alone has room enough that a stranger elsewhere
 * does not lock its owner out; an address has more, since a whole office may sit behind it.
 */
const LIMITS = { pair: 8, login: 50, address: 100 } as const

interface Failures {
  count: number
  readonly until: number
}

export interface Attempt {
  /** Seconds to wait before another try; 0 when this one may be made. */
  readonly waitSeconds: number
  /** The password was right: what this login failed before is forgotten. */
  succeeded(): void
}

export class LoginAttempts {
  readonly #failures = new Map<string, Failures>()

  begin(login: string, address: string, nowMs: number): Attempt {
    for (const [key, { until }] of this.#failures) if (until <= nowMs) this.#failures.delete(key)
    const pair = `p:${login}@${address}`
    const limits = new Map<string, number>([
      [pair, LIMITS.pair],
      [`l:${login}`, LIMITS.login],
      [`a:${address}`, LIMITS.address],
    ])
    const waitMs = Math.max(...[...limits].map(([key, limit]) => this.#waitMs(key, limit, nowMs)))
    if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000), succeeded: () => {} }
    for (const key of limits.keys()) this.#count(key, nowMs)
    return {
      waitSeconds: 0,
      succeeded: () => {
        this.#failures.delete(pair)
        for (const key of [`l:${login}`, `a:${address}`]) {
          const failures = this.#failures.get(key)
          if (failures !== undefined) failures.count--
        }
      },
    }
  }

  #waitMs(key: string, limit: number, nowMs: number): number {
    const failures = this.#failures.get(key)
    return failures !== undefined && failures.count >= limit ? failures.until - nowMs : 0
  }

  #count(key: string, nowMs: number): void {
    const failures = this.#failures.get(key)
    if (failures === undefined) this.#failures.set(key, { count: 1, until: nowMs + WINDOW_MS })
    else failures.count++
  }
}
