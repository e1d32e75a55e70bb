/**
 * The uids of erased clients and their leads, as pages named them. A form that was open meanwhile still has the data: its
 * draft is not stored. docs/rules.md#personal-data
 */
import { z } from 'zod'
import { type MirrorDb, readMeta } from '../mirror/mirror.ts'
import type { DraftRecord } from '../mirror/schema.ts'

const NAME = 'erasedUids'

const known = async (db: MirrorDb): Promise<string[]> =>
  z
    .array(z.string())
    .catch([])
    .parse(await readMeta(db, NAME))

/** Runs inside the caller's transaction over meta. */
export async function rememberErased(db: MirrorDb, uids: readonly string[]): Promise<void> {
  await db.meta.put({ name: NAME, value: [...new Set([...(await known(db)), ...uids])] })
}

/** Whether the draft names an erased client or lead. Runs inside a transaction over meta. */
export async function isOfErased(db: MirrorDb, { name, values }: DraftRecord): Promise<boolean> {
  const uids = await known(db)
  if (uids.length === 0) return false
  const text = name + JSON.stringify(values)
  return uids.some((uid) => text.includes(uid))
}
