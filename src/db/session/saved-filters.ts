/** The board's saved filters, for this user on this device. A sign-out deletes them with the rest of `meta`. */
import { namesClient, type SavedFilter, savedFiltersFrom } from '../../domain/board/saved-filters.ts'
import { mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'savedFilters'

export const savedFilters = async (db: MirrorDb): Promise<readonly SavedFilter[]> =>
  savedFiltersFrom(await readMeta(db, NAME))

/** Changes the filters in one transaction: another tab's are kept. Keeps nothing on a device that was wiped. */
export function changeSavedFilters(
  db: MirrorDb,
  change: (filters: readonly SavedFilter[]) => readonly SavedFilter[],
): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return
    await db.meta.put({ name: NAME, value: change(await savedFilters(db)) })
  })
}

/** After an erasure, in the caller's transaction: a filter may hold the client's name. */
export async function forgetNamingFilters(db: MirrorDb): Promise<void> {
  const kept = await savedFilters(db)
  if (kept.some(namesClient))
    await db.meta.put({ name: NAME, value: kept.filter((filter) => !namesClient(filter)) })
}
