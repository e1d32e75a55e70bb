/**
 * A migrated, empty database of PGlite as a file. To make a cluster and migrate it takes six seconds of a core, to load
 * the file one and a half. Vitest makes it before the workers start; its name has a hash, so that it is never stale.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '../../../server/db/migrate.ts'
import { embeddedFolder, openStore, type Store } from '../../../server/db/store.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MIGRATIONS = join(ROOT, 'server/db/migrations')
const PGLITE = join(ROOT, 'node_modules/@electric-sql/pglite/package.json')
/** Migrations take its triggers. */
const MIRROR_TABLE = join(ROOT, 'server/db/mirror-table.ts')
const KEPT = join(ROOT, 'node_modules/.tmp')
const PREFIX = 'pglite-'

/** Differs whenever another database would come out. */
export async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [PGLITE, MIRROR_TABLE]) hash.update(await readFile(file))
  for (const file of (await readdir(MIGRATIONS, { recursive: true })).sort())
    if (file.endsWith('.ts')) hash.update(await readFile(join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 16)
}

const nameNow = async () => `${PREFIX}${await migrationsHash()}.tar.gz`
export const imagePath = async (): Promise<string> => join(KEPT, await nameNow())

export default async function makeImage(): Promise<void> {
  await mkdir(KEPT, { recursive: true })
  const name = await nameNow()
  const kept = (await readdir(KEPT)).filter((file) => file.startsWith(PREFIX))
  if (kept.includes(name)) return
  const store = await openStore({ memory: true })
  await migrate(store.db)
  // It gets its name only when it is complete.
  const unfinished = join(KEPT, `${process.pid}.tar.gz`)
  await writeFile(unfinished, await store.dump())
  await store.close()
  await rename(unfinished, join(KEPT, name))
  for (const file of kept) await rm(join(KEPT, file), { force: true })
}

/** A migrated, empty database in memory of its own, which the test closes. */
export async function openEmbedded(): Promise<Store> {
  return openStore({ memory: true, image: await readFile(await imagePath()) })
}

/** Makes the folder of the embedded database in DATA_DIR: migrated, and without rows. */
export async function placeEmbedded(dataDir: string): Promise<void> {
  const folder = embeddedFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['xzf', await imagePath(), '-C', folder])
}
