/**
 * The uids of erased clients and their leads, as pages named them. A form that was open meanwhile still has the data: its
 * draft is not kept. docs/rules.md#personal-data
 */
import { z } from 'zod'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { DraftRecord } from '../schema/records.ts'

const NAME = 'erasedUids'

const known = async (db: MirrorDb): Promise<string[]> =>
  z
    .array(z.string())
    .catch([])
    .parse(await readMeta(db, NAME))

/** Returns those that were not named before. Runs inside the caller's transaction over meta. */
export async function newlyErased(db: MirrorDb, uids: readonly string[]): Promise<string[]> {
  const before = new Set(await known(db))
  return uids.filter((uid) => !before.has(uid))
}

/** Whether the device was told of the erasure of one of them. Runs inside the caller's transaction over meta. */
export async function areErased(db: MirrorDb, uids: readonly string[]): Promise<boolean> {
  const erased = await known(db)
  return uids.some((uid) => erased.includes(uid))
}

/** A new generation names all erasures again: a restored server may not have all of them. In the caller's transaction. */
export async function forgetErasures(db: MirrorDb): Promise<void> {
  await db.meta.delete(NAME)
}

/** Runs inside the caller's transaction over meta. */
export async function rememberErased(db: MirrorDb, uids: readonly string[]): Promise<void> {
  await db.meta.put({ name: NAME, value: [...new Set([...(await known(db)), ...uids])] })
}

/**
 * Deletes the stored draft again if it names an erased client or lead. The check comes after the write: the engine may
 * hold `meta` for long, and a page that is put away must have stored its draft by then.
 */
export async function dropDraftOfErased(db: MirrorDb, { name, values }: DraftRecord): Promise<void> {
  const uids = await known(db)
  if (uids.length === 0) return
  const text = name + JSON.stringify(values)
  if (uids.some((uid) => text.includes(uid))) await db.drafts.delete(name)
}
