/** The journal: the leads that each transaction changed. Readers update what they derive from the rows. */

import type { MirrorDb } from '../schema/mirror.ts'
import { dropFirstRows } from './first-rows.ts'
import { dropPaintings } from './paintings.ts'

/** Adds an entry. Runs inside the transaction that changed the leads, over `queueTables`. */
export async function noteChanged(db: MirrorDb, uids: readonly string[]): Promise<void> {
  await Promise.all([db.journal.add({ uids: [...uids] }), dropFirstRows(db), dropPaintings(db)])
}
