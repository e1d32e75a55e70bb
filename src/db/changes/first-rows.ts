/**
 * The rows of the first cards of the board, in one record. Reading them by key costs one access to the disk a card.
 * The first change of any lead deletes the record (journal.ts), so it never outlives a lead.
 */
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../schema/mirror.ts'

/** Name of the `meta` record. */
export const FIRST_ROWS = 'firstRows'
/** Increase it with every change of a row's shape. */
const FORMAT = 2

export interface FirstRows {
  readonly format: number
  /** The last journal entry that the rows include. An earlier app version may have added entries since. */
  readonly seq: number
  readonly leads: readonly Lead[]
}

const isFirstRows = (value: unknown): value is FirstRows =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** `seq` is the last entry of the journal. Runs inside a transaction over meta and the journal. */
export async function putFirstRows(db: MirrorDb, seq: number, leads: readonly Lead[]): Promise<void> {
  const value: FirstRows = { format: FORMAT, seq, leads }
  await db.meta.put({ name: FIRST_ROWS, value })
}

/** Returns the rows of a stored record that includes the journal up to its last entry, else none. */
export function firstRowsFrom(value: unknown, lastSeq: number): readonly Lead[] {
  return isFirstRows(value) && value.seq === lastSeq ? value.leads : []
}

/** Runs inside the caller's transaction over meta. */
export async function dropFirstRows(db: MirrorDb): Promise<void> {
  await db.meta.delete(FIRST_ROWS)
}
