/** 'Relatório de Renovações': policies that end in the period, by the broker who has them. docs/rules.md#report-renewals */

import { z } from 'zod'
import { ADMINISTRATION, isStaff } from '../permissions/roles.ts'
import { partWords } from './base-words.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { share, sumOf, totalShare } from './figures.ts'
import { leadColumns, leadFields, OF_LEADS, STATUS_COLUMN } from './lead-columns.ts'
import { PAST_PRESETS } from './period.ts'
import { countFigure, defineReport } from './report.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable } from './table.ts'

const count = z.number().int()
const percent = z.number().nullable()

const countsSchema = z.object({
  renovations: count,
  renovation_on_time: count,
  captures_renovation_on_time: count,
  captures_renovation_not_time: count,
  not_captures_renovation: count,
  sold_end_of_validity: count,
  sold_renovation: count,
  self_indications: count,
  self_indication_on_time: count,
  sold_self_indication: count,
  backups_car: count,
  backups_car_vend: count,
})
type RenewalCount = keyof z.infer<typeof countsSchema>

export const renewalSummarySchema = countsSchema.extend({
  /** id null: renewals without a broker, and the row of totals. */
  broker: z.object({ id: count.nullable(), name: z.string() }),
  conversion_renovation: percent,
  conversion_self_indication: percent,
})
export type RenewalSummary = z.infer<typeof renewalSummarySchema>

export const renewalRowSchema = z.object({
  ...leadFields('id', 'client_name', 'broker_id', 'broker_name', 'channel_id'),
  channel: z.string(),
  /** The last day of the policy that is renewed. */
  end_of_validity: z.string().nullable(),
  insurer: z.string().nullable(),
  ...leadFields('capture_date'),
  /** Days from the capture to the end; negative after the end. */
  days_before_end: count.nullable(),
  ...leadFields('state', 'status'),
  sold: count.nullable(),
  sold_date: z.string().nullable(),
})
export type RenewalRow = z.infer<typeof renewalRowSchema>

const weekSchema = z.object({ week: z.string(), sold: count, lost: count, open: count })

/** [leads, one row a broker, the rest]. */
export const renewalsSchema = z.tuple([
  z.array(renewalRowSchema),
  z.array(renewalSummarySchema),
  z.object({
    ...dataOrigin,
    ...figureLeads,
    total: renewalSummarySchema,
    /** By the Monday of the week in which the policy ends. */
    weeks: z.array(weekSchema),
    meta: z.object({ total: count }),
  }),
])
export type Renewals = z.infer<typeof renewalsSchema>

export const RENEWAL_SUMMARY_TABLE: ReportTable<RenewalSummary> = {
  name: 'resumo',
  title: 'Por corretor',
  order: '-renovations',
  idOf: ({ broker }) => String(broker.id ?? 0),
  columns: [
    { key: 'broker', label: 'Corretor', format: 'text', value: ({ broker }) => broker.name, isTitle: true },
    countColumn('renovations', 'Renovações'),
    countColumn('renovation_on_time', 'Recebidas no prazo'),
    countColumn('captures_renovation_on_time', 'Capturadas no prazo'),
    countColumn('captures_renovation_not_time', 'Capturadas fora do prazo'),
    countColumn('not_captures_renovation', 'Não capturadas'),
    countColumn('sold_end_of_validity', 'Vendidas até o vencimento do seguro'),
    fieldColumn('conversion_renovation', 'Conversão', 'percent'),
    countColumn('self_indication_on_time', 'Autoindicações no prazo'),
    countColumn('sold_self_indication', 'Autoindicações vendidas'),
    fieldColumn('conversion_self_indication', 'Conversão das autoindicações', 'percent'),
    countColumn('backups_car', 'BackUp Car oferecidos'),
    countColumn('backups_car_vend', 'BackUp Car vendidos'),
  ],
}

export const RENEWALS_TABLE: ReportTable<RenewalRow> = {
  ...OF_LEADS,
  order: 'end_of_validity',
  columns: [
    ...leadColumns('id', 'client_name', 'broker_name'),
    fieldColumn('channel', 'Canal', 'text'),
    fieldColumn('end_of_validity', 'Vencimento do seguro', 'date'),
    fieldColumn('insurer', 'Seguradora', 'text'),
    ...leadColumns('capture_date'),
    fieldColumn('days_before_end', 'Dias antes do vencimento', 'integer'),
    STATUS_COLUMN,
    fieldColumn('sold_date', 'Venda', 'date'),
  ],
}

