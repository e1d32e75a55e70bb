/** The timeline of a lead on the server. The device keeps its own copy (src/db/mirror/timelines.ts). */
import { type TimelineEntry, timelineSchema } from '../contract/timeline.ts'
import { type CallResult, call, mapResult } from './http.ts'

/** Returns the entries, latest first. */
export async function leadTimeline(token: string, leadId: number): Promise<CallResult<TimelineEntry[]>> {
  return mapResult(await call(`leads/${leadId}/timeline`, timelineSchema, { token }), ({ data }) => data)
}
