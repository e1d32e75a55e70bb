/** 'Relatório do Indicador': docs/rules.md#report-indicator */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { indicatorBinding } from '../../../src/contract/reports/indicator.ts'
import { totalShare } from '../../../src/domain/reports/figures.ts'
import {
  INDICATOR_TABLE,
  type Indicator,
  type IndicatorRow,
  type IndicatorTotal,
  type IndicatorWeek,
  indicator,
  indicatorRowSchema,
  indicatorTotalSchema,
  indicatorWeekSchema,
} from '../../../src/domain/reports/indicator.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readSettings } from '../../queries/settings.ts'
import { counts } from '../../records/meaning.ts'
import { readAsOf } from '../queries/as-of.ts'
import { leadTable } from '../queries/lead-columns.ts'
import { type LeadTable, leadBatchesOf, leadPage } from '../queries/lead-pages.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { instantOf, workingSeconds } from '../queries/working-time.ts'
import { calledReport, type ReportAsked } from './called-report.ts'
import { batchSheet, type SheetSource } from './serve-report.ts'

const SOLD = sql<boolean>`(l.state = 3 and l.sold = 1)`

const timesOf = (settings: Settings) => {
  const seconds = workingSeconds(settings)
  return {
    indication: seconds(instantOf('proposal_date'), instantOf('create_lead_date')),
    process: seconds(instantOf('create_lead_date'), instantOf('end_lead_date')),
  }
}

/** The leads of the filter. Throws 403 for a filter that names another referrer. */
function indicatorLeads({ user, range, filter: { indicador } }: ReportAsked): RawBuilder<boolean> {
  const inviters = indicador === undefined ? [] : [indicador]
  mustBeOwn(user, { inviters })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.create_lead_date`, range),
    amongSql(sql`l.inviter_id`, inviters),
  ])
}

async function readIndicator(asked: ReportAsked): Promise<Indicator> {
  const { db, user, page } = asked
  const settings = await readSettings(db)
  const as_of = await readAsOf(db)
  const condition = indicatorLeads(asked)
  const { total, weeks } = await readFigures(db, condition, settings)
  const leads = await leadPage(db, user, { table: tableOf(settings), condition, counted: total.count }, page)
  return { as_of, data: leads.data, total, weeks, meta: { total: leads.total } }
}

const groupSchema = indicatorTotalSchema
  .omit({ on_time_percent: true })
  .extend({ week: indicatorWeekSchema.shape.week.nullable() })

/** The figures of each week and of all, in one pass. Hours are few, and no week begins within one. */
async function readFigures(
  db: Reader,
  condition: RawBuilder<boolean>,
  settings: Settings,
): Promise<{ total: IndicatorTotal; weeks: IndicatorWeek[] }> {
  const { indication, process } = timesOf(settings)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'week', w.week, 'count', w.leads, 'on_time', w.on_time, 'late', w.late, 'sold', w.sold,
      'inviter_indication_time', w.indication_sum / w.indicated, 'process_indication_time', w.process_sum / w.processed) as row
    from (
      select
        date_trunc('week', h.hour at time zone 'America/Sao_Paulo')::date as week,
        coalesce(sum(h.leads), 0) as leads,
        coalesce(sum(h.on_time), 0) as on_time,
        coalesce(sum(h.late), 0) as late,
        coalesce(sum(h.sold), 0) as sold,
        sum(h.indication_sum) as indication_sum,
        nullif(sum(h.indicated), 0)::double precision as indicated,
        sum(h.process_sum) as process_sum,
        nullif(sum(h.processed), 0)::double precision as processed
      from (
        select
          date_trunc('hour', l.create_lead_date) as hour,
          count(*) as leads,
          count(*) filter (where l.indication_on_time = 1) as on_time,
          count(*) filter (where l.indication_on_time = 0) as late,
          count(*) filter (where ${SOLD}) as sold,
          sum(t.indication) as indication_sum,
          count(t.indication) as indicated,
          sum(t.process) as process_sum,
          count(t.process) as processed
        from leads l
        cross join lateral (select ${indication} as indication, ${process} as process offset 0) t
        where ${condition}
        group by 1) h
      group by grouping sets ((1), ())) w
    order by w.week`.execute(db)
  const groups = z.array(groupSchema).parse(rows.map(({ row }) => row))
  const all = groups.find(({ week }) => week === null)
  if (all === undefined) throw new Error('the figures have no total')
  const { week: _, ...total } = all
  return {
    total: { ...total, on_time_percent: totalShare(total.on_time, total.on_time + total.late) },
    weeks: groups.flatMap(({ week, count, on_time, late }) =>
      week === null ? [] : [{ week, on_time, late, undecided: count - on_time - late }],
    ),
  }
}

const SALE_DATE = sql`case when ${SOLD} then l.sold_date end`

function tableOf(settings: Settings): LeadTable<IndicatorRow> {
  const { indication, process } = timesOf(settings)
  return leadTable({
    schema: indicatorRowSchema,
    table: INDICATOR_TABLE,
    own: {
      inviter_indication_time: { row: indication },
      sold_date: { row: SALE_DATE },
      process_indication_time: { row: process },
    },
  })
}

async function leadsSheet(asked: ReportAsked, answer: () => Promise<Indicator>): Promise<SheetSource> {
  const { db, user, range } = asked
  const leads = { table: tableOf(await readSettings(db)), condition: indicatorLeads(asked) }
  const [shown] = indicator.content(await answer()).tables
  return batchSheet(db, indicator, {
    table: INDICATOR_TABLE,
    total: shown?.total ?? null,
    range,
    batches: (order) => leadBatchesOf(db, user, leads, order),
  })
}

export const indicatorReport = calledReport(indicatorBinding, {
  says: 'As indicações de um indicador: o prazo, o tempo até a indicação e o tempo até o fim.',
  meanings: { 'total.count': counts('Indicações.'), late: counts('Indicações fora do prazo.') },
  read: readIndicator,
  sheets: [{ named: 'as indicações do indicador', holds: 'as indicações', source: leadsSheet }],
})
