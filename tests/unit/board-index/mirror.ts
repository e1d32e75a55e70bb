/** A mirror in memory for one test, with leads written as every part of the app writes them: row and journal in one transaction. */
import { onTestFinished } from 'vitest'
import type { BoardIndex } from '../../../src/board-index/board-index.ts'
import { firstCards, headOf } from '../../../src/board-index/head.ts'
import type { FirstScreen, MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { type MirrorDb, openMirror } from '../../../src/db/mirror.ts'
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
  await db.transaction('rw', db.leads, db.journal, async () => {
    await db.leads.bulkPut(leads.map((lead) => ({ ...lead, generation: 1 })))
    await db.leads.bulkDelete([...removed])
    await db.journal.add({ uids: [...leads.map((lead) => lead.uid), ...removed] })
  })
}

/** Sign-out, as src/db/settle.ts does it when the queue is kept. */
export async function empty(db: MirrorDb): Promise<void> {
  await Promise.all([db.leads.clear(), db.journal.clear(), db.blocks.clear()])
}

/** Origem's first cards with it. */
export function firstScreen(index: BoardIndex): FirstScreen {
  const head = headOf(index, NOW, settings)
  return { head, cards: firstCards(head, [ORIGIN]) }
}

export const save = (feed: MirrorFeed): Promise<void> => feed.save(firstScreen)
