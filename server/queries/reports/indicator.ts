/** 'Relatório do Indicador': docs/rules.md#report-indicator */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { totalShare } from '../../../src/domain/reports/figures.ts'
import {
  INDICATOR_TABLE,
  type Indicator,
  type IndicatorRow,
  type IndicatorTotal,
  type IndicatorWeek,
  indicatorRowSchema,
  indicatorTotalSchema,
  indicatorWeekSchema,
} from '../../../src/domain/reports/indicator.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../lead-row.ts'
import { leadsWithClients } from '../seen-clients.ts'
import { readAsOf } from './as-of.ts'
import { orderSql, type Page } from './lead-pages.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from './report-scope.ts'
import { workingSeconds } from './working-time.ts'

export interface IndicatorFilter {
  readonly range: DayRange
  readonly inviter: number | undefined
}

/** Whose report it is, and with which business hours. */
interface Asking {
  readonly user: SessionUser
  readonly settings: Settings
}

const SOLD = sql<boolean>`(l.state = 3 and l.sold = 1)`

const timesOf = (settings: Settings) => {
  const seconds = workingSeconds(settings)
  return {
    indication: seconds(sql`l.proposal_date`, sql`l.create_lead_date`),
    process: seconds(sql`l.create_lead_date`, sql`l.end_lead_date`),
  }
}

/** The leads of the filter. Throws 403 for a filter that names another referrer. */
function indicatorLeads(user: SessionUser, { range, inviter }: IndicatorFilter): RawBuilder<boolean> {
  const inviters = inviter === undefined ? [] : [inviter]
  mustBeOwn(user, { inviters })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.create_lead_date`, range),
    amongSql(sql`l.inviter_id`, inviters),
  ])
}

export async function readIndicator(
  db: Reader,
  asking: Asking,
  filter: IndicatorFilter,
  page: Page,
): Promise<Indicator> {
  const as_of = await readAsOf(db)
  const condition = indicatorLeads(asking.user, filter)
  const total = await readTotal(db, condition, asking.settings)
  const weeks = await readWeeks(db, condition)
  const ids = await idsOfPage(db, asking, condition, page)
  const data = await rowsOf(db, asking, ids)
  return { as_of, data, total, weeks, meta: { total: total.count } }
}

async function readTotal(
  db: Reader,
  condition: RawBuilder<boolean>,
  settings: Settings,
): Promise<IndicatorTotal> {
  const { indication, process } = timesOf(settings)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'count', count(*),
      'on_time', count(*) filter (where l.indication_on_time = 1),
      'late', count(*) filter (where l.indication_on_time = 0),
      'sold', count(*) filter (where ${SOLD}),
      'inviter_indication_time', avg(${indication}),
      'process_indication_time', avg(${process})) as row
    from leads l
    where ${condition}`.execute(db)
  const counts = indicatorTotalSchema.omit({ on_time_percent: true }).parse(rows[0]?.row)
  return { ...counts, on_time_percent: totalShare(counts.on_time, counts.on_time + counts.late) }
}

async function readWeeks(db: Reader, condition: RawBuilder<boolean>): Promise<IndicatorWeek[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object('week', w.week, 'on_time', w.on_time, 'late', w.late) as row
    from (
      select
        date_trunc('week', l.create_lead_date at time zone 'America/Sao_Paulo')::date as week,
        count(*) filter (where l.indication_on_time = 1) as on_time,
        count(*) filter (where l.indication_on_time = 0) as late
      from leads l
      where ${condition}
      group by 1) w
    order by w.week`.execute(db)
  return z.array(indicatorWeekSchema).parse(rows.map(({ row }) => row))
}

const from = (user: SessionUser) => sql`
  from ${leadsWithClients(scopeOf(user))}
  left join users i on i.id = l.inviter_id`

const SALE_DATE = sql`case when ${SOLD} then l.sold_date end`

/** Orders of the table by column. Texts are compared without accents and case. */
function ordersOf(settings: Settings): Readonly<Record<string, RawBuilder<unknown>>> {
  const { indication, process } = timesOf(settings)
  return {
    client_name: sql`c.name_folded`,
    inviter_indication_time: indication,
    sold_date: SALE_DATE,
    process_indication_time: process,
    proposal_date: sql`l.proposal_date`,
    indication_on_time: sql`l.indication_on_time`,
    inviter_name: sql`lower(i.name)`,
  }
}

/** All in the order of the table, or a page of them. */
async function idsOfPage(
  db: Reader,
  { user, settings }: Asking,
  condition: RawBuilder<boolean>,
  page: Page | null,
): Promise<number[]> {
  const order = orderSql(ordersOf(settings), page?.order ?? INDICATOR_TABLE.order)
  const part = page === null ? sql`` : sql`limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`
  const { rows } = await sql<{ id: number }>`
    select l.id
    ${from(user)}
    where ${condition}
    order by ${order}
    ${part}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows in the order of the numbers. */
async function rowsOf(
  db: Reader,
  { user, settings }: Asking,
  ids: readonly number[],
): Promise<IndicatorRow[]> {
  if (ids.length === 0) return []
  const { indication, process } = timesOf(settings)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', l.id, 'client_name', c.name, 'inviter_indication_time', ${indication}, 'sold_date', ${SALE_DATE},
      'process_indication_time', ${process}, 'proposal_date', l.proposal_date,
      'indication_on_time', l.indication_on_time, 'inviter_id', i.id, 'inviter_name', i.name) as row
    ${from(user)}
    where l.id = any(${[...ids]}::int[])`.execute(db)
  const parsed = z.array(indicatorRowSchema).parse(rows.map(({ row }) => row))
  const byId = new Map(parsed.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Rows of one read of a sheet. */
const BATCH = 2000

/** All leads of the filter, in batches. Rows that are deleted meanwhile are left out. */
export async function* indicatorBatches(
  db: Reader,
  asking: Asking,
  filter: IndicatorFilter,
): AsyncGenerator<readonly IndicatorRow[]> {
  const ids = await idsOfPage(db, asking, indicatorLeads(asking.user, filter), null)
  for (let start = 0; start < ids.length; start += BATCH)
    yield await rowsOf(db, asking, ids.slice(start, start + BATCH))
}
