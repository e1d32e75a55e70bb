/** The import of renewals as work of the background. docs/rules.md#renewal-import */
import { renewalRowSchema } from '../../src/domain/renewals/rows.ts'
import { type BatchContext, carryOut, type Pace } from '../imports/batch-loop.ts'
import { batchesOf } from '../imports/lifecycle.ts'
import { queueImportEnded } from '../push/queue.ts'
import { readSettings } from '../queries/settings.ts'
import { importBatch } from './import-batch.ts'

const renewalWork = batchesOf({
  imports: 'renewal_imports',
  take: (tx) =>
    tx
      .selectFrom('renewal_imports')
      .select(['id', 'channel_id', 'inviter_id', 'partner_id', 'user_id'])
      .where('state', '=', 'running')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  referenceOf: (data) => renewalRowSchema.parse(data).policy_number,
  importLines: async (tx, { id: _id, user_id: userId, ...choices }, { lines, nowMs }) =>
    importBatch(
      tx,
      lines.map(({ line, data }) => ({ line, row: renewalRowSchema.parse(data) })),
      { choices, importer: { userId, nowMs, settings: await readSettings(tx) } },
    ),
  ended: (tx, { user_id }, nowMs) => queueImportEnded(tx, user_id, nowMs),
})

/** Imports until nothing is left. Throws what the database throws; the next call goes on there. */
export const importRenewalsDue = (context: BatchContext, pace: Pace): Promise<void> =>
  carryOut(context, renewalWork, pace)
