/** Which rows another table refers to, read from the database's own foreign keys: no table can be forgotten. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../db/database.ts'

const referenceSchema = z.array(z.object({ table: z.string(), column: z.string() }))

export interface Referred<Key> {
  readonly key: Key
  readonly table: string
}

interface Asked<Key> {
  readonly table: 'leads' | 'clients' | 'users' | 'partners'
  readonly type: 'uuid' | 'int'
  readonly keys: readonly Key[]
  /** Tables whose rows are the row's own, or Farol's work about it. */
  readonly except: readonly string[]
}

/** The rows that have a row of another table, each with the names of these tables. */
export async function referredRows<Key extends string | number>(
  tx: Tx,
  { table, type, keys, except }: Asked<Key>,
): Promise<Map<Key, string[]>> {
  if (keys.length === 0) return new Map()
  const { rows: found } = await sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f'
      and c.confrelid = ${table}::regclass
    order by 1, 2`.execute(tx)
  const asked = referenceSchema.parse(found).filter((each) => !except.includes(each.table))
  if (asked.length === 0) return new Map()
  const keyType = sql.raw(`${type}[]`)
  const { rows } = await sql<Referred<Key>>`${sql.join(
    asked.map(
      (each) => sql`
        select k as key, ${each.table}::text as table
        from unnest(${[...keys]}::${keyType}) k
        where exists (select 1 from ${sql.table(each.table)} t where t.${sql.ref(each.column)} = k)`,
    ),
    sql` union all `,
  )}`.execute(tx)
  const tables = new Map<Key, string[]>()
  for (const { key, table: referring } of rows) tables.set(key, [...(tables.get(key) ?? []), referring])
  return tables
}
