/** The columns that are searched for mentions, as the database has them now. docs/rules.md#mentions */
import { sql } from 'kysely'
import { z } from 'zod'
import { MENTION_PLACES } from '../../../../src/domain/client/personal-tables.ts'
import type { Reader } from '../../../queries/lead-row.ts'
import { reasonFor } from '../../../records/tables.ts'

/**
 * Why the column is not searched; null: it is. A column with a name in `src/domain/client/personal-tables.ts` is searched, and
 * every other that holds something of a person and has no reason of its own.
 */
export const notSearchedWhy = (table: string, column: string): string | null =>
  Object.hasOwn(MENTION_PLACES[table]?.columns ?? {}, column)
    ? null
    : (reasonFor('unsearched', table, column) ?? reasonFor('noPerson', table, column))

export interface SearchedTable {
  readonly table: string
  /** Columns of the primary key with their types, as SQL writes them. */
  readonly key: readonly { readonly name: string; readonly type: string }[]
  /** Columns of text and JSON that are not excluded. */
  readonly columns: readonly string[]
  /** The columns among them that are JSON. */
  readonly json: readonly string[]
  readonly hasLead: boolean
}

const rowSchema = z.object({
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), json: z.boolean() })),
  has_lead: z.boolean(),
  key: z.array(z.object({ name: z.string(), type: z.string() })),
})

/** These are read first, since most mentions are in them. */
const FIRST: readonly string[] = ['leads', 'timeline', 'schedulings']

/** Every column that can hold text, with its table; excluded ones, too. */
async function textTables(db: Reader): Promise<z.output<typeof rowSchema>[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'table', t.table_name,
      'columns', (
        select coalesce(json_agg(
          json_build_object('name', c.column_name, 'json', c.data_type in ('json', 'jsonb'))
          order by c.ordinal_position), '[]')
        from information_schema.columns c
        where c.table_schema = t.table_schema
          and c.table_name = t.table_name
          and (
            c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb')
            or c.udt_name in ('_text', '_varchar'))),
      'has_lead', exists (
        select 1
        from information_schema.columns c
        where c.table_schema = t.table_schema
          and c.table_name = t.table_name
          and c.column_name = 'lead_uid'),
      'key', (
        select coalesce(json_agg(
          json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by array_position(i.indkey::int2[], a.attnum)), '[]')
        from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisprimary
          and i.indrelid = format('%I.%I', t.table_schema, t.table_name)::regclass)) as row
    from information_schema.tables t
    where t.table_schema = current_schema()
      and t.table_type = 'BASE TABLE'
    order by t.table_name`.execute(db)
  return rows.map(({ row }) => rowSchema.parse(row))
}

/** 'table.column' of every column that can hold text. */
export async function textColumns(db: Reader): Promise<string[]> {
  const tables = await textTables(db)
  return tables.flatMap(({ table, columns }) => columns.map(({ name }) => `${table}.${name}`))
}

/** The tables in the order in which they are read. */
export async function searchedTables(db: Reader): Promise<SearchedTable[]> {
  const tables = (await textTables(db)).map(({ table, columns, key, has_lead }): SearchedTable => {
    const searched = columns.filter(({ name }) => notSearchedWhy(table, name) === null)
    return {
      table,
      key,
      columns: searched.map(({ name }) => name),
      json: searched.filter(({ json }) => json).map(({ name }) => name),
      hasLead: has_lead,
    }
  })
  const place = ({ table }: SearchedTable) => (FIRST.includes(table) ? FIRST.indexOf(table) : FIRST.length)
  return tables
    .filter(({ columns }) => columns.length > 0)
    .toSorted((one, other) => place(one) - place(other))
}
