/**
 * How many rows a batch of background work has. Its transaction holds back what devices pull (docs/sync-protocol.md), and
 * other writers wait for its rows: it is short on any machine, however busy.
 */

interface PaceLimits {
  /** Rows of the first batch. */
  readonly first: number
  readonly least: number
  readonly most: number
  /** How long a batch should take. */
  readonly targetMs: number
}

export interface BatchPace {
  /** Rows of the next batch. */
  rows(): number
  /** A batch of that many rows took so long. */
  took(ms: number): void
}

/** A batch that took longer than it should makes the next one smaller at once. They grow at most to twice their size. */
export function batchPace({ first, least, most, targetMs }: PaceLimits): BatchPace {
  let rows = first
  return {
    rows: () => rows,
    took: (ms) => {
      const wanted = Math.floor(rows * Math.min(2, targetMs / Math.max(ms, 1)))
      rows = Math.min(most, Math.max(least, wanted))
    },
  }
}
