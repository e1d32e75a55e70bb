/** New leads of a tab's counter: unclaimed and created in the last working hour. */
import type { Lead } from '../lead/lead.ts'
import { isInOrigin } from '../lead/lead-state.ts'
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { subtractWorkingMs } from '../sla/working-time.ts'
import { NEWS_WINDOW_MS } from './order.ts'

/** Returns the instant (epoch ms) after which leads count as new: one number for memory and SQL to compare with. */
export function newsSinceMs(nowMs: number, calendar: BusinessCalendar): number {
  return subtractWorkingMs(nowMs, NEWS_WINDOW_MS, calendar)
}

export function isNew(
  lead: Pick<Lead, 'state' | 'broker_id' | 'create_lead_date'>,
  nowMs: number,
  calendar: BusinessCalendar,
): boolean {
  const createdMs = Date.parse(lead.create_lead_date)
  if (!isInOrigin(lead) || lead.broker_id !== null) return false
  return createdMs <= nowMs && createdMs > newsSinceMs(nowMs, calendar)
}
