/** The last filter of each list, for this user on this device. A sign-out deletes it with the rest of `meta`. */
import { z } from 'zod'
import { mirrorMark } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../mirror/mirror.ts'

const NAME = 'lastFilters'
/** By path: what the address of the list carried. The list's own schema checks it when it opens. */
const filtersSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
export type LastFilters = z.infer<typeof filtersSchema>

export async function lastFilters(db: MirrorDb): Promise<LastFilters> {
  return filtersSchema.safeParse(await readMeta(db, NAME)).data ?? {}
}

/** Runs in the caller's transaction: a filter may hold a name. */
export async function forgetFilters(db: MirrorDb): Promise<void> {
  await db.meta.delete(NAME)
}

/** Keeps nothing on a device that was wiped. */
export function keepFilter(db: MirrorDb, path: string, filter: LastFilters[string]): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorMark(db)) === null) return
    const known = await lastFilters(db)
    if (JSON.stringify(known[path] ?? {}) === JSON.stringify(filter)) return
    await db.meta.put({ name: NAME, value: { ...known, [path]: filter } })
  })
}
