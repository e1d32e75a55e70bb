/** 'Leads por Origem': by which channels and insurance lines leads came to each broker. docs/rules.md#report-origin */

import { z } from 'zod'
import { ADMINISTRATION } from '../../permissions/roles.ts'
import type { Chart, ChartSeries } from '../chart.ts'
import { chartedPersons, mostAndRest } from '../charted.ts'
import { dataOrigin } from '../data-origin.ts'
import { figureLeads } from '../figure-leads.ts'
import { sumOf } from '../figures.ts'
import { isBroker } from '../filters.ts'
import { referralRowSchema, shownLeads } from '../lead-rows.ts'
import { PAST_PRESETS } from '../period.ts'
import { countFigure, defineReport } from '../report.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from '../table.ts'

const counted = {
  leads: z.number().int(),
  /** Percentage of the row above: of the channel, of the broker, of all leads. */
  percent: z.number().nullable(),
}

/** Leads by channel and insurance line, as other programs read them. Kept answers of earlier versions lack it. */
const byChannel = {
  id: z.number().int().nullable().default(null),
  name: z.string().default(''),
  leads_count: z.number().int().default(0),
  leads_by_channel: z
    .array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        qtd: z.number().int(),
        by_insurance: z.array(
          z.object({ insurance_id: z.number().int().nullable(), name: z.string(), qtd: z.number().int() }),
        ),
      }),
    )
    .default([]),
}

export const originSchema = z.object({
  ...dataOrigin,
  /** The most leads first; those without a broker last. */
  data: z.array(
    z.object({
      /** `id` null: leads without a broker. */
      ...byChannel,
      /** The same with percentages, as the screen reads it. */
      broker_id: z.number().int().nullable(),
      broker_name: z.string(),
      ...counted,
      channels: z.array(
        z.object({
          channel_id: z.number().int(),
          channel_name: z.string(),
          ...counted,
          insurances: z.array(
            z.object({
              insurance_id: z.number().int().nullable(),
              insurance_name: z.string(),
              ...counted,
            }),
          ),
        }),
      ),
    }),
  ),
  total: z.object(counted),
  ...figureLeads,
  /** The leads of a figure, or all, where they were asked for. */
  leads: z.array(referralRowSchema).optional(),
  meta: z.object({ total: z.number().int() }).optional(),
})
export type Origin = z.infer<typeof originSchema>
type OriginBroker = Omit<Origin['data'][number], keyof typeof byChannel>
type OriginChannel = OriginBroker['channels'][number]
type OriginInsurance = OriginChannel['insurances'][number]
type Counted = Origin['total']

const COUNTS = [countColumn('leads', 'Leads'), fieldColumn('percent', 'Percentual', 'percent')] as const

/** Rows are named by the numbers of broker, channel and line: '12-3-1'. 0 replaces a missing one. */
const rowOf = (...ids: readonly (number | null)[]) => ids.map((id) => id ?? 0).join('-')

const linesOf = (broker: number | null, channel: number): ReportTable<OriginInsurance> => ({
  name: 'seguros',
  title: 'Tipos de seguro',
  order: '-leads',
  idOf: ({ insurance_id }) => rowOf(broker, channel, insurance_id),
  columns: [titleColumn('insurance_name', 'Tipo de seguro'), ...COUNTS],
})

const channelsOf = (broker: number | null): ReportTable<OriginChannel> => ({
  name: 'canais',
  title: 'Canais',
  order: '-leads',
  idOf: ({ channel_id }) => rowOf(broker, channel_id),
  child: ({ channel_id, insurances }) => shownTable(linesOf(broker, channel_id), insurances),
  columns: [titleColumn('channel_name', 'Canal'), ...COUNTS],
})

const BROKERS: ReportTable<OriginBroker> = {
  name: 'resumo',
  title: 'Por corretor',
  order: '-leads',
  idOf: ({ broker_id }) => rowOf(broker_id),
  isLast: ({ broker_id }) => broker_id === null,
  child: ({ broker_id, channels }) => shownTable(channelsOf(broker_id), channels),
  columns: [titleColumn('broker_name', 'Corretor'), ...COUNTS],
}

interface FlatRow extends Counted {
  readonly id: string
  /** Number of the broker's row on screen. */
  readonly broker: string
  readonly broker_name: string
  readonly channel_name: string | null
  readonly insurance_name: string | null
  /** Percentage of all leads. */
  readonly share: number | null
}

