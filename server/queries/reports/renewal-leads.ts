/** The table of 'Relatório de Renovações': a page of it, or all of it in batches. docs/rules.md#report-renewals */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { type RenewalRow, renewalRowSchema } from '../../../src/domain/reports/renewals.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Reader } from '../lead-row.ts'
import { leadsWithClients } from '../seen-clients.ts'
import { orderSql, type Page } from './lead-pages.ts'
import { dayOfSql } from './renewal-channels.ts'

/** Over `leads l` with its policy `p` of the table `renewals`. */
export const HOLDER = sql`coalesce(l.broker_id, p.previous_broker_id)`

const from = (user: SessionUser) => sql`
  from ${leadsWithClients(scopeOf(user))}
  left join renewals p on p.lead_uid = l.uid
  left join users b on b.id = ${HOLDER}
  join channels k on k.id = l.channel_id`

const DAYS = sql`(l.old_end_of_validity - ${dayOfSql(sql`l.capture_date`)})`
const SOLD_DATE = sql`case when l.state = 3 and l.sold = 1 then coalesce(l.sold_date, l.end_lead_date) end`

const ORDERS = {
  id: sql`l.id`,
  client_name: sql`c.name_folded`,
  broker_name: sql`lower(b.name)`,
  channel: sql`lower(k.name)`,
  end_of_validity: sql`l.old_end_of_validity`,
  insurer: sql`lower(l.old_insurer)`,
  capture_date: sql`l.capture_date`,
  days_before_end: DAYS,
  status: sql`l.status`,
  sold_date: SOLD_DATE,
} satisfies Partial<Record<keyof RenewalRow, RawBuilder<unknown>>>

const BY_END = 'end_of_validity'

export async function renewalLeads(
  db: Reader,
  user: SessionUser,
  condition: RawBuilder<boolean>,
  { page, per_page, order = BY_END }: Page,
): Promise<{ data: RenewalRow[]; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    select l.id, count(*) over ()::int as total
    ${from(user)}
    where ${condition}
    order by ${orderSql(ORDERS, order)}
    limit ${per_page}
    offset ${(page - 1) * per_page}`.execute(db)
  const data = await rowsOf(
    db,
    user,
    rows.map(({ id }) => id),
  )
  const beyond =
    rows.length === 0 && page > 1
      ? (await renewalLeads(db, user, condition, { page: 1, per_page: 1 })).total
      : 0
  return { data, total: rows[0]?.total ?? beyond }
}

const BATCH = 2000

export async function* renewalBatches(
  db: Reader,
  user: SessionUser,
  condition: RawBuilder<boolean>,
): AsyncGenerator<readonly RenewalRow[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id
    ${from(user)}
    where ${condition}
    order by ${orderSql(ORDERS, BY_END)}`.execute(db)
  for (let start = 0; start < rows.length; start += BATCH)
    yield await rowsOf(
      db,
      user,
      rows.slice(start, start + BATCH).map(({ id }) => id),
    )
}

async function rowsOf(db: Reader, user: SessionUser, ids: readonly number[]): Promise<RenewalRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', l.id, 'client_name', c.name, 'broker_id', b.id, 'broker_name', b.name, 'channel_id', k.id,
      'channel', k.name, 'end_of_validity', l.old_end_of_validity, 'insurer', l.old_insurer,
      'capture_date', l.capture_date, 'days_before_end', ${DAYS}, 'state', l.state, 'status', l.status,
      'sold', l.sold, 'sold_date', ${SOLD_DATE}) as row
    ${from(user)}
    where l.id = any(${[...ids]}::int[])`.execute(db)
  const byId = new Map(
    z
      .array(renewalRowSchema)
      .parse(rows.map(({ row }) => row))
      .map((row) => [row.id, row]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
