/** Stores packed lines, some at a time. docs/rules.md#bounds-of-a-file */
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

const COLUMNS = {
  import_rows: 'data',
  import_refusals: 'old_number, reason',
  renewal_import_rows: 'data',
  renewal_import_refusals: 'policy_number, reason',
} as const

export type LineTable = keyof typeof COLUMNS

/** Stores one piece of lines as rows of an import. */
export async function insertPiece(
  tx: Tx,
  { table, importId }: { readonly table: LineTable; readonly importId: number },
  piece: Uint8Array,
): Promise<void> {
  const columns = sql.raw(COLUMNS[table])
  const rows = inflateRawSync(piece).toString()
  await sql`
    insert into ${sql.table(table)} (import_id, line, ${columns})
    select ${importId}, line, ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(tx)
}
