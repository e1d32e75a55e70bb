/** Random numbers from a seed: the same seed gives the same sequence on each machine. */

export interface Random {
  /** In [0, 1). */
  readonly next: () => number
  /** Whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** Picks an item by its weight, the second element. */
  readonly weighted: <Item>(items: readonly (readonly [Item, number])[]) => Item
  /** `count` characters of the alphabet. */
  readonly text: (alphabet: string, count: number) => string
  readonly digits: (count: number) => string
}

/** Mulberry32: small, fast, and random enough for demo data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const text = (alphabet: string, count: number) =>
    Array.from({ length: count }, () => alphabet.charAt(between(0, alphabet.length - 1))).join('')
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      const last = items.at(-1)
      if (last === undefined) throw new Error('nothing to pick from')
      return last[0]
    },
    text,
    digits: (count) => text('0123456789', count),
  }
}

/** Returns a UUIDv7 of the time `ms` (epoch ms), so that the demo's keys sort by time like all others. */
export function uuidAt(ms: number, random: Random): string {
  const hex = (count: number) => random.text('0123456789abcdef', count)
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const variant = random.text('89ab', 1)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`
}
