/** 'Indicações do Mês': docs/rules.md#report-dealership-month */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import dealershipMonth, {
  type DealershipMonth,
  type MonthRow,
  monthRowSchema,
} from '../../../src/domain/reports/plain/dealership-month.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readSettings } from '../../queries/settings.ts'
import { counts as countsOf, lasts } from '../../records/meaning.ts'
import { readAsOf } from '../queries/as-of.ts'
import { countedIn, figureSql, figuresBy, heldFigures } from '../queries/figure-leads.ts'
import { leadDetails } from '../queries/lead-details.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { workingCalendar } from '../queries/working-clocks.ts'
import { instantOf, workingSeconds } from '../queries/working-time.ts'
import { calledReport, type ReportAsked } from './called-report.ts'

const QUOTED = sql<boolean>`(l.quoted = 1 or l.sold = 1)`

/** What each count counts, over `leads l`: the steps of `src/domain/indication/receipt.ts`. They open the leads, too. */
const FIGURES = {
  indicated: sql<boolean>`true`,
  contacted: sql<boolean>`(
    l.first_call_date is not null or l.contact_date is not null or coalesce(${QUOTED}, false) or l.status in (3, 5))`,
  quoted: QUOTED,
  closed: sql<boolean>`(l.state = 3 and l.sold = 1)`,
  not_closed: sql<boolean>`(l.state = 3 and l.sold is distinct from 1)`,
}

const INVITER = sql`coalesce(l.inviter_id, 0)`

/** The leads of the filter. Throws 403 for a filter that names what is not the user's. */
function monthLeads({ user, range, filter: { empresas: partners = [] } }: ReportAsked): RawBuilder<boolean> {
  mustBeOwn(user, { partners })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.create_lead_date`, range),
    amongSql(sql`l.partner_id`, partners),
  ])
}

async function readDealershipMonth(asked: ReportAsked): Promise<DealershipMonth> {
  const { db, user, page } = asked
  const settings = await readSettings(db)
  const as_of = await readAsOf(db)
  const condition = monthLeads(asked)
  const summary = await readSummary(db, condition, settings)
  const detail = allOf([condition, figureSql(FIGURES, page, INVITER)])
  const counted = countedIn(page, summary.total.indicated)
  const { data, total } = await leadDetails(db, user, { condition: detail, counted }, page)
  return {
    as_of,
    workday: workingCalendar(settings).length,
    ...summary,
    data,
    meta: { total },
    ...(await heldFigures(db, { asked: page, rows: data, figures: figuresBy(FIGURES, INVITER) })),
  }
}

const counts = Object.entries(FIGURES).map(
  ([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
)

const rowSchema = monthRowSchema.extend({ inviter_name: z.string().nullable(), is_total: z.boolean() })

const NO_LEADS: MonthRow = {
  inviter_id: null,
  inviter_name: 'Total',
  indicated: 0,
  contacted: 0,
  first_contact_time: null,
  quoted: 0,
  closed: 0,
  not_closed: 0,
}

/** The referrer with most indications first. A median of all is none of the medians: the database computes it, too. */
async function readSummary(
  db: Reader,
  condition: RawBuilder<boolean>,
  settings: Settings,
): Promise<{ summaryReport: MonthRow[]; total: MonthRow }> {
  const [called, contact] = [instantOf('first_call_date'), instantOf('contact_date')]
  // The earlier of both; `least` passes over what is missing, and clocks run as their instants do.
  const reached = {
    at: sql`least(${called.at}, ${contact.at})`,
    clock: sql`least(${called.clock}, ${contact.clock})`,
  }
  const seconds = workingSeconds(settings)(instantOf('create_lead_date'), reached)
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select s.*, u.name as inviter_name
      from (
        select
          l.inviter_id,
          grouping(l.inviter_id) = 1 as is_total,
          ${sql.join(counts)},
          percentile_cont(0.5) within group (order by n.seconds) as first_contact_time
        from leads l
        cross join lateral (select ${seconds} as seconds) n
        where ${condition}
        group by grouping sets ((l.inviter_id), ())) s
      left join users u on u.id = s.inviter_id) r`.execute(db)
  const parsed = z
    .array(rowSchema)
    .parse(rows.map(({ row }) => row))
    .map(({ is_total: isTotal, inviter_name: name, ...row }) => ({
      isTotal,
      row: { ...row, inviter_name: name ?? (isTotal ? 'Total' : 'Sem indicador') },
    }))
  return {
    summaryReport: parsed
      .flatMap(({ isTotal, row }) => (isTotal ? [] : [row]))
      .toSorted((a, b) => b.indicated - a.indicated || compareNames(a.inviter_name, b.inviter_name)),
    total: parsed.find(({ isTotal }) => isTotal)?.row ?? NO_LEADS,
  }
}

export const dealershipMonthReport = calledReport(bindingOf(dealershipMonth), {
  says: 'Quantas indicações cada um fez, em quanto tempo útil veio o primeiro contato (mediana), quantas foram cotadas e fechadas. O período é o da indicação.',
  meanings: {
    indicated: countsOf('Indicações feitas no mês.'),
    contacted: countsOf('As que tiveram um primeiro contato.'),
    closed: countsOf('As que fecharam.'),
    not_closed: countsOf('As que não fecharam.'),
    first_contact_time: lasts('Metade teve o primeiro contato em até este tempo'),
  },
  read: readDealershipMonth,
  sheets: [{ named: 'as indicações do mês', holds: 'as indicações por quem indicou' }],
})
