/**
 * Checks that the server decides each command by the settings and status flows as they are then, not as they were.
 * docs/rules.md#status-flow
 */
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../server/db/database.ts'
import { readLead } from '../../../server/queries/lead-row.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import { captureOnTime } from '../../../src/domain/lead/capture.ts'
import { isRenewal } from '../../../src/domain/lead/channel-rules.ts'
import { nextStatus } from '../../../src/domain/lead/status.ts'
import type { Committed } from './witness.ts'

const entrySchema = z.object({
  lead_uid: z.string(),
  command: z.string(),
  changes: z.unknown(),
  occurred_at: z.string(),
})
const numberChange = z.object({ before: z.number().nullable(), after: z.number().nullable() })
const changesSchema = z.object({ status: numberChange.optional(), capture_on_time: numberChange.optional() })

/** Call right after a request, with its transactions: nothing else has written since. */
export async function expectPresentRules(
  db: Kysely<Database>,
  committed: readonly Committed[],
  tablet: number,
): Promise<void> {
  for (const { inserted } of committed)
    for (const { table, row } of inserted) {
      if (table !== 'timeline') continue
      const { lead_uid, command, changes, occurred_at } = entrySchema.parse(row)
      const { status, capture_on_time } = changesSchema.parse(
        typeof changes === 'string' ? JSON.parse(changes) : changes,
      )
      if (command !== 'lead.capture' && command !== 'lead.advance') continue
      const name = `${command} of tablet ${tablet} on ${lead_uid}`
      if (status !== undefined && status.before !== null)
        expect(status.after, `${name} follows another status flow than the channel's`).toBe(
          nextStatus(status.before, await flowOf(db, lead_uid)),
        )
      const lead = capture_on_time === undefined ? null : await readLead(db, lead_uid)
      // A renewal lead is judged from its scheduling, which the capture has replaced.
      if (lead === null || isRenewal(lead.channel_id)) continue
      const settings = await readSettings(db)
      expect(capture_on_time?.after, `${name} is judged by an earlier time to capture`).toBe(
        captureOnTime(lead, { occurredAt: occurred_at, settings }),
      )
    }
}

async function flowOf(db: Kysely<Database>, leadUid: string): Promise<readonly number[]> {
  const row = await db
    .selectFrom('leads')
    .innerJoin('channels', 'channels.id', 'leads.channel_id')
    .select('status_flow')
    .where('leads.uid', '=', leadUid)
    .executeTakeFirst()
  return row?.status_flow ?? []
}
