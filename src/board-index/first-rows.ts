/**
 * The rows of the cards that an opening shows first, in one record beside the head: read by key they lie in as many places of
 * the disk as there are cards. They hold as long as the journal tells of nothing since.
 */
import type { MirrorDb } from '../db/mirror.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { lastSeq } from './manifest.ts'

/** Raised with every change of what stands in a row. */
const FORMAT = 1

const FIRST_ROWS = 'first-rows'

interface FirstRows {
  readonly format: number
  /** Last journal entry that the rows contain. */
  readonly seq: number
  readonly leads: readonly Lead[]
}

const isFirstRows = (value: unknown): value is FirstRows =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** Runs inside the caller's transaction; the rows are those of the journal's entry `seq`. */
export async function putFirstRows(db: MirrorDb, seq: number, leads: readonly Lead[]): Promise<void> {
  const rows: FirstRows = { format: FORMAT, seq, leads }
  await db.blocks.put({ name: FIRST_ROWS, bytes: rows })
}

/** As they are stored now; none where that is not known. Runs inside the caller's transaction over blocks and journal. */
export async function readFirstRows(db: MirrorDb): Promise<readonly Lead[]> {
  const [record, last] = await Promise.all([db.blocks.get(FIRST_ROWS), lastSeq(db)])
  const rows: unknown = record?.bytes
  return isFirstRows(rows) && rows.seq === last ? rows.leads : []
}
