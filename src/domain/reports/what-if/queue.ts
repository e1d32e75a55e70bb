/**
 * What another number of brokers would have done to the waits of a channel: the leads of the period once more, in the order
 * of their arrival. No random numbers: the same leads give the same waits. docs/rules.md#what-if
 */

/** A lead of the channel. Places are working milliseconds from one origin. */
export interface Served {
  readonly arrived: number
  readonly ended: number
  readonly broker: number | null
}

/** Returns how many brokers ended a lead; those without a broker count as one. */
export const brokersOf = (leads: readonly Served[]): number => new Set(leads.map(({ broker }) => broker)).size

/**
 * Returns how long each lead took its broker: from its arrival, or from the end of the same broker's lead before, whichever
 * was later. The brokers' own order and pauses are in it, so that they need not be guessed.
 */
export function timesTaken(leads: readonly Served[]): number[] {
  const taken = leads.map(() => 0)
  const last = new Map<number | null, number>()
  const byEnd = leads.map((lead, place) => ({ ...lead, place })).toSorted((a, b) => a.ended - b.ended)
  for (const { arrived, ended, broker, place } of byEnd) {
    taken[place] = Math.max(ended - Math.max(arrived, last.get(broker) ?? arrived), 0)
    last.set(broker, ended)
  }
  return taken
}

/** Returns the wait of each lead when so many brokers take the next lead as soon as they are free. */
export function replayedWaits(leads: readonly Served[], taken: readonly number[], brokers: number): number[] {
  const waits = leads.map(() => 0)
  const free = Array.from({ length: brokers }, () => Number.NEGATIVE_INFINITY)
  const byArrival = leads.map(({ arrived }, place) => ({ arrived, place }))
  byArrival.sort((a, b) => a.arrived - b.arrived || a.place - b.place)
  for (const { arrived, place } of byArrival) {
    let first = 0
    for (let each = 1; each < brokers; each++) if ((free[each] ?? 0) < (free[first] ?? 0)) first = each
    const end = Math.max(arrived, free[first] ?? arrived) + (taken[place] ?? 0)
    free[first] = end
    waits[place] = end - arrived
  }
  return waits
}

/** Returns the middle value; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
