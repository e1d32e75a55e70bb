/** Drafts: the unsaved values of forms, on the disk, so that a closed tab loses nothing. */

import Dexie from 'dexie'
import { DAY_MS } from '../../domain/time/durations.ts'
import { onDisk } from '../access/on-disk.ts'
import { whilePresent } from '../access/presence.ts'
import { asStorageFull } from '../access/storage-full.ts'
import { correctedNow } from '../mirror/clock-offset.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { DraftRecord } from '../schema/records.ts'
import { readColumns } from '../sealing/columns.ts'
import { mirrorOwner } from '../sealing/mirror-name.ts'
import { leadOfDraft } from './draft-names.ts'
import { dropDraftOfErased } from './erased-uids.ts'

/**
 * Stores a draft under a name of `draft-names.ts`. Throws StorageFull when the disk is full; the previous draft then
 * stays.
 */
export async function saveDraft(db: MirrorDb, name: string, values: unknown, nowMs: number): Promise<void> {
  try {
    const draft = { name, values, savedAt: nowMs }
    await whilePresent(() => db.drafts.put(draft))
    // At once: the page may be closing.
    await onDisk(db, 'at once')
    await whilePresent(() => dropDraftOfErased(db, draft))
  } catch (error) {
    throw asStorageFull(error)
  }
}

export async function readDraft(db: MirrorDb, name: string): Promise<Omit<DraftRecord, 'name'> | undefined> {
  const draft = await db.drafts.get(name)
  return draft && { values: draft.values, savedAt: draft.savedAt }
}

export async function discardDraft(db: MirrorDb, name: string): Promise<void> {
  await whilePresent(() => db.drafts.delete(name))
  // Otherwise the draft could return after a loss of power, and its form be saved twice.
  await onDisk(db, 'at once')
}

/** Returns the uids of the leads whose forms have a draft. Works in a live query, and needs clear columns alone. */
export async function draftedLeads(db: MirrorDb): Promise<ReadonlySet<string>> {
  const names = await db.drafts.toCollection().primaryKeys()
  return new Set(names.flatMap((name) => leadOfDraft(name) ?? []))
}

/** Returns all drafts, latest first. `savedAt` is of the server's clock, as the moments of commands are. */
export async function listDrafts(db: MirrorDb): Promise<DraftRecord[]> {
  const offsetMs = await correctedNow(db, 0)
  return (await db.drafts.toArray())
    .map((draft) => ({ ...draft, savedAt: draft.savedAt + offsetMs }))
    .sort((a, b) => b.savedAt - a.savedAt)
}

/** Drafts contain personal data, so they are deleted after a month. The sign-out question shows this number of days. */
export const KEPT_FOR_MS = 30 * DAY_MS

const isOld =
  (nowMs: number) =>
  ({ savedAt }: Pick<DraftRecord, 'savedAt'>) =>
    nowMs - savedAt > KEPT_FOR_MS

export async function dropOldDrafts(db: MirrorDb, nowMs: number): Promise<void> {
  await db.transaction('rw', db.drafts, () => readColumns(() => db.drafts.filter(isOld(nowMs)).delete()))
}

/** Deletes old drafts of other users of this device, who may never sign in again. */
export async function dropOthersOldDrafts(userId: number, nowMs: number): Promise<void> {
  for (const name of await Dexie.getDatabaseNames()) {
    if ((mirrorOwner(name)?.userId ?? userId) === userId) continue
    // Not `openMirror`: that connection would stay open. As it is stored: the age of a locked user's drafts is clear, too.
    const db = new Dexie(name)
    try {
      await db.open()
      // A database of the first version has no drafts.
      const drafts = db.tables.find(({ name }) => name === 'drafts')
      await drafts?.filter(isOld(nowMs)).delete()
    } finally {
      db.close()
    }
  }
}
