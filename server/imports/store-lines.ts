/**
 * The lines of an import are stored in short transactions, so that other work does not wait for a file of 100,000 lines. Until
 * the last one the import is 'preparing': a start that dies leaves nothing that could be imported. docs/rules.md#any-import
 */
import { setTimeout as pause } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import { codeOf } from '../db/transient.ts'
import type { PackedLines, ReadUpload } from './line-packer.ts'
import { IMPORT_TABLES, type Imports } from './tables.ts'

type Insert = (tx: Tx, rows: string) => Promise<unknown>

const insertLine =
  (imports: Imports, id: number): Insert =>
  (tx, rows) =>
    sql`
      insert into ${sql.table(IMPORT_TABLES[imports].rows)} (import_id, line, data)
      select ${id}, line, data
      from json_to_recordset(${rows}::json) as r (line int, data jsonb)`.execute(tx)

const insertRefusal =
  (imports: Imports, id: number): Insert =>
  (tx, rows) =>
    sql`
      insert into ${sql.table(IMPORT_TABLES[imports].refusals)}
        (import_id, line, ${sql.ref(IMPORT_TABLES[imports].reference)}, reason)
      select ${id}, line, reference, reason
      from json_to_recordset(${rows}::json) as r (line int, reference text, reason text)`.execute(tx)

type Db = Store['db']

/** Of some dozens of lines each, in one transaction. */
const PIECES_AT_ONCE = 20
const LEAST_PAUSE_MS = 5
/** A start that stored nothing for so long has died with its process. */
const DEAD_AFTER_MS = 2 * 60_000

const RUNNING = 'Já há uma importação em andamento. Espere até que ela termine, ou cancele-a.'
const ENDED_MEANWHILE = 'A importação foi cancelada enquanto começava. Envie o arquivo de novo.'
const UNIQUE_VIOLATION = '23505'

const iso = (ms: number) => new Date(ms).toISOString()

/** For the row that says that an import runs: there is one of them at most. */
export function runningAsConflict(error: unknown): never {
  throw codeOf(error) === UNIQUE_VIOLATION ? new Refusal('conflict', RUNNING) : error
}

/** Ends starts whose process died: their lines are not whole, nothing of them was written, and they have personal data. */
export async function endDeadStarts(tx: Tx, imports: Imports, nowMs: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(imports)} set state = 'cancelled', ended_at = ${iso(nowMs)}
    where state = 'preparing' and touched_at < ${iso(nowMs - DEAD_AFTER_MS)}
    returning id`.execute(tx)
  for (const { id } of rows)
    await tx.deleteFrom(IMPORT_TABLES[imports].rows).where('import_id', '=', id).execute()
}

interface Stored {
  readonly imports: Imports
  readonly id: number
  readonly read: ReadUpload
}

/** Stores the lines; the background goes on with them. Throws Refusal `conflict` if the import was ended meanwhile. */
export async function storeLines(db: Db, { imports, id, read }: Stored, now: () => number): Promise<void> {
  await storePieces(db, { imports, id, insert: insertLine(imports, id), lines: read.good }, now)
  await storePieces(db, { imports, id, insert: insertRefusal(imports, id), lines: read.refused }, now)
  const begun = await sql`
    update ${sql.table(imports)} set state = 'running' where id = ${id} and state = 'preparing'`.execute(db)
  if (begun.numAffectedRows === 0n) throw new Refusal('conflict', ENDED_MEANWHILE)
}

interface Storing {
  readonly imports: Imports
  readonly id: number
  /** Stores one piece of the lines. */
  readonly insert: Insert
  readonly lines: PackedLines
}

async function storePieces(
  db: Db,
  { imports, id, insert, lines: { pieces } }: Storing,
  now: () => number,
): Promise<void> {
  for (let place = 0; place < pieces.length; place += PIECES_AT_ONCE) {
    const begun = performance.now()
    await db.transaction().execute(async (tx) => {
      const touched = await sql`
        update ${sql.table(imports)} set touched_at = ${iso(now())}
        where id = ${id} and state = 'preparing'`.execute(tx)
      if (touched.numAffectedRows === 0n) throw new Refusal('conflict', ENDED_MEANWHILE)
      for (const piece of pieces.slice(place, place + PIECES_AT_ONCE))
        await insert(tx, inflateRawSync(piece).toString())
    })
    await pause(Math.max(LEAST_PAUSE_MS, (performance.now() - begun) / 2))
  }
}

/** Throws Refusal `conflict` for an import that was ended before its first line was done: its call can be made anew. */
export async function requireBegun(db: Tx | Db, imports: Imports, id: number): Promise<void> {
  const { rows } = await sql<{ ended: boolean }>`
    select state = 'cancelled' and done = 0 and total > 0 as ended
    from ${sql.table(imports)}
    where id = ${id}`.execute(db)
  if (rows[0]?.ended === true) throw new Refusal('conflict', ENDED_MEANWHILE)
}
