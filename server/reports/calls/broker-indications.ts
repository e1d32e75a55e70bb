/** 'Relatório de Indicações da Corretora': docs/rules.md#report-broker-indications */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import { ranked, share } from '../../../src/domain/reports/figures.ts'
import { LEADS_SHEET, LEADS_TABLE } from '../../../src/domain/reports/lead-rows.ts'
import brokerIndications, {
  type BrokerIndications,
  type BrokerSummaryRow,
  brokerSummaryRowSchema,
  brokerTotal,
} from '../../../src/domain/reports/plain/broker-indications.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readSettings } from '../../queries/settings.ts'
import { readAsOf } from '../queries/as-of.ts'
import { countedIn, figureSql, figuresBy, heldFigures } from '../queries/figure-leads.ts'
import { leadBatches, leadDetails } from '../queries/lead-details.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { instantOf, workingSeconds } from '../queries/working-time.ts'
import { batchedLeads, calledReport, type ReportAsked } from './called-report.ts'

/** What each count counts, over `leads l`. The same conditions open its leads. */
const FIGURES: Readonly<Record<string, RawBuilder<boolean>>> = {
  broker_all_leads: sql<boolean>`true`,
  captures_on_time: sql<boolean>`l.capture_on_time = 1`,
  attendances_on_time: sql<boolean>`l.attendance_on_time = 1`,
  had_contact: sql<boolean>`l.contact_date is not null`,
  quoted: sql<boolean>`l.quoted = 1`,
  backup_car: sql<boolean>`l.backup_car = 2`,
  pague_menos: sql<boolean>`l.pague_menos = 2`,
  sold: sql<boolean>`(l.state = 3 and l.sold = 1)`,
}

const BROKER = sql`coalesce(l.broker_id, 0)`

/** The leads of the filter. Throws 403 for a filter that names what is not the user's. */
function brokerIndicationLeads({ user, range, filter }: ReportAsked): RawBuilder<boolean> {
  const { empresas: partners = [], estoque: insurances = [], corretores: brokers = [] } = filter
  mustBeOwn(user, { brokers, partners })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.create_lead_date`, range),
    amongSql(sql`l.partner_id`, partners),
    amongSql(sql`l.insurance_id`, insurances),
    amongSql(sql`l.broker_id`, brokers),
  ])
}

async function readBrokerIndications(asked: ReportAsked): Promise<BrokerIndications> {
  const { db, user, page } = asked
  const settings = await readSettings(db)
  const as_of = await readAsOf(db)
  const condition = brokerIndicationLeads(asked)
  const detail = allOf([condition, figureSql(FIGURES, page, BROKER)])
  const summary = await readSummary(db, condition, settings)
  const counted = countedIn(page, summary.total.broker_all_leads)
  const { data, total } = await leadDetails(db, user, { condition: detail, counted }, page)
  return {
    as_of,
    hours: { capture: settings.time_to_capture_on_time, finish: settings.time_to_finish_lead },
    ...summary,
    data,
    meta: { total },
    ...(await heldFigures(db, { asked: page, rows: data, figures: figuresBy(FIGURES, BROKER) })),
  }
}

const counts = Object.entries(FIGURES).map(
  ([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
)

const rowSchema = brokerSummaryRowSchema.omit({ conversion: true, ranking: true, broker_name: true }).extend({
  broker_name: z.string().nullable(),
  negotiation_sum: z.number().nullable(),
  negotiation_count: z.number(),
})

async function readSummary(
  db: Reader,
  condition: RawBuilder<boolean>,
  settings: Settings,
): Promise<{ summaryReport: BrokerSummaryRow[]; total: BrokerSummaryRow }> {
  const negotiation = sql`case when l.state = 3 then
    ${workingSeconds(settings)(instantOf('capture_date'), instantOf('end_lead_date'))} end`
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select s.*, b.name as broker_name
      from (
        select
          l.broker_id,
          ${sql.join(counts)},
          avg(n.seconds) as negotiation_time,
          sum(n.seconds) as negotiation_sum,
          count(n.seconds)::int as negotiation_count
        from leads l
        cross join lateral (select ${negotiation} as seconds) n
        where ${condition}
        group by l.broker_id) s
      left join users b on b.id = s.broker_id) r`.execute(db)
  const parsed = z.array(rowSchema).parse(rows.map(({ row }) => row))
  const summary = ranked(
    parsed.map(({ negotiation_sum: _sum, negotiation_count: _count, ...row }) => ({
      ...row,
      broker_name: row.broker_name ?? 'Sem corretor',
      conversion: share(row.sold, row.broker_all_leads),
      ranking: null,
    })),
    ({ conversion, sold, broker_name }) => ({ conversion, sold, name: broker_name }),
  ).map(({ row, place }) => ({ ...row, ranking: place }))
  const sum = parsed.reduce((all, row) => all + (row.negotiation_sum ?? 0), 0)
  const count = parsed.reduce((all, row) => all + row.negotiation_count, 0)
  return { summaryReport: summary, total: brokerTotal(summary, count === 0 ? null : sum / count) }
}

const brokerLeads = (asked: ReportAsked, order: string | undefined) => {
  const leads = allOf([brokerIndicationLeads(asked), figureSql(FIGURES, asked.page, BROKER)])
  return leadBatches(asked.db, asked.user, leads, order)
}

export const brokerIndicationsReport = calledReport(bindingOf(brokerIndications), {
  says: 'O que cada corretor fez dos seus leads: um resumo por corretor e os leads por páginas. O período é o da criação.',
  read: readBrokerIndications,
  sheets: [
    { named: 'o resumo das indicações da corretora', holds: 'o resumo por corretor' },
    {
      named: 'os leads das indicações da corretora',
      holds: 'os leads',
      source: batchedLeads(brokerIndications, { table: LEADS_TABLE, sheet: LEADS_SHEET }, brokerLeads),
    },
  ],
})
