/**
 * Limits password guessing. Failures are counted in memory, per process. An attempt counts as a failure until it
 * succeeds, so that concurrent attempts can't pass the limit. No limit depends on the login alone: a stranger could
 * lock its owner out.
 */

import { isIPv4, isIPv6 } from 'node:net'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'

/** Failures of one login, from one network or one device, until it must wait for the rest of the window. */
const LIMIT = 8
const WINDOW_MS = 10 * MINUTE_MS

/** With this many failures of any logins a network must wait: 1 minute, doubled with each further failure. */
const FIRST_TO_WAIT = 20
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** After this time without a failure a network's count is reset. */
const QUIET_MS = 60 * MINUTE_MS

/** Interval at which expired entries are deleted. */
const SWEEP_MS = MINUTE_MS

export interface Caller {
  readonly login: string
  readonly address: string
  /** The device's id, if this login had a session on it before; else null. */
  readonly knownDevice: string | null
}

export interface Attempt {
  /** Seconds until the next attempt; 0: this attempt may be made. */
  readonly waitSeconds: number
  /** Call it for a right password. It resets the failures of this login on the same network or device. */
  succeeded(): void
  /** Call it for what was no try: this one counts no more, earlier ones do. */
  takenBack(): void
}

/** Failures since `first`, in epoch ms like all times in this file. */
interface Failures {
  readonly key: string
  count: number
  /** Functions that remove these failures from the network's count. */
  undos: (() => void)[]
  first: number
  last: number
}

const waitOfNetwork = ({ count }: Failures) =>
  count < FIRST_TO_WAIT ? 0 : Math.min(2 ** (count - FIRST_TO_WAIT) * MINUTE_MS, LONGEST_WAIT_MS)

/**
 * The first 64 bits of an IPv6 address, or the IPv4 address. All addresses of one household share the first 64 bits.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = address.slice(address.lastIndexOf(':') + 1)
  if (isIPv4(mapped)) return mapped
  const [start = '', end] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const [left, right] = [start, end ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => '0')
  const groups = [...(left ?? []), ...(end === undefined ? [] : zeros), ...(right ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export class LoginAttempts {
  readonly #failures = new Map<string, Failures>()
  #swept = 0

  /** The number of entries in memory. */
  get size(): number {
    return this.#failures.size
  }

  /** Seconds that an attempt of an unknown device would wait; 0: none. Counts nothing. */
  waitSeconds({ login, address }: Pick<Caller, 'login' | 'address'>, nowMs: number): number {
    const network = networkOf(address)
    const pair = this.#current(['login', login, network], nowMs, WINDOW_MS)
    const ofNetwork = this.#current(['network', network], nowMs, null)
    const waitMs = Math.max(
      this.#waitInWindow(pair, nowMs),
      ofNetwork.last + waitOfNetwork(ofNetwork) - nowMs,
    )
    return Math.ceil(Math.max(0, waitMs) / 1000)
  }

  /** Counts the attempt, unless it must wait. */
  begin({ login, address, knownDevice }: Caller, nowMs: number): Attempt {
    this.#sweep(nowMs)
    const network = networkOf(address)
    const pair = this.#current(['login', login, network], nowMs, WINDOW_MS)
    const ofNetwork = this.#current(['network', network], nowMs, null)
    const device =
      knownDevice === null ? null : this.#current(['device', login, knownDevice], nowMs, WINDOW_MS)
    const waitMs = Math.max(
      this.#waitInWindow(pair, nowMs),
      ofNetwork.last + waitOfNetwork(ofNetwork) - nowMs,
    )
    const deviceWaitMs = device === null ? waitMs : this.#waitInWindow(device, nowMs)
    // A known device has a count of its own: failures of others on its network do not block it, and its failures
    // block no other device. Above its limit it is counted like an unknown device.
    if (device !== null && deviceWaitMs <= 0) {
      const takenBack = this.#count(device, nowMs)
      return {
        waitSeconds: 0,
        succeeded: () => {
          device.count = 0
        },
        takenBack,
      }
    }
    if (waitMs > 0)
      return {
        waitSeconds: Math.ceil(Math.min(waitMs, deviceWaitMs) / 1000),
        succeeded: () => {},
        takenBack: () => {},
      }
    const takePairBack = this.#count(pair, nowMs)
    const takeBack = this.#count(ofNetwork, nowMs)
    pair.undos.push(takeBack)
    return {
      waitSeconds: 0,
      // The right password shows that the owner made the earlier failures. They are removed from the network's count
      // too.
      succeeded: () => {
        for (const undo of [takeBack, ...pair.undos.toReversed()]) undo()
        pair.count = 0
        pair.undos = []
      },
      takenBack: () => {
        takePairBack()
        takeBack()
      },
    }
  }

  /**
   * `windowMs`: length of the window from the first failure; null: until the network is quiet. `#count` stores a new
   * entry.
   */
  #current(about: readonly string[], nowMs: number, windowMs: number | null): Failures {
    const key = JSON.stringify(about)
    const found = this.#failures.get(key)
    if (found !== undefined && !isOver(found, nowMs, windowMs)) return found
    return { key, count: 0, undos: [], first: nowMs, last: nowMs }
  }

  /** Returns a function that removes the failure again, once. */
  #count(failures: Failures, nowMs: number): () => void {
    this.#failures.set(failures.key, failures)
    const before = failures.last
    let counted = true
    failures.count++
    failures.last = nowMs
    return () => {
      if (!counted) return
      counted = false
      failures.count = Math.max(0, failures.count - 1)
      if (failures.last === nowMs) failures.last = before
    }
  }

  #waitInWindow({ count: failed, first }: Failures, nowMs: number): number {
    return failed < LIMIT ? 0 : first + WINDOW_MS - nowMs
  }

  #sweep(nowMs: number): void {
    if (Math.abs(nowMs - this.#swept) < SWEEP_MS) return
    this.#swept = nowMs
    for (const [key, failures] of this.#failures)
      if (failures.count === 0 || nowMs - failures.last >= QUIET_MS) this.#failures.delete(key)
  }
}

function isOver({ count: failed, first, last }: Failures, nowMs: number, windowMs: number | null): boolean {
  // By a clock that was set back, the failures are of the future: nobody waits for that.
  if (failed === 0 || last > nowMs + MINUTE_MS) return true
  return windowMs === null ? nowMs - last >= QUIET_MS : nowMs - first >= windowMs
}
