/** Slows down guessing: failures are counted by login and by address, in memory, per process. */

const WINDOW_MS = 10 * 60_000
/** A whole office may sit behind one address; one login is one person. */
const LIMITS = { login: 8, address: 100 } as const

interface Failures {
  count: number
  until: number
}

export class LoginAttempts {
  readonly #failures = new Map<string, Failures>()

  /** Seconds to wait before another try; 0 when it may be tried. */
  waitSeconds(login: string, address: string, now: number): number {
    const wait = (key: string, limit: number) => {
      const failures = this.#failures.get(key)
      return failures !== undefined && failures.until > now && failures.count >= limit
        ? failures.until - now
        : 0
    }
    return Math.ceil(Math.max(wait(`l:${login}`, LIMITS.login), wait(`a:${address}`, LIMITS.address)) / 1000)
  }

  failed(login: string, address: string, now: number): void {
    for (const [key, failures] of this.#failures) if (failures.until <= now) this.#failures.delete(key)
    for (const key of [`l:${login}`, `a:${address}`]) {
      const failures = this.#failures.get(key) ?? { count: 0, until: now + WINDOW_MS }
      this.#failures.set(key, { count: failures.count + 1, until: failures.until })
    }
  }

  succeeded(login: string): void {
    this.#failures.delete(`l:${login}`)
  }
}
