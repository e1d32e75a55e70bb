/** Rows of a sheet, read in batches: docs/rules.md#reports */

export interface Batch<Row> {
  readonly rows: readonly Row[]
  /** Rows that are known to follow; 0 if it is unknown. */
  readonly more: number
}

/** Rows of one read. */
export const BATCH = 2000
