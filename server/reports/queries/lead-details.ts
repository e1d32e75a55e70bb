/** The table of leads below the summaries of the indication reports: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { isStaffScope } from '../../../src/domain/lead/seen-columns.ts'
import { type ReferralRow, referralRowSchema } from '../../../src/domain/reports/lead-rows.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { foldedOrderSql, nameOrderSql } from '../../queries/name-order.ts'
import { type LeadTable, leadBatchesOf, leadPage, type Page } from './lead-pages.ts'

const ORDERS: Readonly<Record<Exclude<keyof ReferralRow, 'insurance_details'>, RawBuilder<unknown>>> = {
  id: sql`l.id`,
  client_name: foldedOrderSql(sql`c.name_folded`),
  product: nameOrderSql(sql`l.product`),
  create_lead_date: sql`l.create_lead_date`,
  proposal_date: sql`l.proposal_date`,
  capture_date: sql`l.capture_date`,
  capture_on_time: sql`l.capture_on_time`,
  end_lead_date: sql`l.end_lead_date`,
  attendance_on_time: sql`l.attendance_on_time`,
  state: sql`l.state`,
  status: sql`l.status`,
  sold: sql`l.sold`,
  broker_id: sql`l.broker_id`,
  broker_name: nameOrderSql(sql`b.name`),
}

const referralsFor = (user: SessionUser): LeadTable<ReferralRow> => ({
  schema: referralRowSchema,
  row: sql`json_build_object(
    'id', l.id, 'client_name', c.name, 'product', l.product, 'create_lead_date', l.create_lead_date,
    'proposal_date', l.proposal_date, 'capture_date', l.capture_date, 'capture_on_time', l.capture_on_time,
    'end_lead_date', l.end_lead_date, 'attendance_on_time', l.attendance_on_time, 'state', l.state,
    'status', l.status, 'sold', l.sold, 'broker_id', b.id, 'broker_name', b.name,
    'insurance_details', ${isStaffScope(scopeOf(user)) ? sql`l.insurance_details` : sql`null`})`,
  joins: sql`left join users b on b.id = l.broker_id`,
  orders: ORDERS,
  order: '-create_lead_date',
  filled: ['id', 'create_lead_date'],
})

/** Returns a page of the leads that meet the condition, and how many do: `counted`, or else it counts them. */
export const leadDetails = (
  db: Reader,
  user: SessionUser,
  { condition, counted }: { readonly condition: RawBuilder<boolean>; readonly counted?: number | undefined },
  page: Page,
) => leadPage(db, user, { table: referralsFor(user), condition, counted }, page)

/** All leads that meet the condition, in batches. */
export const leadBatches = (db: Reader, user: SessionUser, condition: RawBuilder<boolean>, order?: string) =>
  leadBatchesOf(db, user, { table: referralsFor(user), condition }, order)
