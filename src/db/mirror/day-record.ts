/** What this device remembers of the user's day: which leads were in the queue, and which were put off. docs/rules.md#my-day */
import { z } from 'zod'
import type { MirrorDb } from '../schema/mirror.ts'
import { readMeta } from './meta.ts'

const NAME = 'day'

const recordSchema = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Uids of the leads that were in the queue on this day. */
  seen: z.array(z.string()),
  /** When a lead was put off without a schedule, epoch ms, by uid. */
  skips: z.record(z.string(), z.number()),
})
export type DayRecord = z.infer<typeof recordSchema>

/** The record of that day. Another day's is left behind. */
export async function dayRecord(db: MirrorDb, day: string): Promise<DayRecord> {
  const { data } = recordSchema.safeParse(await readMeta(db, NAME))
  return data?.day === day ? data : { day, seen: [], skips: {} }
}

const change = (db: MirrorDb, day: string, changed: (record: DayRecord) => DayRecord | null) =>
  db.transaction('rw', db.meta, async () => {
    const value = changed(await dayRecord(db, day))
    if (value !== null) await db.meta.put({ name: NAME, value })
  })

/** Adds the leads that are in the queue now. */
export const noteSeen = (db: MirrorDb, day: string, uids: readonly string[]): Promise<void> =>
  change(db, day, (record) => {
    const seen = new Set([...record.seen, ...uids])
    return seen.size === record.seen.length ? null : { ...record, seen: [...seen] }
  })

export const noteSkip = (db: MirrorDb, day: string, uid: string, atMs: number): Promise<void> =>
  change(db, day, (record) => ({ ...record, skips: { ...record.skips, [uid]: atMs } }))

export const dropSkip = (db: MirrorDb, day: string, uid: string): Promise<void> =>
  change(db, day, (record) => ({
    ...record,
    skips: Object.fromEntries(Object.entries(record.skips).filter(([one]) => one !== uid)),
  }))
