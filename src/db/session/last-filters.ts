/** The last filter of each list, for this user on this device. A sign-out deletes it with the rest of `meta`. */
import { mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { filtersFrom, LAST_FILTERS, type LastFilters } from './filters-record.ts'

export async function lastFilters(db: MirrorDb): Promise<LastFilters> {
  return filtersFrom(await readMeta(db, LAST_FILTERS))
}

/** Runs in the caller's transaction: a filter may hold a name. */
export async function forgetFilters(db: MirrorDb): Promise<void> {
  await db.meta.delete(LAST_FILTERS)
}

/** Keeps nothing on a device that was wiped. */
export function keepFilter(db: MirrorDb, path: string, filter: LastFilters[string]): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return
    const known = await lastFilters(db)
    if (JSON.stringify(known[path] ?? {}) === JSON.stringify(filter)) return
    await db.meta.put({ name: LAST_FILTERS, value: { ...known, [path]: filter } })
  })
}
