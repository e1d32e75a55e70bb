/** 'Diagnóstico': docs/rules.md#report-diagnosis. One pass over the leads of each tab. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type Diagnosis,
  type DiagnosisPart,
  diagnosisCountsSchema,
  HOUR_GROUPS,
  hourGroupName,
  SOURCES,
  WAY_PAIRS,
} from '../../../src/domain/reports/diagnosis.ts'
import { type DiagnosisTab, goalResults } from '../../../src/domain/reports/diagnosis-goals.ts'
import { share } from '../../../src/domain/reports/figures.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../lead-row.ts'
import { readAsOf } from './as-of.ts'
import { isBeforeEndSql, isRenewalChannel } from './renewal-channels.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from './report-scope.ts'
import { type Instant, instantOf, workingSeconds } from './working-time.ts'

export interface DiagnosisFilter {
  readonly range: DayRange
  readonly broker: number | undefined
  readonly team: number | undefined
}

/** The leads of a tab. Throws 403 for a filter that names what is not the user's. */
function leadsOf(
  tab: DiagnosisTab,
  user: SessionUser,
  { range, broker, team }: DiagnosisFilter,
): RawBuilder<boolean> {
  const brokers = broker === undefined ? [] : [broker]
  mustBeOwn(user, { brokers, teams: team === undefined ? [] : [team] })
  const ofTab =
    tab === 'renewal'
      ? sql<boolean>`(${isRenewalChannel}
          and l.old_end_of_validity between ${range.from}::date and ${range.to}::date)`
      : sql<boolean>`(not ${isRenewalChannel} and ${withinSql(sql`l.create_lead_date`, range)})`
  return allOf([
    countsForSql(user),
    ofTab,
    amongSql(sql`l.broker_id`, brokers),
    ...(team === undefined
      ? []
      : [sql<boolean>`l.broker_id in (select id from users where technical_team_id = ${team})`]),
  ])
}

type Named = Readonly<Record<string, RawBuilder<unknown>>>

