/** The first cards of the board, and their rows, stored in one record (src/db/changes/first-rows.ts). */
import { putFirstRows, readFirstRows } from '../db/changes/first-rows.ts'
import type { MirrorDb } from '../db/mirror/mirror.ts'
import { leadsByUid } from '../db/mirror/reads.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { isUpToDate, lastSeq } from './manifest.ts'

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
    (await isPresent()) ? leadsByUid(db, cards) : null,
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
    const [kept, last] = await Promise.all([readFirstRows(db), lastSeq(db)])
    return kept !== null && kept.seq === last ? kept.leads : []
  })
}

/** Returns the rows of the view's first cards, or none if one of them is missing. */
export function rowsOfBeginning(rows: readonly Lead[], uids: readonly string[]): readonly Lead[] {
  const beginning = new Set(uids.slice(0, FIRST_CARDS))
  const found = rows.filter(({ uid }) => beginning.has(uid))
  return found.length === beginning.size ? found : []
}
