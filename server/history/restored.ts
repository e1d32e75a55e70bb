/**
 * That a backup was restored is said by a line of the file of anchors, outside the database: what the database itself says of it
 * excuses nothing. docs/rules.md#chain
 */
import type { Kysely } from 'kysely'
import { type Anchor, anchorsLost } from '../../src/domain/dossier/anchors.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../db/database.ts'
import { installationOf } from '../revocations/reconcile.ts'
import { noteRestore, readAllAnchors } from './anchors.ts'
import { anchorsPath, appendRestored, readKept } from './anchors-file.ts'

interface Place {
  readonly db: Kysely<Database>
  readonly path: string
  readonly nowMs: number
}

type Which = (anchor: Anchor, last: number) => boolean

/** The file's anchors that the database has no more, and no line excuses. */
async function lostAnchors({ db, path }: Omit<Place, 'nowMs'>, which: Which): Promise<readonly Anchor[]> {
  const present = await readAllAnchors(db)
  const last = present.at(-1)?.n ?? 0
  return anchorsLost(await readKept(path), present).filter((anchor) => which(anchor, last))
}

async function sayLost({ db, path, nowMs }: Place, which: Which) {
  const lost = await lostAnchors({ db, path }, which)
  if (lost.length > 0)
    await appendRestored(path, {
      restored: lost.map(({ hash }) => hash),
      at: new Date(nowMs).toISOString(),
    })
  return lost.map(({ n }) => n)
}

/** Anchors after the database's last: what a restore loses. */
const isLater = ({ n }: Anchor, last: number) => n > last

/**
 * For `npm run restore` alone. Writes to the file that its anchors after the last one of the database went with this restore. A start
 * of a server never writes it, since a database can be made to look restored.
 */
export async function noteRestoredBackup(
  db: Kysely<Database>,
  { dataDir }: Pick<Config, 'dataDir'>,
  nowMs: number,
): Promise<void> {
  await noteRestore(db)
  const path = anchorsPath(dataDir, await installationOf(db))
  await sayLost({ db, path, nowMs }, isLater)
}

/**
 * For a start on a database that was put back. Its next anchor says that it was. Returns the numbers of the lost anchors that the
 * file does not excuse. They are told as changed by others until the operator excuses them.
 */
export async function notePutBack(
  db: Kysely<Database>,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<number[]> {
  await noteRestore(db)
  const path = anchorsPath(dataDir, await installationOf(db))
  return (await lostAnchors({ db, path }, isLater)).map(({ n }) => n)
}

/** The operator says that all anchors that the database has no more went with a restore. Returns their numbers. */
export const acknowledgeRestored = (place: Place): Promise<number[]> => sayLost(place, () => true)
