/** 'Relatório do Indicador': docs/rules.md#report-indicator */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
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
import { readAsOf } from './as-of.ts'
import { type LeadTable, leadBatchesOf, leadPage, type Page } from './lead-pages.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from './report-scope.ts'
import { instantOf, workingSeconds } from './working-time.ts'

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
    indication: seconds(instantOf('proposal_date'), instantOf('create_lead_date')),
    process: seconds(instantOf('create_lead_date'), instantOf('end_lead_date')),
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
  const { user, settings } = asking
  const as_of = await readAsOf(db)
  const condition = indicatorLeads(user, filter)
  const total = await readTotal(db, condition, settings)
  const weeks = await readWeeks(db, condition)
  const leads = await leadPage(db, user, { table: tableOf(settings), condition, counted: total.count }, page)
  return { as_of, data: leads.data, total, weeks, meta: { total: leads.total } }
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
        date_trunc('week', h.hour at time zone 'America/Sao_Paulo')::date as week,
        sum(h.on_time) as on_time,
        sum(h.late) as late
      from (
        select
          date_trunc('hour', l.create_lead_date) as hour,
          count(*) filter (where l.indication_on_time = 1) as on_time,
          count(*) filter (where l.indication_on_time = 0) as late
        from leads l
        where ${condition}
        group by 1) h
      group by 1) w
    order by w.week`.execute(db)
  return z.array(indicatorWeekSchema).parse(rows.map(({ row }) => row))
}

const SALE_DATE = sql`case when ${SOLD} then l.sold_date end`

function tableOf(settings: Settings): LeadTable<IndicatorRow> {
  const { indication, process } = timesOf(settings)
  return {
    schema: indicatorRowSchema,
    row: sql`json_build_object(
      'id', l.id, 'client_name', c.name, 'inviter_indication_time', ${indication}, 'sold_date', ${SALE_DATE},
      'process_indication_time', ${process}, 'proposal_date', l.proposal_date,
      'indication_on_time', l.indication_on_time, 'inviter_id', i.id, 'inviter_name', i.name)`,
    joins: sql`left join users i on i.id = l.inviter_id`,
    orders: {
      client_name: sql`c.name_folded`,
      inviter_indication_time: indication,
      sold_date: SALE_DATE,
      process_indication_time: process,
      proposal_date: sql`l.proposal_date`,
      indication_on_time: sql`l.indication_on_time`,
      inviter_name: sql`lower(i.name)`,
    },
    order: INDICATOR_TABLE.order,
  }
}

/** All leads of the filter, in batches. */
export const indicatorBatches = (db: Reader, { user, settings }: Asking, filter: IndicatorFilter) =>
  leadBatchesOf(db, user, { table: tableOf(settings), condition: indicatorLeads(user, filter) })
