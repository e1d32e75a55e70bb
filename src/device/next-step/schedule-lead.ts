/** A scheduling by one tap: docs/rules.md#my-day */
import type { Lead } from '../../domain/lead/lead.ts'
import { isOpenScheduling } from '../../domain/lead/lead-state.ts'
import { SCHEDULED_MESSAGE } from '../../domain/lead/scheduling.ts'
import { FAILED, runCommandWithToast } from '../run-command-with-toast.ts'

/** Opens the lead's scheduling at that time, and keeps what was agreed. Returns whether it is stored. */
export function scheduleLead(userId: number, lead: Lead, atMs: number): Promise<boolean> {
  const { lead_scheduling: last } = lead
  return runCommandWithToast(
    userId,
    'lead.schedule',
    {
      lead_uid: lead.uid,
      scheduling_date: new Date(atMs).toISOString(),
      description: isOpenScheduling(last) ? (last?.description ?? '') : '',
    },
    { done: SCHEDULED_MESSAGE, failed: FAILED },
  )
}
