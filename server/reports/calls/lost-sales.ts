/** 'Relatório de Perdas': docs/rules.md#report-lost-sales */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { lostSalesBinding } from '../../../src/contract/reports/lost-sales.ts'
import { ownValue } from '../../../src/domain/record/own-value.ts'
import { share, sumOf } from '../../../src/domain/reports/figures.ts'
import {
  LOSSES_TABLE,
  type LossRow,
  type LostSales,
  lossRowSchema,
  lostSales,
  type RankingRow,
} from '../../../src/domain/reports/lost-sales.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { counts, except, says } from '../../records/meaning.ts'
import { readAsOf } from '../queries/as-of.ts'
import {
  type AskedFigure,
  countedIn,
  figureSql,
  type HeldFigure,
  heldFigures,
} from '../queries/figure-leads.ts'
import { leadTable } from '../queries/lead-columns.ts'
import { type LeadTable, leadBatchesOf, leadPage } from '../queries/lead-pages.ts'
import { type Named, nameIn, namesOf, reasonsOf } from '../queries/names.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { batchedLeads, calledReport, type ReportAsked } from './called-report.ts'

/** Reason of the leads that went to a competing broker. */
const TO_COMPETITOR = 5
const LOST = sql<boolean>`l.sold = 0`
const SOLD = sql<boolean>`l.sold = 1`
const LOST_TO_COMPETITOR = sql<boolean>`(l.sold = 0 and l.lost_sale = ${TO_COMPETITOR})`

interface RankingFigure {
  readonly counts: RawBuilder<boolean>
  /** The column that has the row's number. */
  readonly by: RawBuilder<unknown>
}

const [BROKER, INVITER, PARTNER] = [sql`l.broker_id`, sql`l.inviter_id`, sql`l.partner_id`]
const FINISHED = sql<boolean>`true`

/** What each figure counts of the finished leads. */
const FIGURES: Readonly<Record<string, RankingFigure>> = {
  motivos: { counts: LOST, by: sql`l.lost_sale` },
  corretores: { counts: LOST, by: BROKER },
  corretores_finalizados: { counts: FINISHED, by: BROKER },
  concorrentes: { counts: LOST_TO_COMPETITOR, by: sql`l.competitor_broker` },
  indicadores: { counts: LOST, by: INVITER },
  indicadores_finalizados: { counts: FINISHED, by: INVITER },
  concessionarias: { counts: LOST, by: PARTNER },
  concessionarias_finalizados: { counts: FINISHED, by: PARTNER },
  eficiencia: { counts: SOLD, by: BROKER },
  eficiencia_finalizados: { counts: FINISHED, by: BROKER },
}
const CONDITIONS = Object.fromEntries(Object.entries(FIGURES).map(([name, { counts }]) => [name, counts]))

/** The list has the lost leads. */
const HELD = Object.entries(FIGURES).flatMap(([figure, { counts, by }]): HeldFigure[] =>
  counts === LOST || counts === LOST_TO_COMPETITOR ? [{ figure, counts, row: sql`coalesce(${by}, 0)` }] : [],
)

/** The finished leads of the filter. Throws 403 for a filter that names what is not the user's. */
function finishedLeads({ user, range, filter }: ReportAsked): RawBuilder<boolean> {
  const { empresas: partners = [], estoque: insurances = [], corretores: brokers = [] } = filter
  mustBeOwn(user, { brokers, partners })
  return allOf([
    countsForSql(user),
    sql`l.state = 3`,
    withinSql(sql`l.end_lead_date`, range),
    amongSql(sql`l.partner_id`, partners),
    amongSql(sql`l.insurance_id`, insurances),
    amongSql(sql`l.broker_id`, brokers),
  ])
}

const TABLE: LeadTable<LossRow> = leadTable({
  schema: lossRowSchema,
  table: LOSSES_TABLE,
  own: { value: { row: sql`r.value`, join: 'r' } },
})

/** The lost leads; with a figure those that it counts. */
function listed(asked: AskedFigure): RawBuilder<boolean> {
  const of = ownValue(FIGURES, asked.figure ?? '')
  const counted = figureSql(CONDITIONS, asked, sql`coalesce(${of?.by ?? sql`null::int`}, 0)`)
  return asked.figure === undefined ? LOST : counted
}

const lostLeads = (asked: ReportAsked, order: string | undefined) => {
  const condition = allOf([finishedLeads(asked), listed(asked.page)])
  return leadBatchesOf(asked.db, asked.user, { table: TABLE, condition }, order)
}

async function readLostSales(asked: ReportAsked): Promise<LostSales> {
  const { db, user, page } = asked
  const as_of = await readAsOf(db)
  const finished = finishedLeads(asked)
  const condition = allOf([finished, listed(page)])
  const groups = await readGroups(db, finished)
  const names = await readNames(db, groups)
  const all = sumOf(groups.lost_sale, ({ lost }) => lost)
  const leads = { table: TABLE, condition, counted: countedIn(page, all) }
  const { data, total } = await leadPage(db, user, leads, page)
  const toCompetitors = sumOf(groups.competitor_broker, ({ to_competitor }) => to_competitor)
  const ofOwn = (field: 'broker_id' | 'inviter_id' | 'partner_id', none: string) =>
    byCount(
      groups[field].map((group) => ({
        ...nameOf(names[field], group, none),
        v1: share(group.lost, group.finished),
        v2: group.lost,
        v3: group.finished,
        v4: all,
      })),
    )
  const ofAll = (
    field: 'lost_sale' | 'competitor_broker',
    counted: 'lost' | 'to_competitor',
    none: string,
  ) => {
    const v3 = counted === 'lost' ? all : toCompetitors
    return byCount(
      groups[field]
        .filter((group) => group[counted] > 0)
        .map((group) => ({
          ...nameOf(names[field], group, none),
          v1: share(group[counted], v3),
          v2: group[counted],
          v3,
          v4: null,
        })),
    )
  }
  return [
    ofAll('lost_sale', 'lost', 'Sem motivo'),
    ofOwn('broker_id', 'Sem corretor'),
    ofAll('competitor_broker', 'to_competitor', 'Não informada'),
    ofOwn('inviter_id', 'Sem indicador'),
    ofOwn('partner_id', 'Sem concessionária'),
    efficiencyOf(groups.broker_id, names.broker_id),
    names,
    data,
    { as_of, total, ...(await heldFigures(db, { asked: page, rows: data, figures: HELD })) },
  ]
}

