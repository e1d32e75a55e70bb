/** What was done to a lead, as the server last told it: by the pull for the user's own, else when it was last looked at. */
import type { TimelineEntry } from '../../contract/timeline.ts'
import type { MirrorDb } from './mirror.ts'

/** undefined: this device was never told. */
export async function timelineOf(db: MirrorDb, leadUid: string): Promise<TimelineEntry[] | undefined> {
  return (await db.timelines.get(leadUid))?.entries
}

/** Kept only for a lead that is on this device, and for as long as it is. */
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
