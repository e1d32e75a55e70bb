/**
 * Checks that the server decides each command by the settings and status flows as they are then, not as they were.
 * docs/rules.md#status-flow
 */
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../server/db/database.ts'
import { isRenewal } from '../../../src/domain/lead/channel-rules.ts'
import { nextStatus } from '../../../src/domain/lead/status.ts'
import type { Committed } from './witness.ts'

const entrySchema = z.object({ lead_uid: z.string(), command: z.string(), changes: z.unknown() })
const numberChange = z.object({ before: z.number().nullable(), after: z.number().nullable() })
const changesSchema = z.object({ status: numberChange.optional(), capture_on_time: numberChange.optional() })

/** With limits of these many hours every lead, or none, is captured in time. */
const EVERY_LEAD_HOURS = 10_000

/** Call right after a request, with its transactions: nothing else has written since. */
export async function expectPresentRules(
  db: Kysely<Database>,
  committed: readonly Committed[],
  tablet: number,
): Promise<void> {
  for (const { inserted } of committed)
    for (const { table, row } of inserted) {
      if (table !== 'timeline') continue
      const { lead_uid, command, changes } = entrySchema.parse(row)
      const { status, capture_on_time } = changesSchema.parse(
        typeof changes === 'string' ? JSON.parse(changes) : changes,
      )
      if (command !== 'lead.capture' && command !== 'lead.advance') continue
      const name = `${command} of tablet ${tablet} on ${lead_uid}`
      if (status !== undefined && status.before !== null)
        expect(status.after, `${name} follows another status flow than the channel's`).toBe(
          nextStatus(status.before, await flowOf(db, lead_uid)),
        )
      if (
        capture_on_time !== undefined &&
        (await hoursToCapture(db)) > EVERY_LEAD_HOURS &&
        !(await isOfRenewals(db, lead_uid))
      )
        expect(capture_on_time.after, `${name} is judged by an earlier time to capture`).toBe(1)
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

async function isOfRenewals(db: Kysely<Database>, leadUid: string): Promise<boolean> {
  const row = await db.selectFrom('leads').select('channel_id').where('uid', '=', leadUid).executeTakeFirst()
  return row === undefined || isRenewal(row.channel_id)
}

async function hoursToCapture(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'time_to_capture_on_time')
    .executeTakeFirst()
  return z.number().catch(0).parse(row?.value)
}
