/**
 * The databases of an API test: PGlite always, PostgreSQL where TEST_DATABASE_URL names one. Each `open` returns a
 * migrated, empty database: on PostgreSQL a new one, on PGlite the only one of the test worker, emptied. TEST_DATABASE
 * chooses one for the suites that need not run on both (docs/testing.md#two-databases).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe } from 'vitest'
import { z } from 'zod'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { migrationsHash, openEmbedded } from './embedded-image.ts'
import { emptied } from './emptied.ts'

export interface TestStore extends Store {
  /** PostgreSQL only: for a second connection, as of another server process. */
  readonly url: string | null
}

/** Resolves with a migrated, empty database. On PGlite it is the same one each time: earlier handles see it emptied. */
export type OpenDatabase = () => Promise<TestStore>

/** The server for tests. Its user must be a superuser: emptied.ts switches triggers off. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL || null

/** The only database of the suites that run on one, if there is one. */
export const CHOSEN = z.enum(['pglite', 'postgres']).optional().parse(process.env.TEST_DATABASE)
if (CHOSEN === 'postgres' && TEST_DATABASE_URL === null)
  throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL')

/** Runs the suite on PGlite, and again on PostgreSQL: for suites about SQL, transactions and what both must do alike. */
export function describeEachDatabase(name: string, suite: (open: OpenDatabase) => void): void {
  describePglite(name, suite)
  describePostgres(name, suite)
}

/** Runs the suite on the database of TEST_DATABASE; without it on both. */
export function describeDatabase(name: string, suite: (open: OpenDatabase) => void): void {
  if (CHOSEN !== 'postgres') describePglite(name, suite)
  if (CHOSEN !== 'pglite') describePostgres(name, suite)
}

function describePglite(name: string, suite: (open: OpenDatabase) => void): void {
  describe(`${name} · PGlite`, () => suite(openPglite))
}

/** For overlapping transactions, which one connection cannot have. */
export function describePostgres(name: string, suite: (open: OpenDatabase) => void): void {
  describe.skipIf(TEST_DATABASE_URL === null)(`${name} · PostgreSQL`, () => suite(postgresForFile()))
}

/**
 * One for all files of a worker (vitest.config.ts): a start costs seconds, emptying a tenth of one. It ends with the
 * worker.
 */
let pglite: Promise<Store> | null = null
/** The columns of a migrated database. */
let migrated: string | null = null

async function columnsOf({ db }: Store): Promise<string> {
  const { rows } = await sql<{ columns: string | null }>`
    select md5(string_agg(concat_ws('.', attrelid::regclass, attname, atttypid), ' ' order by attrelid::regclass::text, attname)) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(
    db,
  )
  return rows[0]?.columns ?? ''
}

async function openPglite(): Promise<TestStore> {
  pglite ??= openEmbedded()
  let store = await pglite
  const columns = await columnsOf(store)
  migrated ??= columns
  // A suite of migrations left other columns: the next file must not see them.
  if (columns !== migrated) {
    await store.close()
    pglite = openEmbedded()
    store = await pglite
  }
  // The server of another file looked at commits: a suite of migrations has no table for that.
  store.recorder.begin(null)
  await emptyTables(store)
  // A test that closes its store must not close the store of the next test.
  return { ...store, url: null, close: () => Promise.resolve() }
}

async function emptyTables(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    store.db,
  )
  await emptied(
    store,
    rows.map(({ name }) => name),
    'continue',
  )
  await sql`select setval(seqrelid, seqstart, false) from pg_sequence`.execute(store.db)
}

function postgresForFile(): OpenDatabase {
  const opened: { name: string; store: Store }[] = []
  afterAll(async () => {
    for (const { name, store } of opened) {
      await store.close()
      await asAdmin(`drop database if exists "${name}" with (force)`)
    }
  })
  return async () => {
    const name = `farol_test_${randomUUID().replaceAll('-', '')}`
    await asAdmin(`create database "${name}" template "${await migratedTemplate()}"`)
    const url = urlOf(name)
    const store = await openStore({ url })
    let closed = false
    const close = async () => {
      if (!closed) await store.close()
      closed = true
    }
    opened.push({ name, store: { ...store, close } })
    return { ...store, url, close }
  }
}

/** A new PostgreSQL database without tables, and what drops it. Without a PostgreSQL it throws. */
export async function databaseWithoutTables(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `farol_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database "${name}"`)
  return {
    url: urlOf(name),
    drop: async () => void (await asAdmin(`drop database if exists "${name}" with (force)`)),
  }
}

function urlOf(database: string): string {
  const url = new URL(TEST_DATABASE_URL ?? '')
  url.pathname = `/${database}`
  return url.href
}

async function asAdmin(...statements: readonly string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL ?? '' })
  await client.connect()
  try {
    const results: pg.QueryResult[] = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}

/** An arbitrary number: test workers make the template one after the other. */
const TEMPLATE_LOCK = 20_261_121
let template: Promise<string> | null = null

/**
 * Returns a migrated database to copy: a copy costs a tenth of a migration. Its name has a hash of the migrations, so
 * it is never stale.
 */
function migratedTemplate(): Promise<string> {
  template ??= makeTemplate()
  return template
}

async function makeTemplate(): Promise<string> {
  const name = `farol_template_${await migrationsHash()}`
  const admin = new pg.Client({ connectionString: TEST_DATABASE_URL ?? '' })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      // It gets its name only when it is complete: a broken-off one never counts as finished.
      const unfinished = `${name}_new`
      await admin.query(`drop database if exists "${unfinished}" with (force)`)
      await admin.query(`create database "${unfinished}"`)
      const store = await openStore({ url: urlOf(unfinished) })
      await migrate(store.db)
      await store.close()
      await admin.query(`alter database "${unfinished}" rename to "${name}"`)
    }
  } finally {
    await admin.end()
  }
  return name
}
