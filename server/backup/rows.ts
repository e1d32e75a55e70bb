/**
 * The rows of the database as text, the same on both databases: a line for each row, a JSON list of its columns as
 * PostgreSQL writes them. No value passes through JavaScript's numbers or dates.
 * docs/decisions/010-a-backup-is-lines-of-tables.md
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { NOT_IN_BACKUPS } from '../records/tables.ts'

export interface Column {
  readonly name: string
  readonly type: string
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns of the primary key, by which the rows are ordered. */
  readonly key: readonly string[]
}

export interface Sequence {
  readonly name: string
  /** The last number that was given; null: none. */
  readonly last: string | null
}

/** How many rows, and the SHA-256 of their lines. */
export interface Sum {
  readonly rows: number
  readonly sha256: string
}

/** Returns the tables whose rows are data, by name. Counters of limits are none of them: their table is unlogged. */
export async function tablesOf(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: Column[]; key: string[] | null }>`
    select c.relname as name,
      json_agg(
        json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum) as columns,
      (
        select json_agg(k.attname order by p.place)
        from pg_index i
        cross join unnest(i.indkey) with ordinality as p (attnum, place)
        join pg_attribute k on k.attrelid = i.indrelid and k.attnum = p.attnum
        where i.indrelid = c.oid and i.indisprimary
      ) as key
    from pg_class c
    join pg_attribute a
      on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all (${NOT_IN_BACKUPS}::text[])
    group by c.oid, c.relname
    order by c.relname collate "C"`.execute(db)
  return rows.map(({ name, columns, key }) => {
    // Without a key two reads of the same rows could differ.
    if (key === null) throw new Error(`the table ${name} has no primary key`)
    return { name, columns, key }
  })
}

export async function sequencesOf(db: Kysely<Database>): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename as name, last_value::text as last
    from pg_sequences
    where schemaname = current_schema()
    order by sequencename collate "C"`.execute(db)
  return rows
}

/**
 * A database may have settings of its own: the transaction reads and writes values in one form, however long it takes, also
 * while it waits for the files.
 */
export async function inOneForm(tx: Kysely<Database>): Promise<void> {
  await sql`
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local extra_float_digits = 1;
    set local bytea_output = 'hex';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
  `.execute(tx)
}

/** Characters of a part: it bounds the memory, whatever the size of the rows. */
const PART = 1024 * 1024
const FIRST = 50
const MOST = 5000

const isText = (type: string) => type === 'text' || type.startsWith('character')

/** Yields the lines of the table in parts. Runs in a transaction that sees one state, in one form. */
export async function* linesOf(tx: Kysely<Database>, { name, columns, key }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => sql`${sql.ref(column.name)}::text`)
  const types = new Map(columns.map((column) => [column.name, column.type]))
  // Each database sorts text in a way of its own.
  const order = key.map((column) =>
    isText(types.get(column) ?? '') ? sql`${sql.ref(column)} collate "C"` : sql.ref(column),
  )
  await sql`
    declare rows_of_table no scroll cursor for
    select array_to_json(array[${sql.join(values)}])::text as line
    from ${sql.table(name)} order by ${sql.join(order)}`.execute(tx)
  for (let count = FIRST; ; ) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.raw(String(count))} from rows_of_table`.execute(tx)
    if (rows.length === 0) break
    const text = rows.map(({ line }) => `${line}\n`).join('')
    yield text
    count = Math.min(MOST, Math.max(1, Math.floor((rows.length * PART) / text.length)))
  }
  await sql`close rows_of_table`.execute(tx)
}

/** Counts and sums lines as they pass. */
export class Summing {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(lines: string): void {
    this.#hash.update(lines)
    for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) this.#rows++
  }

  /** Ends it: nothing can be added any more. */
  sum(): Sum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

export const isSame = (one: Sum | undefined, other: Sum | undefined): boolean =>
  one !== undefined && one.rows === other?.rows && one.sha256 === other.sha256
