/** The table of 'Relatório de Renovações': docs/rules.md#report-renewals */
import { sql } from 'kysely'
import { type RenewalRow, renewalRowSchema } from '../../../src/domain/reports/renewals.ts'
import { foldedOrderSql, nameOrderSql } from '../../queries/name-order.ts'
import type { LeadTable } from './lead-pages.ts'
import { dayOfSql } from './renewal-channels.ts'

/** Who has `leads l`, else who had the policy before. The policy is read only for a lead without a broker. */
export const HOLDER = sql<number | null>`coalesce(l.broker_id, (
  select p.previous_broker_id
  from renewals p
  where p.lead_uid = l.uid))`

const DAYS = sql`(l.old_end_of_validity - ${dayOfSql(sql`l.capture_date`)})`
const SOLD_DATE = sql`case when l.state = 3 and l.sold = 1 then coalesce(l.sold_date, l.end_lead_date) end`

/** The name in the catalogue, whatever the file's spelling: docs/rules.md#insurers */
const INSURER = sql`coalesce(
  (select i.name
    from insurer_aliases a
    join insurers i on i.id = a.insurer_id
    where a.key = insurer_key(l.old_insurer)),
  l.old_insurer)`

export const RENEWAL_LEADS: LeadTable<RenewalRow> = {
  schema: renewalRowSchema,
  row: sql`json_build_object(
    'id', l.id, 'client_name', c.name, 'broker_id', b.id, 'broker_name', b.name, 'channel_id', k.id,
    'channel', k.name, 'end_of_validity', l.old_end_of_validity, 'insurer', ${INSURER},
    'capture_date', l.capture_date, 'days_before_end', ${DAYS}, 'state', l.state, 'status', l.status,
    'sold', l.sold, 'sold_date', ${SOLD_DATE})`,
  joins: sql`
    left join users b on b.id = ${HOLDER}
    left join channels k on k.id = l.channel_id`,
  orders: {
    id: sql`l.id`,
    client_name: foldedOrderSql(sql`c.name_folded`),
    broker_name: nameOrderSql(sql`b.name`),
    channel: nameOrderSql(sql`k.name`),
    end_of_validity: sql`l.old_end_of_validity`,
    insurer: nameOrderSql(INSURER),
    capture_date: sql`l.capture_date`,
    days_before_end: DAYS,
    status: sql`l.status`,
    sold_date: SOLD_DATE,
  },
  order: 'end_of_validity',
}
