/** The first cards' rows as an opening reads them, and what must always be true of them. */
import { expect } from 'vitest'
import { readFirstRows } from '../../../src/board-index/first-rows.ts'
import type { MirrorDb } from '../../../src/db/mirror.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'

export function firstRows(db: MirrorDb): Promise<readonly Lead[]> {
  return db.transaction('r', db.blocks, db.journal, () => readFirstRows(db))
}

/** None, or what stands in the mirror. */
export async function expectFirstRowsAsStored(db: MirrorDb): Promise<void> {
  await db.transaction('r', db.blocks, db.journal, db.leads, async () => {
    const rows = await readFirstRows(db)
    expect(rows).toEqual(await db.leads.bulkGet(rows.map(({ uid }) => uid)))
  })
}
