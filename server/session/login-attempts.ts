/**
 * Slows down guessing: failures are counted in memory, per process. An attempt counts as failed until it has
 * succeeded, so that many at the same time are no way around. Nothing is counted by login alone: strangers could lock
 * its owner out.
 */

import { isIPv4, isIPv6 } from 'node:net'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'

/** Failures of a login, from one network or on one device, before it waits for the rest of the window. */
const LIMIT = 8
const WINDOW_MS = 10 * MINUTE_MS

/** From this failure on a network waits, whatever logins it tried: 1 minute, then twice as long after each more. */
const FIRST_TO_WAIT = 20
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** Without a failure for so long, a network starts anew. */
const QUIET_MS = 60 * MINUTE_MS

/** What is older than all of the above is dropped so often. */
const SWEEP_MS = MINUTE_MS

export interface Caller {
  readonly login: string
  readonly address: string
  /** The device's id where this login had a session on it before; null for any other. */
  readonly knownDevice: string | null
}

export interface Attempt {
  /** Seconds to wait before another try; 0 when this one may be made. */
  readonly waitSeconds: number
  /** The password was right: what this login failed before, in the same way, is forgotten. */
  succeeded(): void
}

/** Failures since `first`, epoch ms as all here. */
interface Failures {
  readonly key: string
  count: number
  /** How its network takes back those that it was told of. */
  told: (() => void)[]
  first: number
  last: number
}

const waitOfNetwork = ({ count }: Failures) =>
  count < FIRST_TO_WAIT ? 0 : Math.min(2 ** (count - FIRST_TO_WAIT) * MINUTE_MS, LONGEST_WAIT_MS)

/** A house has the first half of an IPv6 address to itself: all addresses in it are one caller. */
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

  /** Entries in memory. */
  get size(): number {
    return this.#failures.size
  }

  /** Counts the attempt unless it has to wait. */
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
    // A known device has its own count. What others did from this network does not hold its owner up, and its failures
    // hold up nobody on another device. Once they are used up the device is counted like any other.
    if (device !== null && deviceWaitMs <= 0) {
      this.#count(device, nowMs)
      return {
        waitSeconds: 0,
        succeeded: () => {
          device.count = 0
        },
      }
    }
    if (waitMs > 0)
      return { waitSeconds: Math.ceil(Math.min(waitMs, deviceWaitMs) / 1000), succeeded: () => {} }
    this.#count(pair, nowMs)
    const takeBack = this.#count(ofNetwork, nowMs)
    pair.told.push(takeBack)
    return {
      waitSeconds: 0,
      // The right password shows that this login's failures were slips of its owner. The network forgets them too.
      succeeded: () => {
        for (const undo of [takeBack, ...pair.told.toReversed()]) undo()
        pair.count = 0
        pair.told = []
      },
    }
  }

  /**
   * `windowMs`: counted from the first failure on; null: until it has been quiet. What is new is kept once it is
   * counted.
   */
  #current(about: readonly string[], nowMs: number, windowMs: number | null): Failures {
    const key = JSON.stringify(about)
    const found = this.#failures.get(key)
    if (found !== undefined && !isOver(found, nowMs, windowMs)) return found
    return { key, count: 0, told: [], first: nowMs, last: nowMs }
  }

  /** Answers how to take it back, which counts once. */
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
    if (nowMs - this.#swept < SWEEP_MS) return
    this.#swept = nowMs
    for (const [key, failures] of this.#failures)
      if (failures.count === 0 || nowMs - failures.last >= QUIET_MS) this.#failures.delete(key)
  }
}

function isOver({ count: failed, first, last }: Failures, nowMs: number, windowMs: number | null): boolean {
  if (failed === 0) return true
  return windowMs === null ? nowMs - last >= QUIET_MS : nowMs - first >= windowMs
}
