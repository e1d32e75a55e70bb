/** A mirror in memory for one test. Leads are written as in the app: row and journal in one transaction. */
import { onTestFinished } from 'vitest'
import { FIRST_CARDS } from '../../../src/board-index/first-cards.ts'
import { headOf, viewOfTab } from '../../../src/board-index/head.ts'
import type { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { noteChanged } from '../../../src/db/changes/journal.ts'
import { openMirror } from '../../../src/db/open.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { ORIGIN } from '../../../src/domain/lead/status.ts'
import { NOW, settings } from '../domain/fixtures.ts'

let user = 0

export function newMirror(): MirrorDb {
  const db = openMirror(++user)
  onTestFinished(() => db.delete({ disableAutoOpen: false }))
  return db
}

export async function write(
  db: MirrorDb,
  leads: readonly Lead[],
  removed: readonly string[] = [],
): Promise<void> {
  await db.transaction('rw', db.leads, db.journal, db.meta, async () => {
    await db.leads.bulkPut(leads.map((lead) => ({ ...lead, generation: 1 })))
    await db.leads.bulkDelete([...removed])
    await noteChanged(db, [...leads.map((lead) => lead.uid), ...removed])
  })
}

/** Clears the tables of the board as a sign-out does. */
export async function empty(db: MirrorDb): Promise<void> {
  await Promise.all([db.leads, db.journal, db.blocks, db.meta].map((table) => table.clear()))
}

export const save = (feed: MirrorFeed): Promise<void> => feed.save((index) => headOf(index, NOW, settings))

export const saveHead = (feed: MirrorFeed): Promise<void> =>
  feed.saveHead((index) => headOf(index, NOW, settings))

/** Stores the first rows of a status tab, by default Origem. */
export const saveFirstRows = (feed: MirrorFeed, status: number = ORIGIN): Promise<void> =>
  feed.saveFirstRows((index) => index.slice(viewOfTab(status), 0, FIRST_CARDS, NOW).uids)
