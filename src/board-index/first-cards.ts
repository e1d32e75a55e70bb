/** The first cards of the board, and their rows, stored in one record (src/db/changes/first-rows.ts). */

import { FIRST_ROWS, firstRowsFrom, putFirstRows } from '../db/changes/first-rows.ts'
import { readMeta } from '../db/mirror/meta.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { isUpToDate, lastSeq, lastSeqFrom } from './manifest.ts'

/** Cards of a status tab: two steps of the grid, more than most screens show. */
export const FIRST_CARDS = 48

/** The state of an index: the last journal entry that it contains, and the stamp of its blocks. */
interface Place {
  readonly seq: number
  readonly stamp: string | null
}

/** Stores the rows of these cards if the index is as new as the journal. */
export async function keepFirstRows(
  db: MirrorDb,
  { seq, stamp }: Place,
  cards: readonly string[],
): Promise<void> {
  const isPresent = () => isUpToDate(db, seq, stamp)
  const leads = await db.transaction('r', db.leads, db.blocks, db.journal, async () =>
    (await isPresent()) ? db.leads.bulkGet([...cards]) : null,
  )
  if (leads === null) return
  await db.transaction('rw', db.meta, db.blocks, db.journal, async () => {
    if (await isPresent())
      await putFirstRows(
        db,
        seq,
        leads.flatMap((lead) => lead ?? []),
      )
  })
}

/** Returns the stored rows if they are up to date, else none. */
export function keptRows(db: MirrorDb): Promise<readonly Lead[]> {
  return db.transaction('r', db.meta, db.blocks, db.journal, async () => {
    const [kept, last] = await Promise.all([readMeta(db, FIRST_ROWS), lastSeq(db)])
    return firstRowsFrom(kept, last)
  })
}

/** `keptRows` by the stored record, the number of the journal's last entry, if any, and the manifest's block. */
export function rowsFrom(kept: unknown, lastEntry: number | null, manifest: unknown): readonly Lead[] {
  return firstRowsFrom(kept, lastSeqFrom(lastEntry, manifest))
}

/** Returns the rows of the view's first cards, or none if one of them is missing. */
export function rowsOfStoredBoard(rows: readonly Lead[], uids: readonly string[]): readonly Lead[] {
  const beginning = new Set(uids.slice(0, FIRST_CARDS))
  const found = rows.filter(({ uid }) => beginning.has(uid))
  return found.length === beginning.size ? found : []
}
