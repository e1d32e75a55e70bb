/**
 * The lines of an import are stored in short transactions, so that other work does not wait for a file of 100,000 lines. Until
 * the last one the import is 'preparing': a start that dies leaves nothing that could be imported. docs/rules.md#any-import
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Store } from '../db/store.ts'
import { codeOf } from '../db/transient.ts'
import { HttpError } from '../http/errors.ts'

type Db = Store['db']

/** Lines that one transaction stores. */
const LINES_AT_ONCE = 2000
const LEAST_PAUSE_MS = 5
/** A start that stored nothing for so long has died with its process. */
const DEAD_AFTER_MS = 2 * 60_000

const RUNNING = 'Já há uma importação em andamento. Espere até que ela termine, ou cancele-a.'
const ENDED_MEANWHILE = 'A importação foi cancelada enquanto começava. Envie o arquivo de novo.'
const UNIQUE_VIOLATION = '23505'

/** The imports, with the tables of their lines. */
const LINES = { imports: 'import_rows', renewal_imports: 'renewal_import_rows' } as const
type Imports = keyof typeof LINES

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
  for (const { id } of rows) await tx.deleteFrom(LINES[imports]).where('import_id', '=', id).execute()
}

interface Stored {
  readonly imports: Imports
  readonly id: number
  /** The good lines, and the refused ones for their table. */
  readonly lines: readonly object[]
  readonly refusals: {
    readonly table: 'import_refusals' | 'renewal_import_refusals'
    readonly rows: readonly object[]
  }
}

/** Stores the lines; the background goes on with them. Throws HttpError 409 if the import was ended meanwhile. */
export async function storeLines(
  db: Db,
  { imports, id, lines, refusals }: Stored,
  now: () => number,
): Promise<void> {
  await storeRows(db, { imports, id, table: LINES[imports], rows: lines }, now)
  await storeRows(db, { imports, id, ...refusals }, now)
  const begun = await sql`
    update ${sql.table(imports)} set state = 'running' where id = ${id} and state = 'preparing'`.execute(db)
  if (begun.numAffectedRows === 0n) throw new HttpError(409, 'conflict', ENDED_MEANWHILE)
}

interface Storing {
  readonly imports: Imports
  readonly id: number
  readonly table: 'import_rows' | 'renewal_import_rows' | Stored['refusals']['table']
  readonly rows: readonly object[]
}

async function storeRows(db: Db, { imports, id, table, rows }: Storing, now: () => number): Promise<void> {
  for (let place = 0; place < rows.length; place += LINES_AT_ONCE) {
    const begun = performance.now()
    await db.transaction().execute(async (tx) => {
      const touched = await sql`
        update ${sql.table(imports)} set touched_at = ${iso(now())}
        where id = ${id} and state = 'preparing'`.execute(tx)
      if (touched.numAffectedRows === 0n) throw new HttpError(409, 'conflict', ENDED_MEANWHILE)
      await insertRows(
        tx,
        table,
        rows.slice(place, place + LINES_AT_ONCE).map((row) => ({ import_id: id, ...row })),
      )
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
