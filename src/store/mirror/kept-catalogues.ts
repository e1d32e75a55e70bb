/**
 * The catalogues in one record, parsed, for the first screen: to read and parse every row would take longer than the
 * rest of an opening. The record is as old as its last write. The screens read the rows right after the first painting.
 */

import type { MirrorDb } from '../schema/mirror.ts'
import type { CatalogueRecord } from '../schema/records.ts'
import { PULL_STATE } from '../schema/records.ts'
import { readColumns } from '../sealing/layer.ts'
import type { Catalogues } from './catalogues.ts'
import { readMeta } from './meta.ts'

/** Name of the `meta` record. */
export const KEPT_CATALOGUES = 'keptCatalogues'
/** Increase it with every change of `Catalogues`, or of a row in it. */
const FORMAT = 1

interface KeptCatalogues {
  readonly format: number
  /** `catalogueMark` of the rows. */
  readonly mark: string
  readonly catalogues: Catalogues
}

const isKept = (value: unknown): value is KeptCatalogues =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** Returns the catalogues of a stored record, or null when there is none, or when it has another format. */
export const keptCataloguesFrom = (value: unknown): Catalogues | null =>
  isKept(value) ? value.catalogues : null

/** Names the state of the rows: a changed row has a higher version, and a deleted one no longer counts. */
export async function catalogueMark(db: MirrorDb): Promise<string> {
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
  if (isKept(known) && known.mark === (await catalogueMark(db))) return
  await db.transaction('rw', db.meta, db.catalogues, async () => {
    const [known, pull, mark] = await Promise.all([
      readMeta(db, KEPT_CATALOGUES),
      readMeta(db, PULL_STATE),
      catalogueMark(db),
    ])
    if (pull === undefined || (isKept(known) && known.mark === mark)) return
    const value: KeptCatalogues = { format: FORMAT, mark, catalogues: await read(db) }
    await db.meta.put({ name: KEPT_CATALOGUES, value })
  })
}
