/**
 * Timelines, as last received from the server: kept answers that stay as long as their lead. The pull brings those of
 * the user's own leads. The others are kept when a user opens them.
 */
import { z } from 'zod'
import { type TimelineEntry, timelineEntrySchema } from '../../contract/timeline.ts'
import type { MirrorDb } from '../schema/mirror.ts'

export const timelineKey = (leadUid: string) => `timeline ${leadUid}`

/** As `timelineRoute` answers it. */
const keptSchema = z.object({ data: z.array(timelineEntrySchema) })

/** Returns undefined for each timeline that this device never received. */
export async function timelinesOf(
  db: MirrorDb,
  leadUids: readonly string[],
): Promise<(TimelineEntry[] | undefined)[]> {
  const records = await db.answers.bulkGet(leadUids.map(timelineKey))
  return records.map((record) => keptSchema.safeParse(record?.value).data?.data)
}

/** What the day asks of an entry: cheaper than the whole timelines of a brokerage. */
const actsSchema = z.object({
  data: z.array(
    z.object({
      command: z.string(),
      occurred_at: z.string(),
      user: z.object({ id: z.number() }).nullable(),
    }),
  ),
})

interface KeptAct {
  readonly command: string
  /** ISO 8601. */
  readonly occurredAt: string
  /** null: no user, such as an import of the server. */
  readonly userId: number | null
}

/** Who did what to each lead, by the timelines that this device has received. */
export async function actsOf(db: MirrorDb, leadUids: readonly string[]): Promise<KeptAct[][]> {
  const records = await db.answers.bulkGet(leadUids.map(timelineKey))
  return records.map((record) =>
    (actsSchema.safeParse(record?.value).data?.data ?? []).map(({ command, occurred_at, user }) => ({
      command,
      occurredAt: occurred_at,
      userId: user?.id ?? null,
    })),
  )
}

/** Stores the timelines that a pull brings. Runs inside the transaction that stores their leads. */
export async function takeTimelines(
  db: MirrorDb,
  timelines: readonly { readonly lead_uid: string; readonly entries: readonly TimelineEntry[] }[],
  at: number,
): Promise<void> {
  await db.answers.bulkPut(
    timelines.map(({ lead_uid, entries }) => ({
      key: timelineKey(lead_uid),
      at,
      value: { data: entries },
      about: [lead_uid],
    })),
  )
}
