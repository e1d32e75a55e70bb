/** What each step between capture and end sets: docs/rules.md#steps. Who may take it stands in lifecycle-problems. */
import type { Settings } from '../settings/settings.ts'
import { businessCalendar } from '../sla/business-calendar.ts'
import { onTimeFlag } from '../sla/on-time.ts'
import { wholeMinute } from '../time/sao-paulo.ts'
import type { Lead } from './lead.ts'
import { nextStatus, SOLD_PENDING } from './status.ts'

interface Step {
  readonly occurredAt: string
  readonly settings: Settings
  readonly statusFlow: readonly number[]
}

/** 'Negotiation button'. */
export const negotiate = (lead: Lead): Lead => ({ ...lead, status: 2, negociate: true })

/** 'Vendido com pendência': needs an observation, which is kept with the lead. */
export const pendingSell = (lead: Lead, observation: string): Lead => ({
  ...lead,
  status: 5,
  pending_sell: true,
  additional_information: observation,
})

/** 'Status progression': the following status of the channel's flow. */
export const advance = (lead: Lead, { statusFlow }: Step): Lead => ({
  ...lead,
  status: nextStatus(lead.status, statusFlow),
})

/**
 * 'Quote': quoted, and the next status, as far as a quote can bring it: a pending sale and the end have steps of their
 * own. The date is kept when the form has one; else it is to the minute, like the dates of the form that it is compared
 * with: a lead is quoted and ended in the same minute. `link`: whether it was opened, or waits for a connection. A link that
 * opens late changes nothing else: docs/rules.md#quote-link
 */
export function markQuoted(lead: Lead, step: Step, link: 'opened' | 'later' = 'opened'): Lead {
  const quote_link_pending = link === 'later'
  if (lead.quoted === 1 && lead.quote_link_pending) return { ...lead, quote_link_pending }
  const next = nextStatus(lead.status, step.statusFlow)
  return {
    ...lead,
    status: next < SOLD_PENDING ? next : lead.status,
    quoted: 1,
    quote_link_pending,
    quoted_date: lead.quoted_date ?? wholeMinute(step.occurredAt),
  }
}

/** 'Recover': in attendance again; its end is no longer true. */
export const recover = (lead: Lead): Lead => ({
  ...lead,
  state: 2,
  status: lead.quoted === 1 ? 4 : 3,
  end_lead_date: null,
  attendance_on_time: null,
  cancelled: false,
})

/** 'Finish': on time when the working hours since its creation are below the limit. */
export const finish = (lead: Lead, { occurredAt, settings }: Step): Lead => ({
  ...lead,
  state: 3,
  status: 6,
  end_lead_date: occurredAt,
  attendance_on_time: onTimeFlag(
    lead.create_lead_date,
    occurredAt,
    settings.time_to_finish_lead,
    businessCalendar(settings.business_hours),
  ),
})

/** docs/rules.md#cancellation */
export const cancel = (lead: Lead, { occurredAt }: Step): Lead => ({
  ...lead,
  state: 3,
  status: 6,
  sold: 0,
  cancelled: true,
  end_lead_date: occurredAt,
})

/** 'Deadline override'. */
export interface Deadlines {
  readonly capture_on_time: 0 | 1
  readonly first_call_on_time: 0 | 1
  readonly indication_on_time: 0 | 1
  readonly attendance_on_time: 0 | 1
}
export const setDeadlines = (lead: Lead, deadlines: Partial<Deadlines>): Lead => ({ ...lead, ...deadlines })
