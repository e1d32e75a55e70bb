/** Checks the stored rows of the first cards. */
import { expect } from 'vitest'
import { keptRows } from '../../../src/board-index/first-cards.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'

/** Expects the stored rows, if any, to equal the mirror's. Returns their number. */
export function expectFirstRowsAsStored(db: MirrorDb): Promise<number> {
  return db.transaction('r', db.meta, db.blocks, db.journal, db.leads, async () => {
    const rows = await keptRows(db)
    expect(rows).toEqual(await db.leads.bulkGet(rows.map(({ uid }) => uid)))
    return rows.length
  })
}
