/** 'Leads por Origem': docs/rules.md#report-origin */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import { share, sumOf, totalShare } from '../../../src/domain/reports/figures.ts'
import origin, { type Origin } from '../../../src/domain/reports/plain/origin.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import { invalidField } from '../../wire/errors.ts'
import { readAsOf } from '../queries/as-of.ts'
import { type AskedFigure, type HeldFigure, heldFigures } from '../queries/figure-leads.ts'
import { leadDetails } from '../queries/lead-details.ts'
import { nameIn, namesOf } from '../queries/names.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { calledReport, type ReportAsked } from './called-report.ts'

const groupSchema = z.object({
  broker_id: z.number().nullable(),
  channel_id: z.number(),
  insurance_id: z.number().nullable(),
  leads: z.number(),
})
type Group = z.infer<typeof groupSchema>

/** The leads of the filter. Throws 403 for a filter that names what is not the user's. */
function createdLeads({
  user,
  range,
  filter: { corretores: brokers = [] },
}: ReportAsked): RawBuilder<boolean> {
  mustBeOwn(user, { brokers })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.create_lead_date`, range),
    amongSql(sql`l.broker_id`, brokers),
  ])
}

const [BROKER, CHANNEL, LINE] = [
  sql`coalesce(l.broker_id, 0)`,
  sql`l.channel_id`,
  sql`coalesce(l.insurance_id, 0)`,
]

/** Each count is of a broker, of one of its channels, or of a line in that. */
const HELD: readonly HeldFigure[] = [
  sql`${BROKER}::text`,
  sql`${BROKER} || '-' || ${CHANNEL}`,
  sql`${BROKER} || '-' || ${CHANNEL} || '-' || ${LINE}`,
].map((row) => ({ figure: 'leads', counts: sql`true`, row }))

/** The condition of a row: '12', '12-3' or '12-3-1'. Throws 400 for another figure or row. */
function rowSql({ figure = 'leads', row }: AskedFigure): RawBuilder<boolean> {
  if (figure !== 'leads') throw invalidField('figure', 'O resumo não tem esta coluna. As que tem: leads')
  if (row === undefined) return sql<boolean>`true`
  if (!/^\d{1,9}(-\d{1,9}){0,2}$/.test(row)) throw invalidField('row', 'Envie o número de uma linha')
  const ids = row.split('-').map(Number)
  return allOf(
    [BROKER, CHANNEL, LINE].slice(0, ids.length).map((column, place) => sql`${column} = ${ids[place]}`),
  )
}

/** The leads of the figure, where the call asks for a number of them. */
async function askedLeads(
  { db, user, page }: ReportAsked,
  condition: RawBuilder<boolean>,
): Promise<Pick<Origin, 'leads' | 'meta' | 'figure_leads'>> {
  // Refuses an unknown figure also where no leads are asked for.
  const ofFigure = allOf([condition, rowSql(page)])
  if (page.per_page === 0) return {}
  const { data, total } = await leadDetails(db, user, { condition: ofFigure }, page)
  return {
    leads: data,
    meta: { total },
    ...(await heldFigures(db, { asked: page, rows: data, figures: HELD })),
  }
}

async function readOrigin(asked: ReportAsked): Promise<Origin> {
  const { db } = asked
  const condition = createdLeads(asked)
  const as_of = await readAsOf(db)
  const { rows } = await sql<Group>`
    select l.broker_id, l.channel_id, l.insurance_id, count(*)::int as leads
    from leads l
    where ${condition}
    group by l.broker_id, l.channel_id, l.insurance_id`.execute(db)
  const groups = z.array(groupSchema).parse(rows)
  const [brokers, channels, insurances] = [
    await namesOf(
      db,
      'users',
      groups.map(({ broker_id }) => broker_id),
    ),
    await namesOf(
      db,
      'channels',
      groups.map(({ channel_id }) => channel_id),
    ),
    await namesOf(
      db,
      'insurances',
      groups.map(({ insurance_id }) => insurance_id),
    ),
  ]
  const all = sumOf(groups, ({ leads }) => leads)
  const data = partsOf(
    groups,
    all,
    (group) => group.broker_id,
    (broker_id, ofBroker, counted) =>
      named({
        broker_id,
        broker_name: nameIn(brokers, broker_id, 'Sem corretor'),
        ...counted,
        channels: byCount(
          partsOf(
            ofBroker,
            counted.leads,
            (group) => group.channel_id,
            (channel_id, ofChannel, inBroker) => ({
              channel_id,
              channel_name: nameIn(channels, channel_id, ''),
              ...inBroker,
              insurances: byCount(
                partsOf(
                  ofChannel,
                  inBroker.leads,
                  (group) => group.insurance_id,
                  (insurance_id, _, inChannel) => ({
                    insurance_id,
                    insurance_name: nameIn(insurances, insurance_id, 'Sem tipo de seguro'),
                    ...inChannel,
                  }),
                ),
                (row) => row.insurance_name,
              ),
            }),
          ),
          (row) => row.channel_name,
        ),
      }),
  )
  const ordered = byCount(data, (row) => row.broker_name)
  return {
    as_of,
    data: [
      ...ordered.filter(({ broker_id }) => broker_id !== null),
      ...ordered.filter(({ broker_id }) => broker_id === null),
    ],
    total: { leads: all, percent: totalShare(all, all) },
    ...(await askedLeads(asked, condition)),
  }
}

type Counted = Origin['total']
type Broker = Origin['data'][number]

/** A broker's numbers, also under the names of the API. */
const named = (broker: Pick<Broker, 'broker_id' | 'broker_name' | 'channels'> & Counted): Broker => ({
  id: broker.broker_id,
  name: broker.broker_name,
  leads_count: broker.leads,
  leads_by_channel: broker.channels.map(({ channel_id, channel_name, leads, insurances }) => ({
    id: channel_id,
    name: channel_name,
    qtd: leads,
    by_insurance: insurances.map((line) => ({
      insurance_id: line.insurance_id,
      name: line.insurance_name,
      qtd: line.leads,
    })),
  })),
  ...broker,
})

/** Groups by a number; each part is counted as a share of `whole`. */
function partsOf<Id, Part>(
  groups: readonly Group[],
  whole: number,
  idOf: (group: Group) => Id,
  partOf: (id: Id, groups: readonly Group[], counted: Counted) => Part,
): Part[] {
  return [...Map.groupBy(groups, idOf)].map(([id, own]) => {
    const leads = sumOf(own, (group) => group.leads)
    return partOf(id, own, { leads, percent: share(leads, whole) })
  })
}

const byCount = <Row extends Counted>(rows: readonly Row[], nameOf: (row: Row) => string) =>
  rows.toSorted((a, b) => b.leads - a.leads || compareNames(nameOf(a), nameOf(b)))

export const originReport = calledReport(bindingOf(origin), {
  says: 'Quantos leads cada corretor recebeu de cada canal e seguro.',
  read: readOrigin,
  sheets: [{ named: 'os leads por origem', holds: 'as contagens' }],
})
