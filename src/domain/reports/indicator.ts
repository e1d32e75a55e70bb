/** 'Relatório do Indicador': how fast each lead of a referrer came in and was worked. docs/rules.md#report-indicator */

import { z } from 'zod'
import { ADMINISTRATION } from '../permissions/roles.ts'
import { formatNumber } from '../text/formats.ts'
import { addDays, formatDay } from '../time/sao-paulo.ts'
import { decidedWords } from './base-words.ts'
import { cellText } from './cell-text.ts'
import { LATE, ON_TIME, UNDECIDED } from './chart.ts'
import { dataOrigin } from './data-origin.ts'
import { leadColumns, leadFields, OF_LEADS } from './lead-columns.ts'
import { PAST_PRESETS } from './period.ts'
import { defineReport } from './report.ts'
import { rowClient } from './report-lead.ts'
import { fieldColumn, type ReportTable, shownTable } from './table.ts'

const count = z.number().int()
const seconds = z.number().nullable()

export const indicatorRowSchema = z.object({
  ...leadFields('id'),
  client: rowClient,
  ...leadFields('client_name'),
  /** Working time from proposal to creation. */
  inviter_indication_time: seconds,
  /** Of a sold lead. */
  sold_date: z.string().nullable(),
  /** Working time from creation to end. */
  process_indication_time: seconds,
  ...leadFields('proposal_date', 'indication_on_time', 'inviter_id', 'inviter_name'),
})
export type IndicatorRow = z.infer<typeof indicatorRowSchema>
type ShownRow = Omit<IndicatorRow, 'client'>

export const indicatorWeekSchema = z.object({
  /** Its Monday. */
  week: z.iso.date(),
  on_time: count,
  late: count,
  /** Leads whose flag is not decided. Kept answers of earlier versions lack it. */
  undecided: count.default(0),
})
export type IndicatorWeek = z.infer<typeof indicatorWeekSchema>

export const indicatorTotalSchema = z.object({
  count,
  on_time: count,
  late: count,
  /** Of the leads with a decided flag, 0 to 100. */
  on_time_percent: z.number(),
  sold: count,
  inviter_indication_time: seconds,
  process_indication_time: seconds,
})
export type IndicatorTotal = z.infer<typeof indicatorTotalSchema>

export const indicatorSchema = z.object({
  ...dataOrigin,
  data: z.array(indicatorRowSchema),
  total: indicatorTotalSchema,
  /** Weeks with leads, the earliest first. */
  weeks: z.array(indicatorWeekSchema),
  meta: z.object({ total: count }),
})
export type Indicator = z.infer<typeof indicatorSchema>

export const INDICATOR_TABLE: ReportTable<ShownRow> = {
  ...OF_LEADS,
  order: '-proposal_date',
  columns: [
    ...leadColumns('client_name'),
    fieldColumn('inviter_indication_time', 'Tempo de indicação', 'duration'),
    { ...fieldColumn('sold_date', 'Data da venda', 'moment'), totalFormat: 'text' },
    fieldColumn('process_indication_time', 'Tempo de processamento', 'duration'),
    ...leadColumns('proposal_date', 'indication_on_time', 'inviter_name'),
  ],
}

const counted = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

/** The row of totals in the columns of the table: counts in words below client and sale, a share below the flags. */
const totalRow = (total: IndicatorTotal): ShownRow => ({
  id: 0,
  client_name: `Total: ${counted(total.count, 'lead', 'leads')}`,
  inviter_indication_time: total.inviter_indication_time,
  sold_date: counted(total.sold, 'vendido', 'vendidos'),
  process_indication_time: total.process_indication_time,
  proposal_date: null,
  indication_on_time: total.on_time_percent,
  inviter_id: null,
  inviter_name: null,
})

/** Every week from the first to the last, also those without a lead. */
export function everyWeek(weeks: readonly IndicatorWeek[]): IndicatorWeek[] {
  const [first, last] = [weeks[0], weeks.at(-1)]
  const all: IndicatorWeek[] = []
  for (
    let week = first?.week;
    week !== undefined && last !== undefined && week <= last.week;
    week = addDays(week, 7)
  )
    all.push(weeks.find((known) => known.week === week) ?? { week, on_time: 0, late: 0, undecided: 0 })
  return all
}

export const indicator = defineReport<Indicator>({
  path: '/relatorio-indicador',
  title: 'Relatório do Indicador',
  file: 'relatorio_indicador',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Data de criação',
  filters: [{ kind: 'indicador', asks: 'inviter_id', label: 'Indicador', roles: ADMINISTRATION }],
  dates: ['date_ini', 'date_end'],
  paged: 'leads',
  content: ({ as_of, data, total, weeks, meta }) => ({
    asOf: as_of,
    figures: [
      { key: 'count', label: 'Leads', value: total.count, format: 'integer' },
      {
        key: 'on_time',
        label: 'No prazo',
        value: total.on_time_percent,
        format: 'percent',
        note: `${cellText(total.on_time, 'integer')} ${decidedWords({
          decided: total.on_time + total.late,
          all: total.count,
        })}`,
      },
      { key: 'sold', label: 'Vendidos', value: total.sold, format: 'integer' },
      {
        key: 'indication',
        label: 'Tempo médio de indicação',
        value: total.inviter_indication_time,
        format: 'duration',
      },
      {
        key: 'process',
        label: 'Tempo médio de processamento',
        value: total.process_indication_time,
        format: 'duration',
      },
    ],
    chart: {
      kind: 'stacked',
      along: 'times',
      title: 'Leads por semana, no prazo e fora do prazo',
      series: [ON_TIME, LATE, UNDECIDED],
      points: everyWeek(weeks).map(({ week, on_time, late, undecided }) => ({
        name: formatDay(week),
        values: { on_time, late, undecided },
      })),
    },
    tables: [shownTable(INDICATOR_TABLE, data, { total: totalRow(total), count: meta.total })],
  }),
})
