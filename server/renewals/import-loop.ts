/**
 * The import of renewals as work of the background, batch by batch (`server/imports/batch-loop.ts`).
 * docs/rules.md#renewal-import
 */
import { type GoodLine, renewalRowSchema } from '../../src/domain/renewals/rows.ts'
import type { Tx } from '../db/database.ts'
import { type BatchContext, type BatchWork, carryOut, NOT_STORED, type Pace } from '../imports/batch-loop.ts'
import { queueImportEnded } from '../push/queue.ts'
import { readSettings } from '../queries/settings.ts'
import type { BatchOutcome } from './batch-outcome.ts'
import { importBatch } from './import-batch.ts'
import { endImport, noteOutcome } from './imports.ts'

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
  await tx
    .deleteFrom('renewal_import_rows')
    .where('import_id', '=', importId)
    .where('line', '<=', lines.at(-1)?.line ?? 0)
    .execute()
  await noteOutcome(tx, importId, outcome, lines.length)
}

/** One batch of the running import. */
const renewalWork: BatchWork = async ({ tx, count, refuse, nowMs }) => {
  const running = await takeImport(tx)
  if (running === null) return false
  const { id, user_id: userId, ...choices } = running
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

/** Imports until nothing is left. Throws what the database throws; the next call goes on there. */
export const importDue = (context: BatchContext, pace: Pace): Promise<void> =>
  carryOut(context, renewalWork, pace)
