/**
 * Carries imports out in the background, batch by batch, so that the board stays quick. A batch is one transaction that
 * also takes its lines away: after a crash the next start goes on with the line that was not done. docs/rules.md#renewal-import
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { type GoodLine, renewalRowSchema } from '../../src/domain/renewals/rows.ts'
import type { AppContext } from '../app-context.ts'
import { batchPace } from '../batch-pace.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { codeOf, isTransient } from '../db/transient.ts'
import { keepLooking, type LoopWatch } from '../keep-looking.ts'
import { queueImportEnded } from '../push/queue.ts'
import { readSettings } from '../queries/settings.ts'
import { type BatchOutcome, importBatch } from './import-batch.ts'
import { endImport } from './imports.ts'

type Tx = Transaction<Database>
type ImportContext = Pick<AppContext, 'store' | 'now'>

/** Its locks are those of commands, and its transaction holds back what devices pull: two seconds would be noticed. */
const PACE = { first: 200, least: 20, most: 500, targetMs: 500 } as const
const EVERY_MS = 1000
const LEAST_PAUSE_MS = 20

const NOT_STORED = 'O banco de dados não aceitou esta linha'

/** The database refuses a value, so the line would fail again. */
const isRefusedByDatabase = (error: unknown) => /^2[23]/.test(codeOf(error))

/** Locks the running import; null: there is none, or another process works on it. */
async function takeImport(tx: Tx) {
  const found = await tx
    .selectFrom('renewal_imports')
    .select(['id', 'channel_id', 'inviter_id', 'partner_id', 'user_id'])
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found ?? null
}

async function nextLines(tx: Tx, importId: number, count: number): Promise<GoodLine[]> {
  const rows = await tx
    .selectFrom('renewal_import_rows')
    .select(['line', 'data'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .limit(count)
    .execute()
  return rows.map(({ line, data }) => ({ line, row: renewalRowSchema.parse(data) }))
}

async function settle(tx: Tx, importId: number, lines: readonly GoodLine[], outcome: BatchOutcome) {
  const { made, updated, unassigned, refused, undecided } = outcome
  await tx
    .deleteFrom('renewal_import_rows')
    .where('import_id', '=', importId)
    .where('line', '<=', lines.at(-1)?.line ?? 0)
    .execute()
  if (refused.length > 0)
    await tx
      .insertInto('renewal_import_refusals')
      .values(refused.map((refusal) => ({ import_id: importId, ...refusal })))
      .execute()
  await insertRows(
    tx,
    'renewal_import_decisions',
    undecided.map(({ row, ...each }) => ({ import_id: importId, ...each, data: row })),
  )
  await sql`
    update renewal_imports
    set done = done + ${lines.length}, made = made + ${made}, updated = updated + ${updated},
      unassigned = unassigned + ${unassigned}, refused = refused + ${refused.length}
    where id = ${importId}`.execute(tx)
}

interface Step {
  readonly count: number
  /** Refuses the lines instead of importing them: the database takes none of them. */
  readonly refuse: boolean
}

/** One batch in its transaction. False: nothing is left to do here. */
function step({ store: { db }, now }: ImportContext, { count, refuse }: Step): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const running = await takeImport(tx)
    if (running === null) return false
    const { id, user_id: userId, ...choices } = running
    const nowMs = now()
    const lines = await nextLines(tx, id, count)
    if (lines.length === 0) {
      await endImport(tx, { id, state: 'done', nowMs })
      await queueImportEnded(tx, userId, nowMs)
      return true
    }
    const outcome = refuse
      ? refusalOf(lines)
      : await importBatch(tx, lines, {
          choices,
          importer: { userId, nowMs, settings: await readSettings(tx) },
        })
    await settle(tx, id, lines, outcome)
    return true
  })
}

const refusalOf = (lines: readonly GoodLine[]): BatchOutcome => ({
  made: 0,
  updated: 0,
  unassigned: 0,
  undecided: [],
  refused: lines.map(({ line, row }) => ({
    line,
    policy_number: row.policy_number,
    reason: NOT_STORED,
  })),
})

export interface Pace {
  /** After each batch for half as long as it took: the board never waits for two in a row. */
  readonly pauses: boolean
  readonly stop: AbortSignal
}

/** A batch that the database refuses is repeated line by line, and the line that it refuses is left out. */
async function batch(context: ImportContext, count: number): Promise<boolean> {
  try {
    return await step(context, { count, refuse: false })
  } catch (error) {
    if (isTransient(error)) return true
    if (!isRefusedByDatabase(error)) throw error
  }
  for (let line = 0; line < count; line++) {
    try {
      if (!(await step(context, { count: 1, refuse: false }))) return false
    } catch (error) {
      if (isTransient(error)) continue
      if (!isRefusedByDatabase(error)) throw error
      await step(context, { count: 1, refuse: true })
    }
  }
  return true
}

/** Imports until nothing is left. Throws what the database throws; the next call goes on there. */
export async function importDue(context: ImportContext, { pauses, stop }: Pace): Promise<void> {
  const pace = batchPace(PACE)
  while (!stop.aborted) {
    const begun = performance.now()
    if (!(await batch(context, pace.rows()))) return
    pace.took(performance.now() - begun)
    if (pauses) await pause(Math.max(LEAST_PAUSE_MS, (performance.now() - begun) / 2))
  }
}

/** Looks for imports every second. Returns a function that stops after the running batch. */
export function keepImporting(context: ImportContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(EVERY_MS, (stop) => importDue(context, { pauses: true, stop }), watch)
}