/** The sheet: one row for each broker, channel and insurance line. */
const FLAT: ReportTable<FlatRow> = {
  name: 'resumo',
  title: 'Por corretor',
  order: '',
  idOf: ({ id }) => id,
  under: ({ broker }) => broker,
  columns: [
    titleColumn('broker_name', 'Corretor'),
    fieldColumn('channel_name', 'Canal', 'text'),
    fieldColumn('insurance_name', 'Tipo de seguro', 'text'),
    fieldColumn('leads', 'Leads', 'integer'),
    fieldColumn('percent', 'Percentual do canal', 'percent'),
    fieldColumn('share', 'Percentual de todos', 'percent'),
  ],
}

const flatRows = ({ data, total }: Origin): FlatRow[] =>
  data.flatMap(({ broker_id, broker_name, channels }) =>
    channels.flatMap(({ channel_id, channel_name, insurances }) =>
      insurances.map(({ insurance_id, insurance_name, leads, percent }) => ({
        id: `${broker_id ?? 0}-${channel_id}-${insurance_id ?? 0}`,
        broker: String(broker_id ?? 0),
        broker_name,
        channel_name,
        insurance_name,
        leads,
        percent,
        share: (leads / total.leads) * 100,
      })),
    ),
  )

const flatTotal = ({ total }: Origin): FlatRow => ({
  id: 'total',
  broker: '',
  broker_name: 'Total',
  channel_name: null,
  insurance_name: null,
  leads: total.leads,
  percent: null,
  share: total.percent,
})

const COLORS = ['blue', 'amber', 'petrol', 'brown', 'gray'] as const
/** Channels with a colour of their own, before the others. */
const OWN_COLORS = COLORS.length - 1
const OTHERS = 'outros'

/** The brokers with most leads by the four channels with most leads; the other channels are one part. */
function chartOf({ data }: Origin): Chart {
  const names = new Map(
    data.flatMap(({ channels }) =>
      channels.map(({ channel_id, channel_name }) => [channel_id, channel_name]),
    ),
  )
  const leadsOf = ([channel]: readonly [number, string]) =>
    sumOf(data, ({ channels }) => sumOf(channels, (row) => (row.channel_id === channel ? row.leads : 0)))
  const byId = [...names].toSorted(([a], [b]) => a - b)
  const { most, rest } = mostAndRest(byId, leadsOf, OWN_COLORS)
  const keyOf = (channel: number) => (most.some(([id]) => id === channel) ? `canal-${channel}` : OTHERS)
  const channels = most.map(
    ([id, label], place): ChartSeries => ({ key: keyOf(id), label, color: COLORS[place] ?? 'gray' }),
  )
  const others: ChartSeries = { key: OTHERS, label: `Outros ${rest.length} canais`, color: 'gray' }
  const series = rest.length === 0 ? channels : [...channels, others]
  return {
    kind: 'stacked',
    along: 'names',
    title: 'Leads por corretor e canal',
    series,
    ...chartedPersons(data, {
      idOf: ({ broker_id }) => broker_id,
      nameOf: ({ broker_name }) => broker_name,
      of: ({ leads }) => leads,
      pointOf: (broker) => ({
        name: broker.broker_name,
        values: Object.fromEntries(
          series.map(({ key }) => [
            key,
            sumOf(broker.channels, (row) => (keyOf(row.channel_id) === key ? row.leads : 0)),
          ]),
        ),
      }),
    }),
  }
}

export default defineReport<Origin>({
  path: '/relatorio-leads-origem',
  title: 'Leads por Origem',
  file: 'relatorio_leads_origem',
  period: 'mes-atual',
  presets: PAST_PRESETS,
  periodLabel: 'Data de criação',
  filters: [
    { kind: 'corretor', asks: 'broker_id', label: 'Corretor', roles: ADMINISTRATION, offers: isBroker },
  ],
  dates: ['date_start', 'date_end'],
  calls: {
    path: '/leads-origin',
    answer: originSchema,
    files: [{ table: 'resumo', label: 'Exportar', path: '/leads-origin/export' }],
  },
  paged: 'leads',
  opensLeads: true,
  behindFigures: () => ({}),
  content: (answer) => ({
    asOf: answer.as_of,
    figures: [
      countFigure('leads', 'Leads', answer.total.leads),
      {
        key: 'without',
        label: 'Sem corretor',
        value: sumOf(answer.data, ({ broker_id, leads }) => (broker_id === null ? leads : 0)),
        format: 'integer',
        opens: { figure: 'leads', row: rowOf(null) },
      },
    ],
    chart: chartOf(answer),
    tables: [
      shownTable(BROKERS, answer.data, {
        total: { ...answer.total, broker_id: null, broker_name: 'Total', channels: [] },
        sheet: shownTable(FLAT, flatRows(answer), { total: flatTotal(answer) }),
      }),
      ...(answer.leads === undefined ? [] : [shownLeads(answer.leads, answer.meta?.total ?? 0)]),
    ],
  }),
})
