/** A lead as 'E se?' judges it, from the device's row or from a row of the report's kept answer. docs/rules.md#what-if */
import type { Lead } from '../../lead/lead.ts'
import { personalScheduling } from '../../lead/scheduling.ts'

export type Flag = 0 | 1 | null

export interface JudgedLead {
  readonly id: number | null
  readonly client: string
  readonly broker: number | null
  readonly channel: number
  /** Epoch ms. */
  readonly created: number
  readonly captured: number | null
  readonly called: number | null
  readonly captureFlag: Flag
  readonly callFlag: Flag
  /** From when the capture of a renewal counts, epoch ms; null: it is not known any more. */
  readonly renewalFrom: number | null
  /** YYYY-MM-DD. */
  readonly policyEnd: string | null
}

export const instantMs = (instant: string | null): number | null =>
  instant === null ? null : Date.parse(instant)

type Scheduled = Pick<Lead, 'create_lead_date' | 'capture_date' | 'lead_scheduling'>

/**
 * The scheduling of the capture counts, and the row has the last one. Schedulings lie ahead when they are made, so the last
 * one was there at the capture if its date had come by then. One of a later date may be newer than the capture.
 */
function renewalFrom(lead: Scheduled): number | null {
  const last = personalScheduling(lead)
  if (last === null) return Date.parse(lead.create_lead_date)
  const at = Date.parse(last.scheduling_date)
  return lead.capture_date !== null && at <= Date.parse(lead.capture_date) ? at : null
}

export const judgedLead = (lead: Lead): JudgedLead => ({
  id: lead.id,
  client: lead.client_name,
  broker: lead.broker_id,
  channel: lead.channel_id,
  created: Date.parse(lead.create_lead_date),
  captured: instantMs(lead.capture_date),
  called: instantMs(lead.first_call_date),
  captureFlag: lead.capture_on_time,
  callFlag: lead.first_call_on_time,
  renewalFrom: renewalFrom(lead),
  policyEnd: lead.old_end_of_validity,
})
