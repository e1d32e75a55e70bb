/** The import of lists as work of the background: one batch of lines in its transaction. docs/rules.md#any-import */
import { sql } from 'kysely'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import {
  clientRowSchema,
  leadRowSchema,
  partnerRowSchema,
  userRowSchema,
} from '../../src/domain/imports/rows.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { readSettings } from '../queries/settings.ts'
import { type BatchWork, NOT_STORED } from './batch-loop.ts'
import { importClients } from './clients.ts'
import { endImport } from './imports.ts'
import { SEVERAL_PEOPLE } from './known-people.ts'
import { importLeads } from './leads.ts'
import { importPartners } from './partners.ts'
import { recordRows } from './records.ts'
import type { ImportRun, RunOutcome } from './run.ts'
import { importUsers } from './users.ts'

/** Locks the running import; undefined: there is none, or another process works on it. */
const takeImport = (tx: Tx) =>
  tx
    .selectFrom('imports')
    .select(['id', 'list', 'source', 'user_id'])
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

const nextLines = (tx: Tx, importId: number, count: number) =>
  tx
    .selectFrom('import_rows')
    .select(['line', 'data'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .limit(count)
    .execute()

export interface Stored {
  readonly line: number
  readonly data: unknown
}

/** Each list reads its lines with the schema of its rows. */
const LISTS: Readonly<Record<ImportList, (run: ImportRun, lines: readonly Stored[]) => Promise<RunOutcome>>> =
  {
    clients: (run, lines) =>
      importClients(
        run,
        lines.map((each) => ({ line: each.line, row: clientRowSchema.parse(each.data) })),
      ),
    leads: (run, lines) =>
      importLeads(
        run,
        lines.map((each) => ({ line: each.line, row: leadRowSchema.parse(each.data) })),
      ),
    users: (run, lines) =>
      importUsers(
        run,
        lines.map((each) => ({ line: each.line, row: userRowSchema.parse(each.data) })),
      ),
    partners: (run, lines) =>
      importPartners(
        run,
        lines.map((each) => ({ line: each.line, row: partnerRowSchema.parse(each.data) })),
      ),
  }

/** Imports lines of a list, whoever asks for it: the background, or a person's decision. */
export const importLines = (
  list: ImportList,
  run: ImportRun,
  lines: readonly Stored[],
): Promise<RunOutcome> => LISTS[list](run, lines)

/** Keeps what became of lines. */
export async function keepOutcome(
  tx: Tx,
  importId: number,
  lines: readonly Stored[],
  outcome: RunOutcome,
): Promise<void> {
  const { made, updated, existing, refused, undecided, written } = outcome
  await insertRows(
    tx,
    'import_refusals',
    refused.map((row) => ({ import_id: importId, ...row })),
  )
  const dataOf = new Map(lines.map(({ line, data }) => [line, data]))
  await insertRows(
    tx,
    'import_decisions',
    undecided.map(({ line, client_uids }) => ({
      import_id: importId,
      line,
      data: dataOf.get(line),
      reason: SEVERAL_PEOPLE,
      client_uids,
    })),
  )
  await recordRows(tx, importId, written)
  await sql`
    update imports
    set made = made + ${made}, updated = updated + ${updated}, existing = existing + ${existing},
      refused = refused + ${refused.length}
    where id = ${importId}`.execute(tx)
}

async function settle(
  tx: Tx,
  importId: number,
  lines: readonly Stored[],
  outcome: RunOutcome,
): Promise<void> {
  await tx
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('line', '<=', lines.at(-1)?.line ?? 0)
    .execute()
  await keepOutcome(tx, importId, lines, outcome)
  await sql`update imports set done = done + ${lines.length} where id = ${importId}`.execute(tx)
}

const refusalOf = (lines: readonly Stored[]): RunOutcome => ({
  made: 0,
  updated: 0,
  existing: 0,
  written: [],
  undecided: [],
  refused: lines.map(({ line }) => ({ line, old_number: '', reason: NOT_STORED })),
})

/** One batch of the running import. */
export const importWork: BatchWork = async ({ tx, count, refuse, nowMs }) => {
  const running = await takeImport(tx)
  if (running === undefined) return false
  const lines = await nextLines(tx, running.id, count)
  if (lines.length === 0) {
    await endImport(tx, { id: running.id, state: 'done', nowMs })
    return true
  }
  const outcome = refuse
    ? refusalOf(lines)
    : await importLines(
        running.list,
        {
          tx,
          importId: running.id,
          source: running.source,
          userId: running.user_id,
          nowMs,
          settings: await readSettings(tx),
        },
        lines,
      )
  await settle(tx, running.id, lines, outcome)
  return true
}
