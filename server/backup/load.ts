/**
 * Loads a snapshot into an empty database, of either kind, in one transaction: the schema by Farol's own migrations up
 * to the snapshot's last one, then the rows, and the same sums read back. The next start begins a new epoch.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { migrateTo } from '../db/migrate.ts'
import { BackupRefused } from './refused.ts'
import { inOneForm, isSame, linesOf, type Sequence, type Sum, Summing, type Table, tablesOf } from './rows.ts'

export interface Content {
  readonly migration: string
  readonly tables: readonly Pick<Table, 'name' | 'columns'>[]
  readonly sequences: readonly Sequence[]
}

/** Lines of one table. All parts of a table follow each other. */
export interface Part {
  readonly table: string
  readonly lines: string
}

/** No cluster has this name: the next start finds a foreign one, gives all rows new versions and begins an epoch. */
const OF_NO_CLUSTER = 'restored'

/** True for a database without any table. */
export async function isUntouched(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (
      select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')
    ) as untouched`.execute(db)
  return rows[0]?.untouched === true
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Rows come table by table, and a key may point to a later one. An ordinary owner can't switch keys off, only drop them;
 * made anew they check all rows.
 */
export async function withoutKeys(tx: Transaction<Database>, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<ForeignKey>`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(tx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  await work()
  for (const { table, name, definition } of keys)
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx)
}

/**
 * Runs `work` without triggers. They stamp versions, protect the audit and notify devices, and none of that is right
 * here.
 */
export async function withoutTriggers(
  tx: Transaction<Database>,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  await work()
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
}

/** Inserts lines as `linesOf` yields them. */
export async function insertLines(
  tx: Transaction<Database>,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  lines: string,
): Promise<void> {
  const names = columns.map((column) => sql.ref(column.name))
  const values = columns.map(({ type }, at) => sql`(r ->> ${sql.raw(String(at))})::${sql.raw(type)}`)
  const list = `[${lines.trimEnd().replaceAll('\n', ',')}]`
  await sql`
    insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${list}::text::jsonb) as r`.execute(tx)
}

async function setSequences(tx: Transaction<Database>, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    await sql`
      select case when ${last}::text is null
        then setval(format('%I', ${name}::text), (select start_value from pg_sequences
          where schemaname = current_schema() and sequencename = ${name}), false)
        else setval(format('%I', ${name}::text), ${last}::text::bigint) end`.execute(tx)
}

/** The columns in the order of the lines, with the types of this database. */
function placed(table: Content['tables'][number], here: Table | undefined): Table {
  const types = new Map(here?.columns.map(({ name, type }) => [name, type]))
  const columns = table.columns.map(({ name }) => {
    const type = types.get(name)
    if (here === undefined || type === undefined)
      throw new BackupRefused(
        `A cópia tem ${table.name}.${name}, que esta versão do Farol não conhece. Restaure com a versão que a fez.`,
      )
    return { name, type }
  })
  return { name: table.name, columns, key: here?.key ?? [] }
}

/**
 * Returns the sums of what was loaded, by table. Throws where the database gives back something else, and the transaction
 * must then be rolled back.
 */
export async function load(
  tx: Transaction<Database>,
  { migration, tables, sequences }: Content,
  parts: AsyncIterable<Part>,
): Promise<ReadonlyMap<string, Sum>> {
  await migrateTo(tx, migration)
  await inOneForm(tx)
  const here = await tablesOf(tx)
  const byName = new Map(here.map((table) => [table.name, table]))
  const targets = tables.map((table) => placed(table, byName.get(table.name)))
  const targetOf = new Map(targets.map((table) => [table.name, table]))
  const sums = new Map(targets.map(({ name }) => [name, new Summing()]))
  const names = here.map(({ name }) => name)
  await withoutKeys(tx, () =>
    withoutTriggers(tx, names, async () => {
      // What migrations fill in is in the snapshot too, as it became.
      await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx)
      for await (const { table, lines } of parts) {
        const target = targetOf.get(table)
        if (target === undefined) throw new Error(`rows of ${table}, which the snapshot does not name`)
        await insertLines(tx, target, lines)
        sums.get(table)?.add(lines)
      }
    }),
  )
  await setSequences(tx, sequences)
  const given = new Map([...sums].map(([name, summing]) => [name, summing.sum()]))
  for (const table of targets) {
    const summing = new Summing()
    for await (const lines of linesOf(tx, table)) summing.add(lines)
    if (!isSame(given.get(table.name), summing.sum()))
      throw new BackupRefused(`A tabela ${table.name} não ficou igual no banco de destino.`)
  }
  await sql`
    insert into sync_epoch (uuid, cluster) values (${randomUUID()}, ${OF_NO_CLUSTER})
    on conflict (single) do update set uuid = excluded.uuid, cluster = excluded.cluster`.execute(tx)
  await sql`analyze`.execute(tx)
  return given
}
