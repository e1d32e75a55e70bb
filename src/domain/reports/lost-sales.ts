/** 'Relatório de Perdas': why leads were lost, and whose they were. docs/rules.md#report-lost-sales */

import { z } from 'zod'
import { MANAGEMENT } from '../permissions/roles.ts'
import { formatHundredths } from '../text/formats.ts'
import { wholeWords } from './base-words.ts'
import { type Chart, chartText } from './chart.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { sumOf, totalShare } from './figures.ts'
import { isBroker, isStockLine } from './filters.ts'
import { leadColumns, leadFields, OF_LEADS } from './lead-columns.ts'
import { PAST_PRESETS } from './period.ts'
import { defineReport, type Figure } from './report.ts'
import { rowLead } from './report-lead.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from './table.ts'

const count = z.number().int()

/** A row of a ranking. */
export const rankingRowSchema = z.object({
  name: z.string(),
  /** null: leads without one. */
  name_id: count.nullable(),
  /** `v2` of `v3`, 0 to 100. */
  v1: z.number().nullable(),
  /** The losses; in the efficiency the sales. */
  v2: count,
  /** What `v2` is a share of: all losses, the losses to competitors, or its own finished leads. */
  v3: count,
  /** All losses, where `v3` counts something else. */
  v4: count.nullable(),
})
export type RankingRow = z.infer<typeof rankingRowSchema>

export const lossRowSchema = z.object({
  ...rowLead,
  ...leadFields('id', 'client_id', 'client_name', 'broker_id', 'broker_name', 'lost_sale'),
  /** The reason. */
  value: z.string().nullable().default(null),
  ...leadFields('lost_sale_name', 'channel_id', 'channel_name', 'partner_id', 'partner_name'),
  end_lead_date: z.string(),
})
export type LossRow = z.infer<typeof lossRowSchema>

const named = z.array(z.object({ id: count, name: z.string() }))
const ranking = z.array(rankingRowSchema)

/**
 * Reasons, brokers, competing brokers, inviters, dealerships, efficiency, names, leads, and facts about the whole
 * answer.
 */
export const lostSalesSchema = z.tuple([
  ranking,
  ranking,
  ranking,
  ranking,
  ranking,
  ranking,
  z.object({
    lost_sale: named,
    broker_id: named,
    competitor_broker: named,
    inviter_id: named,
    partner_id: named,
    channel_id: named,
  }),
  z.array(lossRowSchema),
  z.object({ ...dataOrigin, ...figureLeads, total: count }),
])
export type LostSales = z.infer<typeof lostSalesSchema>

interface Ranking {
  readonly name: string
  readonly title: string
  /** Heading of the names. */
  readonly of: string
  readonly counted?: string
  /** Heading of `v3`, where it opens its leads. */
  readonly whole?: string
  readonly order?: string
}

const rankingTable = ({
  name,
  title,
  of,
  counted = 'Quantidade',
  whole,
  order = '-v2',
}: Ranking): ReportTable<RankingRow> => ({
  name,
  title,
  order,
  idOf: ({ name_id }) => String(name_id ?? 0),
  columns: [
    titleColumn('name', of),
    fieldColumn('v1', 'Percentual', 'percent'),
    countColumn('v2', counted, name),
    ...(whole === undefined ? [] : [countColumn('v3', whole, `${name}_finalizados`)]),
  ],
})

const REASONS = rankingTable({ name: 'motivos', title: 'Motivos de perda', of: 'Motivo' })
const COMPETITORS = rankingTable({ name: 'concorrentes', title: 'Corretoras concorrentes', of: 'Corretora' })

