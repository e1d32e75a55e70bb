/** 'Relatório de Renovações': docs/rules.md#report-renewals */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { renewalsBinding } from '../../../src/contract/reports/renewals.ts'
import { isManagement } from '../../../src/domain/permissions/roles.ts'
import {
  RENEWALS_TABLE,
  type RenewalRow,
  type RenewalSummary,
  type Renewals,
  renewalRowSchema,
  renewalSummaryRow,
  renewalSummarySchema,
  renewals,
  renewalTotal,
} from '../../../src/domain/reports/renewals.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from '../queries/as-of.ts'
import { type AskedFigure, countedIn, figureSql, figuresBy, heldFigures } from '../queries/figure-leads.ts'
import { leadTable, named } from '../queries/lead-columns.ts'
import { type LeadTable, leadBatchesOf, leadPage } from '../queries/lead-pages.ts'
import { dayOfSql, isBeforeEndSql, isRenewalChannel } from '../queries/renewal-channels.ts'
import { allOf, amongSql, clientNamedSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { batchedLeads, calledReport, type ReportAsked } from './called-report.ts'

/** Who has `leads l`, else who had the policy before. The policy is read only for a lead without a broker. */
const HOLDER = sql<number | null>`coalesce(l.broker_id, (
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

const RENEWAL_LEADS: LeadTable<RenewalRow> = leadTable({
  schema: renewalRowSchema,
  table: RENEWALS_TABLE,
  own: {
    channel: { ...named(sql`h.name`), join: 'h' },
    end_of_validity: { row: sql`l.old_end_of_validity` },
    insurer: named(INSURER),
    days_before_end: { row: DAYS },
    sold_date: { row: SOLD_DATE },
  },
  instead: { b: sql`left join users b on b.id = ${HOLDER}` },
})

/** Channel 'Me Indico': a broker refers a lead to itself. */
const SELF_INDICATION = 7

const SOLD = sql`l.state = 3 and l.sold = 1`
const SOLD_DAY = dayOfSql(sql`coalesce(l.sold_date, l.end_lead_date)`)
/** Only a broker refers a lead to itself: the summary has a row for each broker, and none for other referrers. */
const isSelf = sql<boolean>`(l.channel_id = ${sql.lit(SELF_INDICATION)} and l.inviter_id in (
  select r.user_id from user_roles r where r.role_id = 3))`
const ofRenewals = (condition: RawBuilder<unknown>) => sql<boolean>`(${isRenewalChannel} and ${condition})`
const ofSelf = (condition: RawBuilder<unknown>) => sql<boolean>`(${isSelf} and ${condition})`

/** Over the leads of `renewalCondition`, in which both kinds are. The same conditions open their leads. */
const FIGURES: Readonly<Record<string, RawBuilder<boolean>>> = {
  renovations: ofRenewals(sql`true`),
  renovation_on_time: ofRenewals(isBeforeEndSql(sql`l.create_lead_date`)),
  captures_renovation_on_time: ofRenewals(isBeforeEndSql(sql`l.capture_date`)),
  captures_renovation_not_time: ofRenewals(
    sql`l.capture_date is not null and not ${isBeforeEndSql(sql`l.capture_date`)}`,
  ),
  not_captures_renovation: ofRenewals(sql`l.capture_date is null`),
  sold_end_of_validity: ofRenewals(sql`${SOLD} and ${SOLD_DAY} <= l.old_end_of_validity`),
  sold_renovation: ofRenewals(SOLD),
  self_indications: ofSelf(sql`true`),
  self_indication_on_time: ofSelf(sql`l.indication_on_time = 1`),
  sold_self_indication: ofSelf(SOLD),
  backups_car: ofRenewals(sql`l.backup_car in (1, 2)`),
  backups_car_vend: ofRenewals(sql`l.backup_car = 2`),
}

/** Who has the lead: of a self-indication its referrer, of a renewal its broker, else the policy's broker of before. */
const HOLDER_ID = sql`case when ${isSelf} then l.inviter_id else ${HOLDER} end`

const ROW = sql`coalesce(${HOLDER_ID}, 0)`

/** The figures whose leads an answer holds. It holds renewals, and no self-indications. */
const HELD = figuresBy(FIGURES, ROW).filter(({ figure }) => !figure.includes('self_indication'))

/**
 * Renewals whose policy ends in the period, and self-indications that were created in it. The filter of channels is about
 * renewals alone. Throws 403 for a filter that names what is not the user's.
 */
function renewalCondition({ user, range, filter }: ReportAsked): RawBuilder<boolean> {
  const { corretores: brokers = [], canais: channels = [], texto: client } = filter
  mustBeOwn(user, { brokers })
  const isEnding = sql<boolean>`l.old_end_of_validity between ${range.from}::date and ${range.to}::date`
  const renewal = allOf([isRenewalChannel, isEnding, amongSql(sql`l.channel_id`, channels)])
  const self = allOf([isSelf, withinSql(sql`l.create_lead_date`, range)])
  return allOf([
    sql`not l.cancelled`,
    sql`(${renewal} or ${self})`,
    ...(isManagement(roleOf(user)) ? [] : [sql`${HOLDER_ID} = ${user.id}`]),
    amongSql(HOLDER_ID, brokers),
    clientNamedSql(client),
  ])
}

async function readRenewals(asked: ReportAsked): Promise<Renewals> {
  const { db, user, page } = asked
  const as_of = await readAsOf(db)
  const condition = renewalCondition(asked)
  const detail = allOf([condition, figureOf(page)])
  const summary = await readSummary(db, condition)
  const weeks = await readWeeks(db, allOf([condition, isRenewalChannel]))
  const all = renewalTotal(summary)
  const leads = { table: RENEWAL_LEADS, condition: detail, counted: countedIn(page, all.renovations) }
  const { data, total } = await leadPage(db, user, leads, page)
  const held = await heldFigures(db, { asked: page, rows: data, figures: HELD })
  return [data, summary, { as_of, total: all, weeks, meta: { total }, ...held }]
}

/** Without a figure the table has the renewals; self-indications are behind their own figures. */
const figureOf = (asked: AskedFigure): RawBuilder<boolean> =>
  figureSql(FIGURES, { ...asked, figure: asked.figure ?? 'renovations' }, ROW)

const renewalLeads = (asked: ReportAsked, order: string | undefined) => {
  const condition = allOf([renewalCondition(asked), figureOf(asked.page)])
  return leadBatchesOf(asked.db, asked.user, { table: RENEWAL_LEADS, condition }, order)
}

const countsSchema = renewalSummarySchema
  .omit({ broker: true, conversion_renovation: true, conversion_self_indication: true })
  .extend({ holder: z.number().nullable(), name: z.string().nullable() })

async function readSummary(db: Reader, condition: RawBuilder<boolean>): Promise<RenewalSummary[]> {
  const counts = Object.entries(FIGURES).map(
    ([name, figure]) => sql`count(*) filter (where ${figure})::int as ${sql.ref(name)}`,
  )
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select s.*, b.name
      from (
        select ${HOLDER_ID} as holder, ${sql.join(counts)}
        from leads l
        where ${condition}
        group by 1) s
      left join users b on b.id = s.holder) r`.execute(db)
  return z
    .array(countsSchema)
    .parse(rows.map(({ row }) => row))
    .map(({ holder, name, ...counted }) =>
      renewalSummaryRow({ id: holder, name: name ?? 'Sem corretor' }, counted),
    )
    .toSorted(
      ({ broker: a }, { broker: b }) =>
        Number(a.id === null) - Number(b.id === null) || compareNames(a.name, b.name),
    )
}

async function readWeeks(db: Reader, condition: RawBuilder<boolean>): Promise<Renewals[2]['weeks']> {
  const { rows } = await sql<Renewals[2]['weeks'][number]>`
    select
      to_char(date_trunc('week', l.old_end_of_validity::timestamp), 'YYYY-MM-DD') as week,
      count(*) filter (where l.state = 3 and l.sold = 1)::int as sold,
      count(*) filter (where l.state = 3 and l.sold = 0)::int as lost,
      count(*) filter (where not (l.state = 3 and l.sold is not null))::int as open
    from leads l
    where ${condition}
    group by 1
    order by 1`.execute(db)
  return rows.map(({ week, sold, lost, open }) => ({ week, sold, lost, open }))
}

export const renewalsReport = calledReport(renewalsBinding, {
  says: 'As apólices que terminam no período. A resposta é uma lista de três partes: os leads, uma linha por corretor, e os totais.',
  read: readRenewals,
  sheets: [
    { named: 'o resumo das renovações', holds: 'o resumo por corretor' },
    {
      named: 'as renovações',
      holds: 'os leads',
      source: batchedLeads(renewals, { table: RENEWALS_TABLE }, renewalLeads),
    },
  ],
})
