/** What became of lines of a file. docs/rules.md#renewal-import */
import type { RenewalRow } from '../../src/domain/renewals/rows.ts'
import type { RefusedRow } from '../imports/run.ts'

export interface BatchOutcome {
  readonly made: number
  readonly updated: number
  readonly unassigned: number
  readonly refused: readonly RefusedRow[]
  readonly undecided: readonly Undecided[]
}

/** A line that needs a person, with the rows that may be its policy. */
export interface Undecided {
  readonly line: number
  readonly data: RenewalRow
  readonly reason: string
  readonly temp_ids: readonly number[]
  /** Of which one may be the insured; none where the policy is in doubt. */
  readonly client_uids: readonly string[]
}

export const NOTHING_DONE: BatchOutcome = { made: 0, updated: 0, unassigned: 0, refused: [], undecided: [] }

/** What became of the lines of both. */
export const sumOf = (one: BatchOutcome, other: BatchOutcome): BatchOutcome => ({
  made: one.made + other.made,
  updated: one.updated + other.updated,
  unassigned: one.unassigned + other.unassigned,
  refused: [...one.refused, ...other.refused],
  undecided: [...one.undecided, ...other.undecided],
})
