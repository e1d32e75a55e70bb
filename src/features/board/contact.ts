/** How the client of a lead is reached, and by whom: cards, the view and the day show the same. docs/rules.md#calls */
import type { Lead } from '../../domain/lead/lead.ts'
import { callProblem } from '../../domain/lead/lifecycle-problems.ts'
import { callablePhones, telLink, whatsappLink } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

/** With two numbers a call asks which one. A user who attends the lead calls by the app, which records the call. */
export function contactOf(lead: Lead, user: SessionUser) {
  const phones = callablePhones({ cellphone: lead.client_cellphone, phone: lead.client_phone })
  const shown = lead.client_cellphone || lead.client_phone
  return {
    phones,
    /** The number that is shown, '' where there is none. */
    shown,
    first: phones[0]?.phone ?? '',
    tel: telLink(phones[0]?.phone ?? ''),
    whatsapp: whatsappLink(shown),
    attends: callProblem(lead, user) === null,
    asks: phones.length > 1,
  }
}
