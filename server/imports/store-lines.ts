/**
 * The lines of an import are stored in short transactions, so that other work does not wait for a file of 100,000 lines. Until
 * the last one the import is 'preparing': a start that dies leaves nothing that could be imported. docs/rules.md#any-import
 */
import { setTimeout as pause } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { HttpError } from '../context/errors.ts'
import type { Tx } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import { codeOf } from '../db/transient.ts'
import type { PackedLines, ReadUpload } from './line-packer.ts'

const COLUMNS = {
  import_rows: 'data',
  import_refusals: 'old_number, reason',
  renewal_import_rows: 'data',
  renewal_import_refusals: 'policy_number, reason',
} as const

/** Stores packed lines, some at a time. docs/rules.md#bounds-of-a-file */
type LineTable = keyof typeof COLUMNS

/** Stores one piece of lines as rows of an import. */
async function insertPiece(
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

type Db = Store['db']

/** Of some dozens of lines each, in one transaction. */
const PIECES_AT_ONCE = 20
const LEAST_PAUSE_MS = 5
/** A start that stored nothing for so long has died with its process. */
const DEAD_AFTER_MS = 2 * 60_000

const RUNNING = 'Já há uma importação em andamento. Espere até que ela termine, ou cancele-a.'
const ENDED_MEANWHILE = 'A importação foi cancelada enquanto começava. Envie o arquivo de novo.'
const UNIQUE_VIOLATION = '23505'

/** The imports, with the tables of their lines. */
const TABLES = {
  imports: { good: 'import_rows', refused: 'import_refusals' },
  renewal_imports: { good: 'renewal_import_rows', refused: 'renewal_import_refusals' },
} as const
type Imports = keyof typeof TABLES

const iso = (ms: number) => new Date(ms).toISOString()

/** For the row that says that an import runs: there is one of them at most. */
export function runningAsConflict(error: unknown): never {
  throw codeOf(error) === UNIQUE_VIOLATION ? new HttpError(409, 'conflict', RUNNING) : error
}

/** Ends starts whose process died: their lines are not whole, nothing of them was written, and they have personal data. */
export async function endDeadStarts(tx: Tx, imports: Imports, nowMs: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(imports)} set state = 'cancelled', ended_at = ${iso(nowMs)}
    where state = 'preparing' and touched_at < ${iso(nowMs - DEAD_AFTER_MS)}
    returning id`.execute(tx)
  for (const { id } of rows) await tx.deleteFrom(TABLES[imports].good).where('import_id', '=', id).execute()
}

interface Stored {
  readonly imports: Imports
  readonly id: number
  readonly read: ReadUpload
}

/** Stores the lines; the background goes on with them. Throws HttpError 409 if the import was ended meanwhile. */
export async function storeLines(db: Db, { imports, id, read }: Stored, now: () => number): Promise<void> {
  const { good, refused } = TABLES[imports]
  await storePieces(db, { imports, id, table: good, lines: read.good }, now)
  await storePieces(db, { imports, id, table: refused, lines: read.refused }, now)
  const begun = await sql`
    update ${sql.table(imports)} set state = 'running' where id = ${id} and state = 'preparing'`.execute(db)
  if (begun.numAffectedRows === 0n) throw new HttpError(409, 'conflict', ENDED_MEANWHILE)
}

interface Storing {
  readonly imports: Imports
  readonly id: number
  readonly table: LineTable
  readonly lines: PackedLines
}

async function storePieces(
  db: Db,
  { imports, id, table, lines: { pieces } }: Storing,
  now: () => number,
): Promise<void> {
  for (let place = 0; place < pieces.length; place += PIECES_AT_ONCE) {
    const begun = performance.now()
    await db.transaction().execute(async (tx) => {
      const touched = await sql`
        update ${sql.table(imports)} set touched_at = ${iso(now())}
        where id = ${id} and state = 'preparing'`.execute(tx)
      if (touched.numAffectedRows === 0n) throw new HttpError(409, 'conflict', ENDED_MEANWHILE)
      for (const piece of pieces.slice(place, place + PIECES_AT_ONCE))
        await insertPiece(tx, { table, importId: id }, piece)
    })
    await pause(Math.max(LEAST_PAUSE_MS, (performance.now() - begun) / 2))
  }
}

/** Throws HttpError 409 for an import that was ended before its first line was done: its call can be made anew. */
export async function requireBegun(db: Tx | Db, imports: Imports, id: number): Promise<void> {
  const { rows } = await sql<{ ended: boolean }>`
    select state = 'cancelled' and done = 0 and total > 0 as ended
    from ${sql.table(imports)}
    where id = ${id}`.execute(db)
  if (rows[0]?.ended === true) throw new HttpError(409, 'conflict', ENDED_MEANWHILE)
}