const whole = 'Finalizados'
const BROKERS = rankingTable({ name: 'corretores', title: 'Perdas por corretor', of: 'Corretor', whole })
const INVITERS = rankingTable({ name: 'indicadores', title: 'Perdas por indicador', of: 'Indicador', whole })
const PARTNERS = rankingTable({
  name: 'concessionarias',
  title: 'Perdas por concessionária',
  of: 'Concessionária',
  whole,
})
const EFFICIENCY = rankingTable({
  name: 'eficiencia',
  title: 'Eficiência',
  of: 'Corretor',
  counted: 'Vendidos',
  whole,
  order: '-v1',
})

export const LOSSES_TABLE: ReportTable<LossRow> = {
  ...OF_LEADS,
  title: 'Clientes',
  order: '-end_lead_date',
  columns: leadColumns(
    'client_name',
    'broker_name',
    'lost_sale_name',
    'channel_name',
    'partner_name',
    'end_lead_date',
  ),
}

function totalOf(rows: readonly RankingRow[], isShareOfAll: boolean): RankingRow {
  const v2 = sumOf(rows, (row) => row.v2)
  // Each row of the reasons and of the competitors is a share of the same number.
  const v3 = isShareOfAll ? v2 : sumOf(rows, (row) => row.v3)
  return { name: 'Total', name_id: null, v1: totalShare(v2, v3), v2, v3, v4: null }
}

const shown = (table: ReportTable<RankingRow>, rows: readonly RankingRow[]) =>
  shownTable(table, rows, { total: totalOf(rows, table === REASONS || table === COMPETITORS) })

const reasonFigure = ({ name, name_id, v1, v2, v3 }: RankingRow): Figure => ({
  key: `motivo-${name_id ?? 0}`,
  label: name,
  value: v2,
  format: 'integer',
  opens: { figure: 'motivos', row: String(name_id ?? 0) },
  note: `${formatHundredths(v1 ?? 0)}% ${wholeWords(v3, ['perda', 'perdas'])}`,
})

/** Bars of the reasons, and the share of all losses up to each. */
function paretoOf(reasons: readonly RankingRow[]): Chart {
  let sum = 0
  return {
    kind: 'bars',
    along: 'names',
    title: 'Perdas por motivo, e a parte acumulada de todas',
    series: [{ key: 'losses', label: 'Perdas', color: 'blue' }],
    points: reasons.map(({ name, v2, v3 }) => {
      sum += v2
      const running = chartText(totalShare(sum, v3), 'percent')
      return { name, values: { losses: v2 }, end: `${chartText(v2, 'integer')} · ${running}` }
    }),
  }
}

const TOP = 3

export const lostSales = defineReport<LostSales>({
  path: '/relatorio-perdas',
  title: 'Relatório de Perdas',
  file: 'relatorio_perdas',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Fim do lead',
  filters: [
    { kind: 'empresa', asks: 'partner_id', label: 'Concessionária' },
    { kind: 'estoque', asks: 'insurance_id[]', label: 'Tipo de estoque', offers: isStockLine },
    { kind: 'corretores', asks: 'broker_id[]', label: 'Corretor', roles: MANAGEMENT, offers: isBroker },
  ],
  dates: ['date_ini', 'date_end'],
  paged: 'leads',
  opensLeads: true,
  content: ([reasons, brokers, competitors, inviters, partners, efficiency, _names, leads, about]) => ({
    asOf: about.as_of,
    figures: [
      {
        key: 'losses',
        label: 'Perdas',
        value: sumOf(reasons, ({ v2 }) => v2),
        format: 'integer',
        opens: { figure: 'motivos' },
      },
      ...reasons.slice(0, TOP).map(reasonFigure),
    ],
    compared: reasons.slice(TOP).map(reasonFigure),
    chart: paretoOf(reasons),
    tables: [
      shown(REASONS, reasons),
      shown(BROKERS, brokers),
      shown(COMPETITORS, competitors),
      shown(INVITERS, inviters),
      shown(PARTNERS, partners),
      shown(EFFICIENCY, efficiency),
      shownTable(LOSSES_TABLE, leads, { count: about.total }),
    ],
  }),
})
