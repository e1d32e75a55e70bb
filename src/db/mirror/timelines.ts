/**
 * Timelines, as last received from the server. The pull brings those of the user's own leads. The others are stored
 * when a user opens them.
 */
import type { TimelineEntry } from '../../contract/timeline.ts'
import type { MirrorDb } from './mirror.ts'

/** Returns undefined when this device never received the timeline. */
export async function timelineOf(db: MirrorDb, leadUid: string): Promise<TimelineEntry[] | undefined> {
  return (await db.timelines.get(leadUid))?.entries
}

/** Stores the timeline if the lead is on this device. The timeline is deleted with the lead. */
export async function keepTimeline(
  db: MirrorDb,
  leadUid: string,
  entries: readonly TimelineEntry[],
): Promise<void> {
  await db.transaction('rw', db.leads, db.timelines, async () => {
    if ((await db.leads.where('uid').equals(leadUid).count()) === 0) return
    await db.timelines.put({ lead_uid: leadUid, entries: [...entries] })
  })
}
