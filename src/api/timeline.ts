/** What was done to a lead, as the server has it now. The device keeps its own copy (db/timelines). */
import { type TimelineEntry, timelineSchema } from '../contract/timeline.ts'
import { type CallResult, call, mapResult } from './http.ts'

/** The latest first. */
export async function leadTimeline(token: string, leadId: number): Promise<CallResult<TimelineEntry[]>> {
  return mapResult(await call(`leads/${leadId}/timeline`, timelineSchema, { token }), ({ data }) => data)
}
