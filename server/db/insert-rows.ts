/** Inserts many rows with one JSON parameter. The database converts the values to the table's column types. */
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

const ROWS_A_STATEMENT = 1000

/** Inserts the rows. All must have the columns of the first row; the table's other columns get their defaults. */
export async function insertRows(
  db: Kysely<Database>,
  table: keyof Database,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    const chunk = JSON.stringify(rows.slice(start, start + ROWS_A_STATEMENT))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${chunk}::json)`.execute(db)
  }
}