const counted = (conditions: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown>[] =>
  Object.entries(conditions).map(
    ([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
  )

const SOLD = sql`(l.state = 3 and l.sold = 1)`
const NOT_SOLD = sql`(l.state = 3 and l.sold = 0)`
const CONTACTED = sql`l.contact_date is not null`
const QUOTED = sql`l.quoted = 1`
const SALE: Instant = {
  at: sql`case when ${SOLD} then coalesce(l.sold_date, l.end_lead_date) end`,
  clock: sql`case when ${SOLD} then coalesce(l.sold_clock, l.end_clock) end`,
}

const isWhatsapp = (type: RawBuilder<unknown>) => sql`coalesce(${type} = 4, false)`
const isTelephone = (type: RawBuilder<unknown>) => sql`coalesce(${type} in (1, 2), false)`

/** Three counts that add up to that of the condition. */
const byWay = (
  names: readonly [string, string, string],
  condition: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
): Named => ({
  [names[0]]: sql`${condition} and ${isWhatsapp(type)}`,
  [names[1]]: sql`${condition} and ${isTelephone(type)}`,
  [names[2]]: sql`${condition} and not ${isWhatsapp(type)} and not ${isTelephone(type)}`,
})

const CONTACT = sql`l.contact_type`
const QUOTE = sql`l.quoted_type`

const COUNTS: Named = {
  count_leads: sql`true`,
  all_conections: CONTACTED,
  ...byWay(['contact_whatsapp', 'contact_tel_cel', 'contact_others'], CONTACTED, CONTACT),
  quoted: QUOTED,
  ...byWay(['quoted_whatsapp', 'quoted_tel_cel', 'quoted_others'], QUOTED, QUOTE),
  ...byWay(['renewed_whatsapp', 'renewed_tel_cel', 'renewed_others'], SOLD, CONTACT),
  sales_quantity: SOLD,
  ...byWay(['sales_on_whatsapp', 'sales_on_tel_cel', 'sales_on_others'], SOLD, sql`l.sold_type`),
  backup_car_sales: sql`l.backup_car = 2`,
  backup_car_of_sold: sql`${SOLD} and l.backup_car = 2`,
  pague_menos_of_sold: sql`${SOLD} and l.pague_menos = 2`,
  content_of_sold: sql`${SOLD} and l.seguro_conteudo = 2`,
  lost_sales: NOT_SOLD,
}

const WAYS = { whatsapp: isWhatsapp, tel_cel: isTelephone } as const

/** Leads of a pair or source, and the sold ones. */
const withSold = (name: string, condition: RawBuilder<unknown>): Named => ({
  [`${name}_all`]: condition,
  [`${name}_sold`]: sql`${condition} and ${SOLD}`,
})

const pairName = (pair: (typeof WAY_PAIRS)[number]) => `pair_${pair.contact}_${pair.quote}`
const sourceName = (key: string) => `source_${key}`
const isWhiteLabel = sql`l.channel_id in (
  select id from channels where regexp_replace(lower(name), '[^a-z]', '', 'g') = 'whitelabel')`

const CONVERSIONS: Named = {
  ...Object.assign(
    {},
    ...WAY_PAIRS.map((pair) =>
      withSold(
        pairName(pair),
        sql`${CONTACTED} and ${QUOTED} and ${WAYS[pair.contact](CONTACT)} and ${WAYS[pair.quote](QUOTE)}`,
      ),
    ),
    ...SOURCES.map(({ key, channels }) =>
      withSold(
        sourceName(key),
        channels.length === 0 ? isWhiteLabel : sql`l.channel_id = any(${[...channels]}::int[])`,
      ),
    ),
  ),
}

const HOUR = 3600

/** Average working times, and what depends on them. */
function timesOf(settings: Settings): { times: RawBuilder<unknown>[]; called: RawBuilder<unknown> } {
  const working = workingSeconds(settings)
  const [capture, contact, quote, end] = [
    instantOf('capture_date'),
    instantOf('contact_date'),
    instantOf('quoted_date'),
    instantOf('end_lead_date'),
  ]
  const average = (name: string, of: RawBuilder<unknown>, among: RawBuilder<unknown> = sql`true`) =>
    sql`avg(${of}) filter (where ${among}) as ${sql.ref(name)}`
  return {
    times: [
      average('average_of_quotation_time', working(capture, quote)),
      average('average_of_contact_after_quotation', working(quote, contact)),
      average('average_of_sell_quotation_time', working(quote, SALE)),
      average('average_time_of_renew_after_conection', working(contact, SALE)),
      average('average_of_sales_time', working(capture, SALE)),
      average('average_finalization_sold', working(capture, end), SOLD),
      average('average_finalization_not_sold', working(capture, end), NOT_SOLD),
    ],
    called: sql`${working(capture, instantOf('first_call_date'))} <= ${sql.lit(HOUR)}`,
  }
}

const numbersSchema = z.record(z.string(), z.number().nullable())
const readSchema = z.object({
  counts: numbersSchema,
  causes: z.array(
    z.object({ id: z.number().nullable(), value: z.string().nullable(), quantity: z.number() }),
  ),
  hours: z.array(z.object({ hour: z.number(), leads: z.number(), sold: z.number() })),
})
type Read = z.infer<typeof readSchema>

async function readPart(
  db: Reader,
  tab: DiagnosisTab,
  condition: RawBuilder<boolean>,
  settings: Settings,
): Promise<Read> {
  const { times, called } = timesOf(settings)
  const onTime = tab === 'renewal' ? isBeforeEndSql(sql`l.capture_date`) : sql`l.capture_on_time = 1`
  const columns = [
    ...counted({ ...COUNTS, ...CONVERSIONS, leads_capture_on_time: onTime, calls_on_time: called }),
    ...times,
    sql`count(distinct l.broker_id)::int as brokers`,
    sql`(avg(l.commission_percentage) filter (where ${SOLD}))::double precision as commission`,
    sql`(avg(l.sale_value_cents * l.commission_percentage / 100.0) filter (where ${SOLD}))::double precision
      as commission_cents`,
  ]
  const { rows } = await sql<{ read: unknown }>`
    with l as materialized (
      select l.channel_id, l.broker_id, l.state, l.sold, l.lost_sale, l.quoted, l.contact_type, l.quoted_type,
        l.sold_type, l.create_lead_date, l.capture_date, l.capture_on_time, l.contact_date, l.quoted_date, l.sold_date,
        l.end_lead_date, l.first_call_date, l.old_end_of_validity, l.backup_car, l.pague_menos, l.seguro_conteudo,
        l.sale_value_cents, l.commission_percentage, l.capture_clock, l.first_call_clock, l.contact_clock, l.quoted_clock,
        l.sold_clock, l.end_clock
      from leads l
      where ${condition})
    select json_build_object(
      'counts', (select row_to_json(c) from (select ${sql.join(columns)} from l) c),
      'causes', (
        select coalesce(json_agg(json_build_object('id', c.id, 'value', e.value, 'quantity', c.quantity)
          order by c.quantity desc, c.id), '[]')
        from (select l.lost_sale as id, count(*)::int as quantity from l where ${NOT_SOLD} group by 1) c
        left join catalogue_entries e on e.kind = 'lead_lost_sale' and e.var_id = c.id),
      'hours', (
        select coalesce(json_agg(h), '[]')
        from (
          select extract(hour from u.hour at time zone 'America/Sao_Paulo')::int as hour,
            sum(u.leads)::int as leads, sum(u.sold)::int as sold
          from (
            select date_trunc('hour', l.create_lead_date) as hour, count(*) as leads,
              count(*) filter (where ${SOLD}) as sold
            from l
            group by 1) u
          group by 1) h)) as read`.execute(db)
  return readSchema.parse(rows[0]?.read)
}

function partOf(
  tab: DiagnosisTab,
  { counts: numbers, causes, hours }: Read,
  { range, settings }: { readonly range: DayRange; readonly settings: Settings },
): DiagnosisPart {
  const counts = diagnosisCountsSchema.parse(numbers)
  const number = (name: string) => numbers[name] ?? 0
  const conversion = (name: string) => {
    const [countItems, dividedBy] = [number(`${name}_sold`), number(`${name}_all`)]
    return { countItems, dividedBy, average: share(countItems, dividedBy) }
  }
  const brokers = number('brokers')
  return {
    items: {
      ...counts,
      lost_sale_causes: causes.map(({ value, ...cause }) => ({ ...cause, value: value ?? 'Sem motivo' })),
      resultGoals: {
        quantity_brokers_in_leads: brokers,
        goals: goalResults(tab, { counts, brokers, range, goals: settings }),
      },
    },
    newTableItems: {
      new_insurances_sells: counts.sales_quantity,
      average_comissions: {
        percentage: numbers.commission ?? null,
        value_cents: numbers.commission_cents ?? null,
      },
      average_finalization_sold: numbers.average_finalization_sold ?? null,
      average_finalization_not_sold: numbers.average_finalization_not_sold ?? null,
      not_sold_count: counts.lost_sales,
      grouped_hours: HOUR_GROUPS.map((group) => {
        const [from, to] = group
        const within = hours.filter(({ hour }) => hour >= from && hour < to)
        const countItems = within.reduce((sum, { leads }) => sum + leads, 0)
        const sold = within.reduce((sum, row) => sum + row.sold, 0)
        return { groupHours: hourGroupName(group), countItems, sold, average: share(sold, countItems) }
      }),
    },
    conversions: {
      pairs: WAY_PAIRS.map((pair) => ({ ...pair, ...conversion(pairName(pair)) })),
      sources: SOURCES.map(({ key }) => ({ source: key, ...conversion(sourceName(key)) })),
    },
  }
}

export async function readDiagnosis(
  db: Reader,
  user: SessionUser,
  filter: DiagnosisFilter,
  settings: Settings,
): Promise<Diagnosis> {
  const as_of = await readAsOf(db)
  const read = async (tab: DiagnosisTab) =>
    partOf(tab, await readPart(db, tab, leadsOf(tab, user, filter), settings), {
      range: filter.range,
      settings,
    })
  const { startMinutes, endMinutes } = businessCalendar(settings.business_hours)
  return {
    as_of,
    workday: (endMinutes - startMinutes) * 60,
    renewal: await read('renewal'),
    new: await read('new'),
  }
}
