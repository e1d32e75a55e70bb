/** What 'Diagnóstico' counts of the leads of a tab, in one pass: docs/rules.md#report-diagnosis */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { CALLED_WITHIN_HOURS, pairFigure, WAY_PAIRS } from '../../../src/domain/reports/diagnosis.ts'
import type { DiagnosisTab } from '../../../src/domain/reports/diagnosis-goals.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { isBeforeEndSql } from './renewal-channels.ts'
import { type Instant, instantOf, workingSeconds } from './working-time.ts'

type Named = Readonly<Record<string, RawBuilder<unknown>>>

const IS_SOLD = sql`(l.state = 3 and l.sold = 1)`
const SALE: Instant = {
  at: sql`case when ${IS_SOLD} then coalesce(l.sold_date, l.end_lead_date) end`,
  clock: sql`case when ${IS_SOLD} then coalesce(l.sold_clock, l.end_clock) end`,
}
const isWhatsapp = (type: RawBuilder<unknown>) => sql`coalesce(${type} = 4, false)`
const isTelephone = (type: RawBuilder<unknown>) => sql`coalesce(${type} in (1, 2), false)`
const CALLED_WITHIN_SECONDS = CALLED_WITHIN_HOURS * 3600

/** What the figures need of each lead, computed once: a figure is a test of these columns. */
export function factsOf(tab: DiagnosisTab, settings: Settings): Named {
  const working = workingSeconds(settings)
  const [capture, contact, quote, end] = [
    instantOf('capture_date'),
    instantOf('contact_date'),
    instantOf('quoted_date'),
    instantOf('end_lead_date'),
  ]
  return {
    channel_id: sql`l.channel_id`,
    broker_id: sql`l.broker_id`,
    lost_sale: sql`l.lost_sale`,
    hour: sql`date_trunc('hour', l.create_lead_date)`,
    is_sold: sql`coalesce(${IS_SOLD}, false)`,
    is_lost: sql`coalesce(l.state = 3 and l.sold = 0, false)`,
    is_contacted: sql`l.contact_date is not null`,
    is_quoted: sql`l.quoted = 1`,
    contact_whatsapp: isWhatsapp(sql`l.contact_type`),
    contact_tel_cel: isTelephone(sql`l.contact_type`),
    quote_whatsapp: isWhatsapp(sql`l.quoted_type`),
    quote_tel_cel: isTelephone(sql`l.quoted_type`),
    sale_whatsapp: isWhatsapp(sql`l.sold_type`),
    sale_tel_cel: isTelephone(sql`l.sold_type`),
    has_backup_car: sql`l.backup_car = 2`,
    has_pague_menos: sql`l.pague_menos = 2`,
    has_content: sql`l.seguro_conteudo = 2`,
    is_on_time: tab === 'renewal' ? isBeforeEndSql(sql`l.capture_date`) : sql`l.capture_on_time = 1`,
    is_called_on_time: sql`${working(capture, instantOf('first_call_date'))} <= ${sql.lit(CALLED_WITHIN_SECONDS)}`,
    sale_value_cents: sql`l.sale_value_cents`,
    commission_percentage: sql`l.commission_percentage`,
    to_quotation: working(capture, quote),
    // At the same instant neither is later: docs/rules.md#report-diagnosis
    quotation_to_contact: sql`case when l.contact_date > l.quoted_date then ${working(quote, contact)} end`,
    quotation_to_sale: working(quote, SALE),
    contact_to_sale: working(contact, SALE),
    to_sale: working(capture, SALE),
    to_end: working(capture, end),
  }
}

export const SOLD = sql`l.is_sold`
export const NOT_SOLD = sql`l.is_lost`
const CONTACTED = sql`l.is_contacted`
const QUOTED = sql`l.is_quoted`

/** Three counts that add up to the count of the condition. */
const byWay = (
  names: readonly [string, string, string],
  condition: RawBuilder<unknown>,
  step: 'contact' | 'quote' | 'sale',
): Named => {
  const [whatsapp, telephone] = [sql.ref(`l.${step}_whatsapp`), sql.ref(`l.${step}_tel_cel`)]
  return {
    [names[0]]: sql`${condition} and ${whatsapp}`,
    [names[1]]: sql`${condition} and ${telephone}`,
    [names[2]]: sql`${condition} and not ${whatsapp} and not ${telephone}`,
  }
}

