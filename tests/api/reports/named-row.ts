/** What a row about a lead has under the names of the API: src/domain/reports/report-lead.ts */
import type { ReportLead } from './data/lead-row.ts'
import { nameOf, PARTNERS } from './data/people.ts'

/** All users of the data set have the same phone. */
const PHONE = '31988887777'

export const namedClient = ({ client: { name, phone, cellphone } }: ReportLead) => ({
  name,
  phone,
  cellphone,
})

export function namedBroker({ broker_id }: ReportLead) {
  return broker_id === null ? null : { id: broker_id, name: nameOf(broker_id), phone: PHONE }
}

export function namedPartner({ partner_id }: ReportLead) {
  const partner = PARTNERS.find(({ id }) => id === partner_id)
  return partner === undefined ? null : { id: partner.id, name: partner.name }
}

/** The fields that the rows of leads have in calls and lost sales. */
export const namedLead = (lead: ReportLead) => ({
  client: namedClient(lead),
  broker: namedBroker(lead),
  partner: namedPartner(lead),
  channel: { id: lead.channel_id },
  state: lead.state,
  status: lead.status,
  sold: lead.sold,
  lost_sale: lead.lost_sale,
  capture_on_time: lead.capture_on_time,
  first_call_on_time: lead.first_call_on_time,
  indication_on_time: lead.indication_on_time,
  attendance_on_time: lead.attendance_on_time,
  client_info: { client_name: lead.client.name, client_cpf: lead.client.cpf },
  product: lead.product,
  product_details: lead.product_details,
  lead_scheduling:
    lead.scheduling_date === null
      ? null
      : { lead_id: lead.id, status: lead.scheduling_status ?? 0, scheduling_date: lead.scheduling_date },
})
