/** An import of a list, or of expiring policies, as its lines are done: batch by batch, noted, ended. docs/rules.md#any-import */
import { sql } from 'kysely'
import type { ImportState } from '../../src/contract/imports.ts'
import { notFound } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { audit } from '../records/audit.ts'
import { type BatchWork, NOT_STORED } from './batch-loop.ts'
import type { RefusedRow } from './run.ts'
import { IMPORT_TABLES, type Imports } from './tables.ts'

export interface Asking {
  readonly user: { readonly id: number }
  readonly nowMs: number
}

export interface OneImport<One extends Imports = Imports> {
  readonly imports: One
  readonly id: number
}

export interface Stored {
  readonly line: number
  readonly data: unknown
}

type Counter = 'made' | 'updated' | 'existing' | 'unassigned'
type Counted<Counters extends Counter> = {
  readonly [Name in Counter]?: Name extends Counters ? number : never
} & {
  readonly refused: readonly RefusedRow[]
  /** Lines for a person, as the table of decisions has them. */
  readonly undecided: readonly object[]
}

/** What became of lines. Each number is added to the column of its name. */
export interface Outcomes {
  readonly imports: Counted<'made' | 'updated' | 'existing'>
  readonly renewal_imports: Counted<'made' | 'updated' | 'unassigned'>
}

/** Writes what became of lines: of a batch, which counts as done, or of lines that had waited for a person. */
export async function noteOutcome<One extends Imports>(
  tx: Tx,
  one: OneImport<One>,
  outcome: Outcomes[One],
  done = 0,
): Promise<void> {
  const { imports, id }: OneImport = one
  const { refused, undecided, ...counted }: Outcomes[Imports] = outcome
  const { refusals, decisions, reference } = IMPORT_TABLES[imports]
  await insertRows(
    tx,
    refusals,
    refused.map(({ line, reference: known, reason }) => ({
      import_id: id,
      line,
      [reference]: known,
      reason,
    })),
  )
  await insertRows(
    tx,
    decisions,
    undecided.map((row) => ({ import_id: id, ...row })),
  )
  const more = Object.entries({ ...counted, done, refused: refused.length }).map(
    ([counter, count]) => sql`${sql.ref(counter)} = ${sql.ref(counter)} + ${count}`,
  )
  await sql`update ${sql.table(imports)} set ${sql.join(more)} where id = ${id}`.execute(tx)
}

interface Work<Running, One extends Imports> {
  readonly imports: One
  /** Locks the running import; undefined: there is none, or another process works on it. */
  readonly take: (tx: Tx) => Promise<Running | undefined>
  /** By what a refused line is known. */
  readonly referenceOf: (data: unknown) => string
  readonly importLines: (
    tx: Tx,
    running: Running,
    batch: { readonly lines: readonly Stored[]; readonly nowMs: number },
  ) => Promise<Outcomes[One]>
  readonly ended?: (tx: Tx, running: Running, nowMs: number) => Promise<void>
}

/** The batches of the import that runs. */
export const batchesOf =
  <Running extends { readonly id: number }, One extends Imports>(work: Work<Running, One>): BatchWork =>
  async ({ tx, count, refuse, nowMs }) => {
    const running = await work.take(tx)
    if (running === undefined) return false
    const { id } = running
    const one = { imports: work.imports, id }
    const lines = await nextLines(tx, one, count)
    if (lines.length === 0) {
      await endImport(tx, one, { state: 'done', nowMs })
      await work.ended?.(tx, running, nowMs)
      return true
    }
    const outcome = refuse
      ? { refused: refusalsOf(lines, work.referenceOf), undecided: [] }
      : await work.importLines(tx, running, { lines, nowMs })
    await sql`
      delete from ${sql.table(IMPORT_TABLES[work.imports].rows)}
      where import_id = ${id} and line <= ${lines.at(-1)?.line ?? 0}`.execute(tx)
    await noteOutcome(tx, one, outcome, lines.length)
    return true
  }

async function nextLines(tx: Tx, { imports, id }: OneImport, count: number): Promise<readonly Stored[]> {
  const { rows } = await sql<Stored>`
    select line, data
    from ${sql.table(IMPORT_TABLES[imports].rows)}
    where import_id = ${id}
    order by line
    limit ${count}`.execute(tx)
  return rows
}

const refusalsOf = (lines: readonly Stored[], referenceOf: (data: unknown) => string): RefusedRow[] =>
  lines.map(({ line, data }) => ({ line, reference: referenceOf(data), reason: NOT_STORED }))

/** An import, locked. Throws Refusal `not_found`. */
export async function lockImport(tx: Tx, { imports, id }: OneImport) {
  const { rows } = await sql<{ state: ImportState; done: number; total: number; ended_at: string | null }>`
    select state, done, total, ended_at from ${sql.table(imports)} where id = ${id} for update`.execute(tx)
  const [found] = rows
  if (found === undefined) throw notFound()
  return found
}

/** Ends a running import after the batch that runs. What was imported stays. */
export async function cancelImport(tx: Tx, one: OneImport, { user, nowMs }: Asking): Promise<void> {
  const { ended_at: _ended, ...before } = await lockImport(tx, one)
  if (before.state !== 'running' && before.state !== 'preparing') return
  await endImport(tx, one, { state: 'cancelled', nowMs })
  const after = { ...before, state: 'cancelled' }
  await audit(tx, { user, action: 'update', entity: one.imports, id: one.id, before, after })
}

/** The lines that wait go: they have personal data. */
async function endImport(
  tx: Tx,
  { imports, id }: OneImport,
  { state, nowMs }: { readonly state: 'done' | 'cancelled'; readonly nowMs: number },
): Promise<void> {
  await sql`delete from ${sql.table(IMPORT_TABLES[imports].rows)} where import_id = ${id}`.execute(tx)
  await sql`
    update ${sql.table(imports)} set state = ${state}, ended_at = ${new Date(nowMs).toISOString()}
    where id = ${id}`.execute(tx)
}
