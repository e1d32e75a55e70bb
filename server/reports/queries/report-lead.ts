/** The fields of `src/domain/reports/report-lead.ts` as arguments of json_build_object. */
import { sql } from 'kysely'

/** Over the client `c` as the user sees it. */
export const clientSql = sql`'client', json_build_object('name', c.name, 'phone', c.phone, 'cellphone', c.cellphone)`
/** Over `users b`. */
export const brokerSql = sql`'broker', case when b.id is not null then
  json_build_object('id', b.id, 'name', b.name, 'phone', b.phone) end`
/** Over `partners p`. */
export const partnerSql = sql`'partner', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end`

/** Over `leads l`, `c`, `b`, `p` and `channels h`. */
export const leadSql = sql`
  ${clientSql}, ${brokerSql}, ${partnerSql}, 'channel', json_build_object('id', h.id, 'name', h.name),
  'create_lead_date', l.create_lead_date, 'capture_date', l.capture_date, 'first_call_date', l.first_call_date,
  'end_lead_date', l.end_lead_date, 'state', l.state, 'status', l.status, 'sold', l.sold, 'lost_sale', l.lost_sale,
  'capture_on_time', l.capture_on_time, 'first_call_on_time', l.first_call_on_time,
  'indication_on_time', l.indication_on_time, 'attendance_on_time', l.attendance_on_time,
  'client_info', json_build_object('client_name', c.name, 'client_cpf', coalesce(c.cpf, '')),
  'product', l.product, 'product_details', l.product_details,
  'lead_scheduling', case when l.scheduling_date is not null then
    json_build_object('lead_id', l.id, 'status', coalesce(l.scheduling_status, 0), 'scheduling_date', l.scheduling_date)
  end`
