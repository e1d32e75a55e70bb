/**
 * The rows of the cards that an opening of the board begins with, in one record: read by key they lie in as many places of the
 * disk as there are cards. Gone with the first change of any lead (journal.ts): nothing of a lead outlives it here.
 */
import type { Lead } from '../../domain/lead/lead.ts'
import { type MirrorDb, readMeta } from '../mirror/mirror.ts'

const NAME = 'firstRows'
/** Raised with every change of what stands in a row. */
const FORMAT = 2

export interface FirstRows {
  readonly format: number
  /** Journal entry that the rows contain: a version that knows nothing of them may have written the journal since. */
  readonly seq: number
  readonly leads: readonly Lead[]
}

const isFirstRows = (value: unknown): value is FirstRows =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** `seq` is the journal's last entry. Runs inside a transaction over meta and what says so. */
export async function putFirstRows(db: MirrorDb, seq: number, leads: readonly Lead[]): Promise<void> {
  const value: FirstRows = { format: FORMAT, seq, leads }
  await db.meta.put({ name: NAME, value })
}

/** Null when there are none, or they are of another format. */
export async function readFirstRows(db: MirrorDb): Promise<FirstRows | null> {
  const value = await readMeta(db, NAME)
  return isFirstRows(value) ? value : null
}

/** Runs inside the caller's transaction over meta. */
export async function dropFirstRows(db: MirrorDb): Promise<void> {
  await db.meta.delete(NAME)
}
