/** The table of leads below a summary: a page of it, or all of it in batches for a sheet. docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { type ReferralRow, referralRowSchema } from '../../../src/domain/reports/lead-rows.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { HttpError } from '../../http/errors.ts'
import type { Reader } from '../lead-row.ts'
import { leadsWithClients } from '../seen-clients.ts'

/** Orders of the table by column. Texts are compared without accents and case. */
const ORDERS: Readonly<Record<keyof ReferralRow, RawBuilder<unknown>>> = {
  id: sql`l.id`,
  client_name: sql`c.name_folded`,
  product: sql`lower(l.product)`,
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
  broker_name: sql`lower(b.name)`,
}

const unknownOrder = (order: string) => {
  const message = `Não é possível ordenar por '${order}'.`
  return new HttpError(400, 'invalid', message, { order: [message] })
}

/** Returns the order as SQL, nulls last and the number in the end. Throws 400 for a column that the table lacks. */
export function orderSql<Key extends string>(
  orders: Readonly<Record<Key, RawBuilder<unknown>>>,
  order: string,
  last: RawBuilder<unknown> = sql`l.id`,
): RawBuilder<unknown> {
  const by = new Map<string, RawBuilder<unknown>>(Object.entries(orders)).get(order.replace(/^-/, ''))
  if (by === undefined) throw unknownOrder(order)
  return order.startsWith('-')
    ? sql`${by} desc nulls last, ${last} desc`
    : sql`${by} asc nulls last, ${last} asc`
}

export interface Page {
  /** From 1. */
  readonly page: number
  readonly per_page: number
  readonly order?: string | undefined
}

/** More than a table has. */
const ALL_ROWS = 2 ** 31 - 1

interface AskedPage extends Omit<Page, 'per_page'> {
  readonly per_page?: number | undefined
  readonly paginate?: number | undefined
}

/** The page of a call that answers all rows unless it is asked for fewer. */
export function pageOrAll({ page, per_page, paginate, order }: AskedPage): Page {
  const rows = per_page ?? paginate
  return rows === undefined ? { page: 1, per_page: ALL_ROWS, order } : { page, per_page: rows, order }
}

const from = (user: SessionUser) => sql`
  from ${leadsWithClients(scopeOf(user))}
  left join users b on b.id = l.broker_id`

const NEWEST_FIRST = '-create_lead_date'

/** Returns a page of the leads that meet the condition, and how many do. */
export async function leadDetails(
  db: Reader,
  user: SessionUser,
  condition: RawBuilder<boolean>,
  { page, per_page, order = NEWEST_FIRST }: Page,
): Promise<{ data: ReferralRow[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select coalesce(json_agg(p.id), '[]') as ids, (select count(*)::int from leads l where ${condition}) as total
    from (
      select l.id
      ${from(user)}
      where ${condition}
      order by ${orderSql(ORDERS, order)}
      limit ${per_page}
      offset ${(page - 1) * per_page}) p`.execute(db)
  const found = rows[0] ?? { ids: [], total: 0 }
  return { data: await rowsOf(db, user, found.ids), total: found.total }
}

/** Rows of one read of a sheet. */
const BATCH = 2000

/** All leads that meet the condition, in batches. Rows that are deleted meanwhile are left out. */
export async function* leadBatches(
  db: Reader,
  user: SessionUser,
  condition: RawBuilder<boolean>,
  order = NEWEST_FIRST,
): AsyncGenerator<readonly ReferralRow[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id
    ${from(user)}
    where ${condition}
    order by ${orderSql(ORDERS, order)}`.execute(db)
  for (let start = 0; start < rows.length; start += BATCH)
    yield await rowsOf(
      db,
      user,
      rows.slice(start, start + BATCH).map(({ id }) => id),
    )
}

/** The rows in the order of the numbers. */
async function rowsOf(db: Reader, user: SessionUser, ids: readonly number[]): Promise<ReferralRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', l.id, 'client_name', c.name, 'product', l.product, 'create_lead_date', l.create_lead_date,
      'proposal_date', l.proposal_date, 'capture_date', l.capture_date, 'capture_on_time', l.capture_on_time,
      'end_lead_date', l.end_lead_date, 'attendance_on_time', l.attendance_on_time, 'state', l.state,
      'status', l.status, 'sold', l.sold, 'broker_id', b.id, 'broker_name', b.name) as row
    ${from(user)}
    where l.id = any(${[...ids]}::int[])`.execute(db)
  const parsed = z.array(referralRowSchema).parse(rows.map(({ row }) => row))
  const byId = new Map(parsed.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
