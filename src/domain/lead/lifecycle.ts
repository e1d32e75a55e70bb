/** What each step between capture and end sets: docs/rules.md#steps. lifecycle-problems.ts decides who may take it. */
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

/** 'Negociação'. */
export const negotiate = (lead: Lead): Lead => ({ ...lead, status: 2, negociate: true })

/** 'Vendido com pendência'. The observation becomes the lead's notes. */
export const pendingSell = (lead: Lead, observation: string): Lead => ({
  ...lead,
  status: 5,
  pending_sell: true,
  additional_information: observation,
})

/** Sets the next status of the channel's flow. */
export const advance = (lead: Lead, { statusFlow }: Step): Lead => ({
  ...lead,
  status: nextStatus(lead.status, statusFlow),
})

/**
 * 'Cotar': marks the lead quoted and sets the next status, if that is below 5: a pending sale and the end have steps of
 * their own. A date from the form stays. Otherwise the date is now, to the minute like the form's other dates, so that
 * a lead can be quoted and ended within one minute. `link`: the link was opened, or waits for a connection.
 * Opening it later changes nothing else: docs/rules.md#quote-link.
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

/** 'Recuperar': the lead is in attendance again, without end date and flag. */
export const recover = (lead: Lead): Lead => ({
  ...lead,
  state: 2,
  status: lead.quoted === 1 ? 4 : 3,
  end_lead_date: null,
  attendance_on_time: null,
  cancelled: false,
})

/** 'Finalizar'. On time when fewer working hours than the limit passed since the creation. */
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

/** 'Cancelar': docs/rules.md#cancellation */
export const cancel = (lead: Lead, { occurredAt }: Step): Lead => ({
  ...lead,
  state: 3,
  status: 6,
  sold: 0,
  cancelled: true,
  end_lead_date: occurredAt,
})

/** 'Alterar Prazos'. */
export interface Deadlines {
  readonly capture_on_time: 0 | 1
  readonly first_call_on_time: 0 | 1
  readonly indication_on_time: 0 | 1
  readonly attendance_on_time: 0 | 1
}
export const setDeadlines = (lead: Lead, deadlines: Partial<Deadlines>): Lead => ({ ...lead, ...deadlines })
