/** Keeps the catalogues for the first screen. Apart from what that screen loads: this needs Dexie. */
import type { MirrorDb } from '../schema/mirror.ts'
import { type CatalogueRecord, PULL_STATE } from '../schema/records.ts'
import { readColumns } from '../sealing/columns.ts'
import type { Catalogues } from './catalogues.ts'
import { FORMAT, isKept, KEPT_CATALOGUES, type KeptCatalogues } from './kept-catalogues.ts'
import { readMeta } from './meta.ts'

/** Names the state of the rows: a changed row has a higher version, and a deleted one no longer counts. */
export async function cataloguesVersion(db: MirrorDb): Promise<string> {
  let count = 0
  let versions = 0
  const add = ({ version }: Pick<CatalogueRecord, 'version'>) => {
    count += 1
    versions += version
  }
  await db.transaction('r', db.catalogues, () => readColumns(() => db.catalogues.each(add)))
  return `${count} ${versions}`
}

/** Stores what `read` returns, unless the stored record is of the same rows. Keeps nothing on a device that was wiped. */
export async function keepCatalogues(
  db: MirrorDb,
  read: (db: MirrorDb) => Promise<Catalogues>,
): Promise<void> {
  // Reading first: a transaction that may write waits for all others.
  const known = await readMeta(db, KEPT_CATALOGUES)
  if (isKept(known) && known.mark === (await cataloguesVersion(db))) return
  await db.transaction('rw', db.meta, db.catalogues, async () => {
    const [known, pull] = await Promise.all([readMeta(db, KEPT_CATALOGUES), readMeta(db, PULL_STATE)])
    // After them: it reads the columns of records alone, and whatever is read beside it would have no more.
    const version = await cataloguesVersion(db)
    if (pull === undefined || (isKept(known) && known.mark === version)) return
    const value: KeptCatalogues = { format: FORMAT, mark: version, catalogues: await read(db) }
    await db.meta.put({ name: KEPT_CATALOGUES, value })
  })
}