/** Leads of each pair, and the sold ones. */
const PAIRS: Named = Object.assign(
  {},
  ...WAY_PAIRS.map((pair) => {
    const [contact, quote] = [sql.ref(`l.contact_${pair.contact}`), sql.ref(`l.quote_${pair.quote}`)]
    const condition = sql`${CONTACTED} and ${QUOTED} and ${contact} and ${quote}`
    return {
      [`${pairFigure(pair)}_all`]: condition,
      [`${pairFigure(pair)}_sold`]: sql`${condition} and ${SOLD}`,
    }
  }),
)

/** What each count counts, over the facts of `l`. The same conditions open its leads. */
export const COUNTS: Named = {
  count_leads: sql`true`,
  leads_capture_on_time: sql`l.is_on_time`,
  calls_on_time: sql`l.is_called_on_time`,
  all_conections: CONTACTED,
  ...byWay(['contact_whatsapp', 'contact_tel_cel', 'contact_others'], CONTACTED, 'contact'),
  quoted: QUOTED,
  ...byWay(['quoted_whatsapp', 'quoted_tel_cel', 'quoted_others'], QUOTED, 'quote'),
  ...byWay(['renewed_whatsapp', 'renewed_tel_cel', 'renewed_others'], SOLD, 'contact'),
  sales_quantity: SOLD,
  ...byWay(['sales_on_whatsapp', 'sales_on_tel_cel', 'sales_on_others'], SOLD, 'sale'),
  backup_car_sales: sql`l.has_backup_car`,
  backup_car_of_sold: sql`${SOLD} and l.has_backup_car`,
  pague_menos_of_sold: sql`${SOLD} and l.has_pague_menos`,
  content_of_sold: sql`${SOLD} and l.has_content`,
  lost_sales: NOT_SOLD,
  ...PAIRS,
}

/** Over `channels k`. */
export const IS_WHITE_LABEL = sql`regexp_replace(lower(k.name), '[^a-z]', '', 'g') = 'whitelabel'`

const AVERAGES: Named = {
  average_of_quotation_time: sql`avg(l.to_quotation)`,
  average_of_contact_after_quotation: sql`avg(l.quotation_to_contact)`,
  average_of_sell_quotation_time: sql`avg(l.quotation_to_sale)`,
  average_time_of_renew_after_conection: sql`avg(l.contact_to_sale)`,
  average_of_sales_time: sql`avg(l.to_sale)`,
  average_finalization_sold: sql`avg(l.to_end) filter (where ${SOLD})`,
  average_finalization_not_sold: sql`avg(l.to_end) filter (where ${NOT_SOLD})`,
}

export const named = (columns: Named) =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`))
const counted = (conditions: Named): Named =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [
      name,
      sql`count(*) filter (where ${condition})::int`,
    ]),
  )
const FIGURES = named({
  ...counted(COUNTS),
  ...AVERAGES,
  brokers: sql`count(distinct l.broker_id)::int`,
  commission: sql`(avg(l.commission_percentage) filter (where ${SOLD}))::double precision`,
  commission_cents: sql`(avg(l.sale_value_cents * l.commission_percentage / 100.0)
    filter (where ${SOLD}))::double precision`,
})

const readSchema = z.object({
  /** By name. */
  figures: z.record(z.string(), z.number().nullable()),
  causes: z.array(
    z.object({ id: z.number().nullable(), value: z.string().nullable(), quantity: z.number() }),
  ),
  hours: z.array(z.object({ hour: z.number(), leads: z.number(), sold: z.number() })),
  channels: z.array(
    z.object({ id: z.number(), is_white_label: z.boolean(), leads: z.number(), sold: z.number() }),
  ),
})
export type DiagnosisRead = z.infer<typeof readSchema>

/** The figures of the leads that meet the condition, over `leads l`. Averages are seconds of working time. */
export async function readFigures(
  db: Reader,
  tab: DiagnosisTab,
  condition: RawBuilder<boolean>,
  settings: Settings,
): Promise<DiagnosisRead> {
  const { rows } = await sql<{ read: unknown }>`
    with l as materialized (
      select ${named(factsOf(tab, settings))}
      from leads l
      where ${condition})
    select json_build_object(
      'figures', (select row_to_json(f) from (select ${FIGURES} from l) f),
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
            select l.hour, count(*) as leads, count(*) filter (where ${SOLD}) as sold
            from l
            group by 1) u
          group by 1) h),
      'channels', (
        select coalesce(json_agg(json_build_object('id', g.id, 'leads', g.leads, 'sold', g.sold,
          'is_white_label', ${IS_WHITE_LABEL})), '[]')
        from (
          select l.channel_id as id, count(*)::int as leads, count(*) filter (where ${SOLD})::int as sold
          from l
          group by 1) g
        join channels k on k.id = g.id)) as read`.execute(db)
  return readSchema.parse(rows[0]?.read)
}
