/** A seeded random generator (mulberry32): the same seed gives the same run. */
export interface Chance {
  /** Returns a number in [0, 1). */
  readonly next: () => number
  readonly below: (limit: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly happens: (probability: number) => boolean
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('pick needs a non-empty list')
      return item
    },
  }
}
