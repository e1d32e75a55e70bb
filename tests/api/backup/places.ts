/** Where an installation lives: a database of either kind without tables, and a store of files. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { FileStore } from '../../../server/base/file-store.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { databaseWithoutTables } from '../support/databases.ts'

export interface Place {
  /** Settings by which a process finds the database. */
  readonly environment: Readonly<Record<string, string>>
  /** `revocations`: the path of the file of revocations; without it there is none. */
  open(revocations?: string): Promise<Store>
  /** Nothing is left of the database. */
  destroy(): Promise<void>
}

export type NewPlace = () => Promise<Place>

const at = (revocations: string | undefined) => (revocations === undefined ? {} : { revocations })

export async function embeddedPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farol-place-'))
  return {
    environment: { DATA_DIR: dataDir },
    open: (revocations) => openStore({ dataDir, ...at(revocations) }),
    destroy: () => removeFolder(dataDir),
  }
}

export async function postgresPlace(): Promise<Place> {
  const { url, drop } = await databaseWithoutTables()
  return {
    environment: { DATABASE_URL: url },
    open: (revocations) => openStore({ url, ...at(revocations) }),
    destroy: drop,
  }
}

/** Of one database alone: a new epoch begins them anew. */
const NOT_DATA = ['kysely_migration_lock', 'sync_epoch', 'sync_marks', 'tombstones', 'rate_limits']

/** As an empty database that waits for a restore. */
export async function withoutTables({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`drop schema public cascade; create schema public`.execute(db)
}

/** Every row of every table as JSON, in an order of its own. */
export async function everyRow({ db }: Pick<Store, 'db'>): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all (${NOT_DATA}::text[])`.execute(db)
  const all = new Map<string, string[]>()
  for (const { name } of tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const without = name === 'kysely_migration' ? sql` - 'timestamp'` : sql``
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t)${without})::text as row from ${sql.table(name)} t`.execute(db)
    all.set(name, rows.map(({ row }) => row).toSorted())
  }
  return all
}

/** The next number of each sequence, without taking it. */
export async function sequences({ db }: Pick<Store, 'db'>): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename as name, coalesce(last_value::text, 'none') as last from pg_sequences
    where schemaname = 'public' and sequencename <> 'tombstones_id_seq' order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** The content of every file, by path. */
export async function everyFile(files: FileStore): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for await (const { path } of files.list()) {
    const file = await files.open(path)
    if (file !== null) all.set(path, (await buffer(file)).toString('base64'))
  }
  return new Map([...all].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Keys, checks and indexes of all tables, and triggers with whether they fire. */
export async function schema({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all
    select indexdef from pg_indexes where schemaname = 'public'`.execute(db)
  return rows.map(({ line }) => line).toSorted()
}