const FIELDS = [
  'lost_sale',
  'broker_id',
  'competitor_broker',
  'inviter_id',
  'partner_id',
  'channel_id',
] as const
type Field = (typeof FIELDS)[number]

const groupSchema = z.object({
  field: z.enum(FIELDS),
  id: z.number().nullable(),
  finished: z.number(),
  lost: z.number(),
  sold: z.number(),
  to_competitor: z.number(),
})
type Group = z.infer<typeof groupSchema>

/** All groups of all rankings in one pass. */
async function readGroups(db: Reader, finished: RawBuilder<boolean>): Promise<Record<Field, Group[]>> {
  const columns = FIELDS.map((field) => sql.ref(`l.${field}`))
  const fieldOf = FIELDS.map(
    (field) => sql`when grouping(${sql.ref(`l.${field}`)}) = 0 then ${sql.lit(field)}`,
  )
  const { rows } = await sql<Group>`
    select
      case ${sql.join(fieldOf, sql` `)} end as field,
      coalesce(${sql.join(columns)}) as id,
      count(*)::int as finished,
      count(*) filter (where ${LOST})::int as lost,
      count(*) filter (where ${SOLD})::int as sold,
      count(*) filter (where ${LOST_TO_COMPETITOR})::int as to_competitor
    from leads l
    where ${finished}
    group by grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})`.execute(db)
  const groups = z.array(groupSchema).parse(rows)
  const of = (field: Field) => groups.filter((group) => group.field === field)
  return {
    lost_sale: of('lost_sale'),
    broker_id: of('broker_id'),
    competitor_broker: of('competitor_broker'),
    inviter_id: of('inviter_id'),
    partner_id: of('partner_id'),
    channel_id: of('channel_id'),
  }
}

async function readNames(db: Reader, groups: Record<Field, readonly Group[]>): Promise<LostSales[6]> {
  const ids = (field: Field) => groups[field].map(({ id }) => id)
  return {
    lost_sale: await reasonsOf(db, ids('lost_sale')),
    broker_id: await namesOf(db, 'users', ids('broker_id')),
    competitor_broker: await namesOf(db, 'competitor_brokers', ids('competitor_broker')),
    inviter_id: await namesOf(db, 'users', ids('inviter_id')),
    partner_id: await namesOf(db, 'partners', ids('partner_id')),
    channel_id: await namesOf(db, 'channels', ids('channel_id')),
  }
}

const nameOf = (names: readonly Named[], { id }: Group, none: string) => ({
  name: nameIn(names, id, none),
  name_id: id,
})

const byName = (a: RankingRow, b: RankingRow) => compareNames(a.name, b.name)

const byCount = (rows: readonly RankingRow[]) => rows.toSorted((a, b) => b.v2 - a.v2 || byName(a, b))

const efficiencyOf = (groups: readonly Group[], names: readonly Named[]): RankingRow[] =>
  groups
    .map((group) => ({
      ...nameOf(names, group, 'Sem corretor'),
      v1: share(group.sold, group.finished),
      v2: group.sold,
      v3: group.finished,
      v4: null,
    }))
    .toSorted((a, b) => (b.v1 ?? 0) - (a.v1 ?? 0) || b.v2 - a.v2 || byName(a, b))

export const lostSalesReport = calledReport(lostSalesBinding, {
  says: 'Por que os leads não fecharam. A resposta é uma lista de nove partes, nesta ordem: motivos, corretores, concorrentes, indicadores, concessionárias, aproveitamento, nomes, leads e totais.',
  meanings: {
    name: says('Nome de quem ou do que a linha conta.', 'Preço'),
    channel_id: except(says('Número do canal.', 1), { array: says('As perdas por canal.') }),
    partner_id: except(says('Número da concessionária. null: nenhuma.', 24), {
      array: says('As perdas por concessionária.'),
    }),
    inviter_id: except(says('Número de quem indicou. null: ninguém.', 3), {
      array: says('As perdas por quem indicou.'),
    }),
    broker_id: except(says('Número do corretor. null: nenhum.', 2), {
      array: says('As perdas por corretor.'),
    }),
    competitor_broker: except(says('Corretora com que o cliente fechou. null: nenhuma.', 2), {
      array: says('As perdas por concorrente.'),
    }),
    lost_sale: except(says('Número do motivo da perda.', 3), { array: says('As perdas por motivo.') }),
    total: counts('Leads perdidos.', 40),
  },
  read: readLostSales,
  sheets: [
    {
      named: 'as perdas',
      holds: 'os leads perdidos',
      source: batchedLeads(lostSales, { table: LOSSES_TABLE }, lostLeads),
    },
  ],
})
