/** Migrates a database to the present schema. Several servers may start at once: the migrator takes a lock. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { z } from 'zod'
import type { Say } from '../base/say.ts'
import type { Database } from './database.ts'
import { inJoined, joinParts, whyOfBetween } from './joined-migration.ts'
import type { Store } from './store.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const migrationSchema = z.object({ up: z.custom<Migration['up']>((up) => typeof up === 'function') })

/** By name, in their order. A released migration must never change. */
const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  await Promise.all(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .map(async (file) => [
        file.replace('.ts', ''),
        migrationSchema.parse({ ...(await import(pathToFileURL(join(FOLDER, file)).href)) }),
      ]),
  ),
)

/** A newer version of Farol has changed the database: this one would read and write it wrongly. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

const ranSchema = z.array(z.object({ name: z.string() }))
const RAN = 'select name from kysely_migration'

const foreignAmong = (ran: readonly { readonly name: string }[]): string | undefined =>
  ran.map(({ name }) => name).findLast((name) => !Object.hasOwn(migrations, name))

/** `newer`: a migration ran that this version does not know; `older`: one is missing. */
export type MigrationState = 'known' | 'newer' | 'older'

/** Rejects when the database does not answer. */
export async function migrationState(store: Pick<Store, 'ask'>): Promise<MigrationState> {
  const ran = ranSchema.parse(await store.ask(RAN))
  if (foreignAmong(ran) !== undefined) return 'newer'
  return ran.length === Object.keys(migrations).length ? 'known' : 'older'
}

const newer = (foreign: string, ran: readonly { readonly name: string }[]) =>
  whyOfBetween(foreign, ran) ??
  `o banco de dados é de uma versão mais nova do Farol: esta não conhece a mudança ${foreign}. Inicie a versão ` +
    'mais nova; para voltar a esta, restaure antes uma cópia do banco feita com ela.'

/** Returns the error to show. It replaces the migrator's, which calls a newer database corrupted. */
async function reasonOf(db: Kysely<Database>, error: unknown): Promise<unknown> {
  const ran = await sql
    .raw(RAN)
    .execute(db)
    .then(
      ({ rows }) => ranSchema.parse(rows),
      // The database cannot be asked, so the error itself is the reason.
      () => [],
    )
  const foreign = foreignAmong(ran)
  if (foreign === undefined) return error
  return new NewerDatabase(newer(foreign, ran), { cause: error })
}

const migratorOf = (db: Kysely<Database>, all = migrations) =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } })

/** A migration that takes longer is reported to the person who waits for the server. docs/operations.md#upgrade */
const LONG_MS = 1000

/** The migrations. Each that takes longer than LONG_MS reports its duration to `say`. */
const timed = (say: Say): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          const began = performance.now()
          await migration.up(db)
          const ms = performance.now() - began
          if (ms >= LONG_MS) say(`Mudança ${name} do banco de dados feita em ${Math.round(ms / 1000)} s.`)
        },
      },
    ]),
  )

/** Runs the missing migrations. Throws NewerDatabase, or the error of the first one that fails. */
export async function migrate(db: Kysely<Database>, say: Say = () => {}): Promise<void> {
  if (await hasRun(db)) await joinParts(db)
  const { error } = await migratorOf(db, timed(say)).migrateToLatest()
  if (error !== undefined) throw await reasonOf(db, error)
}

/** True for a migration of this version of Farol. */
export const isKnown = (migration: string): boolean => Object.hasOwn(migrations, inJoined(migration))

/** Runs the migrations up to this one. Throws the error of the first one that fails. */
export async function migrateTo(db: Kysely<Database>, migration: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(inJoined(migration))
  if (error !== undefined) throw error
}

async function hasRun(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db)
  return rows[0]?.present === true
}

/** Returns the last migration that ran; null where none did. Throws NewerDatabase when this version does not know it. */
export async function lastMigration(db: Kysely<Database>): Promise<string | null> {
  if (!(await hasRun(db))) return null
  const ran = ranSchema.parse((await sql.raw(`${RAN} order by name`).execute(db)).rows)
  const foreign = foreignAmong(ran)
  if (foreign !== undefined) throw new NewerDatabase(newer(foreign, ran))
  return ran.at(-1)?.name ?? null
}
