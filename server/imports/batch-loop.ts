/**
 * Carries long work out in the background, batch by batch, so that the board stays quick. A batch is one transaction that
 * also takes its rows away: after a crash the next start goes on with the row that was not done. docs/rules.md#any-import
 */
import { setTimeout as pause } from 'node:timers/promises'
import { batchPace } from '../base/batch-pace.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { codeOf, isTransient } from '../db/transient.ts'

export type BatchContext = Pick<AppContext, 'store' | 'now'>

/** Its locks delay commands, and its transaction delays what devices pull. Users would notice two seconds. */
const PACE = { first: 200, least: 20, most: 500, targetMs: 500 } as const
const LEAST_PAUSE_MS = 20

/** What a line is refused with that the database does not take. */
export const NOT_STORED = 'O banco de dados não aceitou esta linha'

export interface Batch {
  readonly tx: Tx
  /** At most so many rows. */
  readonly count: number
  /** Leaves the rows out instead of doing them: the database takes none of them. */
  readonly refuse: boolean
  readonly nowMs: number
}

/** Does one batch, or ends what has none left. Returns false when nothing is left to do here. */
export type BatchWork = (batch: Batch) => Promise<boolean>

export interface Pace {
  /** After each batch for half as long as it took: the board never waits for two in a row. */
  readonly pauses: boolean
  readonly stop: AbortSignal
}

/** The database refuses a value, so the row would fail again. */
const isRefusedByDatabase = (error: unknown) => /^2[23]/.test(codeOf(error))

/** A batch that the database refuses is repeated row by row, and the row that it refuses is left out. */
async function batch({ store: { db }, now }: BatchContext, work: BatchWork, rows: number): Promise<boolean> {
  const step = (count: number, refuse: boolean) =>
    db.transaction().execute((tx) => work({ tx, count, refuse, nowMs: now() }))
  try {
    return await step(rows, false)
  } catch (error) {
    if (isTransient(error)) return true
    if (!isRefusedByDatabase(error)) throw error
  }
  for (let row = 0; row < rows; row++) {
    try {
      if (!(await step(1, false))) return false
    } catch (error) {
      if (isTransient(error)) continue
      if (!isRefusedByDatabase(error)) throw error
      await step(1, true)
    }
  }
  return true
}

/** Works until nothing is left. Throws what the database throws; the next call goes on there. */
export async function carryOut(
  context: BatchContext,
  work: BatchWork,
  { pauses, stop }: Pace,
): Promise<void> {
  const size = batchPace(PACE)
  while (!stop.aborted) {
    const begun = performance.now()
    if (!(await batch(context, work, size.rows()))) return
    size.took(performance.now() - begun)
    if (pauses) await pause(Math.max(LEAST_PAUSE_MS, (performance.now() - begun) / 2))
  }
}