/** Renewals that have the renewal's layout. */
const FIRST_OFFERED = 27
const isOfferedRenewal = ({ id, renewal = false }: { readonly id: number; readonly renewal?: boolean }) =>
  id >= FIRST_OFFERED && renewal

const RENEWALS = ['renovação', 'renovações'] as const

const weekName = (monday: string) => monday.slice(5).split('-').toReversed().join('/')

export const renewals = defineReport<Renewals>({
  path: '/relatorio-renovacoes',
  title: 'Relatório de Renovações',
  file: 'relatorio_renovacoes',
  period: 'um-mes',
  presets: ['proximos-30-dias', ...PAST_PRESETS],
  periodLabel: 'Vencimento do seguro',
  filters: [
    { kind: 'canais', asks: 'channel_id[]', label: 'Canais', offers: isOfferedRenewal },
    { kind: 'texto', asks: 'client_name', label: 'Cliente' },
    {
      kind: 'corretores',
      asks: 'broker_id[]',
      label: 'Corretor',
      roles: ADMINISTRATION,
      offers: ({ role_id }) => role_id === undefined || isStaff(role_id),
    },
  ],
  dates: ['date_ini', 'date_end'],
  paged: 'leads',
  opensLeads: true,
  content: ([rows, summary, { as_of, total, weeks, meta }]) => ({
    asOf: as_of,
    figures: [
      countFigure('renovations', 'Renovações', total.renovations),
      {
        key: 'captured',
        label: 'Capturadas no prazo',
        value: totalShare(total.captures_renovation_on_time, total.renovations),
        format: 'percent',
        note: partWords(total.captures_renovation_on_time, total.renovations, RENEWALS),
      },
      countFigure('sold', 'Vendidas', total.sold_renovation, 'sold_renovation'),
      {
        key: 'conversion',
        label: 'Conversão',
        value: total.conversion_renovation,
        format: 'percent',
        note: partWords(total.sold_renovation, total.renovations, RENEWALS),
      },
    ],
    chart: {
      kind: 'stacked',
      along: 'times',
      title: 'Renovações por semana do vencimento do seguro',
      series: [
        { key: 'sold', label: 'Vendidas', color: 'blue' },
        { key: 'lost', label: 'Perdidas', color: 'amber' },
        { key: 'open', label: 'Em aberto', color: 'gray' },
      ],
      points: weeks.map(({ week, sold, lost, open }) => ({
        name: weekName(week),
        values: { sold, lost, open },
      })),
    },
    tables: [
      shownTable(RENEWAL_SUMMARY_TABLE, summary, { total }),
      shownTable(RENEWALS_TABLE, rows, { count: meta.total }),
    ],
  }),
})

type Counts = z.infer<typeof countsSchema>

/** The row of these counts. In the row of totals a share of nothing is 0. */
export function renewalSummaryRow(
  broker: RenewalSummary['broker'],
  counts: Counts,
  shareOf: (part: number, whole: number) => number | null = share,
): RenewalSummary {
  return {
    ...counts,
    broker,
    conversion_renovation: shareOf(counts.sold_renovation, counts.renovations),
    conversion_self_indication: shareOf(counts.sold_self_indication, counts.self_indications),
  }
}

export function renewalTotal(rows: readonly RenewalSummary[]): RenewalSummary {
  const sum = (key: RenewalCount) => sumOf(rows, (row) => row[key])
  return renewalSummaryRow(
    { id: null, name: 'Total' },
    {
      renovations: sum('renovations'),
      renovation_on_time: sum('renovation_on_time'),
      captures_renovation_on_time: sum('captures_renovation_on_time'),
      captures_renovation_not_time: sum('captures_renovation_not_time'),
      not_captures_renovation: sum('not_captures_renovation'),
      sold_end_of_validity: sum('sold_end_of_validity'),
      sold_renovation: sum('sold_renovation'),
      self_indications: sum('self_indications'),
      self_indication_on_time: sum('self_indication_on_time'),
      sold_self_indication: sum('sold_self_indication'),
      backups_car: sum('backups_car'),
      backups_car_vend: sum('backups_car_vend'),
    },
    totalShare,
  )
}
