/** The journal: which leads a transaction changed, for whoever keeps something made from their rows. */

import type { MirrorDb } from '../mirror/mirror.ts'
import { dropFirstRows } from './first-rows.ts'

/** Runs inside the transaction that changed them, over `queueTables`. */
export async function noteChanged(db: MirrorDb, uids: readonly string[]): Promise<void> {
  await Promise.all([db.journal.add({ uids: [...uids] }), dropFirstRows(db)])
}
