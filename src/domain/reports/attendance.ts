/** 'Relatório de Atendimento': whether each broker captured in time, and how the leads ended. docs/rules.md#report-attendance */
import { z } from 'zod'
import { decidedWords, partWords } from './base-words.ts'
import { LATE, ON_TIME, UNDECIDED } from './chart.ts'
import { chartedPersons } from './charted.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { sumOf, totalShare } from './figures.ts'
import { isBroker } from './filters.ts'
import { LEADS_TABLE, referralRowSchema } from './lead-rows.ts'
import { PAST_PRESETS } from './period.ts'
import { countFigure, defineReport } from './report.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from './table.ts'

const count = z.number().int()

export const attendanceRowSchema = z.object({
  /** null: leads without a broker. */
  broker_id: count.nullable(),
  broker: z.string(),
  on_time: count,
  out_time: count,
  total: count,
  sold: count,
  not_sold: count,
  /** 0 to 100. */
  conversion: z.number().nullable(),
})
export type AttendanceRow = z.infer<typeof attendanceRowSchema>

export const attendanceSchema = z.object({
  ...dataOrigin,
  ...figureLeads,
  data: z.array(attendanceRowSchema),
  total: attendanceRowSchema,
  leads: z.array(referralRowSchema),
  meta: z.object({
    /** Of the leads. */
    total: count,
  }),
})
export type Attendance = z.infer<typeof attendanceSchema>

type SummaryCount = 'on_time' | 'out_time' | 'total' | 'sold' | 'not_sold'

const SUMMARY_TABLE: ReportTable<AttendanceRow> = {
  name: 'resumo',
  title: 'Por corretor',
  order: '-total',
  idOf: ({ broker_id }) => String(broker_id ?? 0),
  columns: [
    titleColumn('broker', 'Corretor'),
    countColumn('on_time', 'No prazo'),
    countColumn('out_time', 'Fora do prazo'),
    countColumn('total', 'Total'),
    countColumn('sold', 'Vendidos'),
    countColumn('not_sold', 'Não vendidos'),
    fieldColumn('conversion', 'Conversão', 'percent'),
  ],
}

const FILTERING = [1, 2, 4] as const

export const attendance = defineReport<Attendance>({
  path: '/relatorio-atendimento',
  title: 'Relatório de Atendimento',
  file: 'relatorio_atendimento',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Data de captura',
  filters: [
    { kind: 'empresas', asks: 'partner_id[]', label: 'Concessionárias', roles: FILTERING },
    { kind: 'corretores', asks: 'broker_id[]', label: 'Corretores', roles: FILTERING, offers: isBroker },
    { kind: 'equipes', asks: 'technical_teams', label: 'Equipes', roles: FILTERING },
  ],
  dates: ['start_date', 'end_date'],
  paged: 'leads',
  opensLeads: true,
  whatIf: 'attendance',
  content: ({ as_of, data, total, leads, meta }) => ({
    asOf: as_of,
    figures: [
      countFigure('total', 'Leads capturados', total.total),
      {
        key: 'on_time',
        label: 'No prazo',
        value: total.on_time,
        format: 'integer',
        opens: { figure: 'on_time' },
        note: decidedWords({ decided: total.on_time + total.out_time, all: total.total }),
      },
      countFigure('sold', 'Vendidos', total.sold),
      {
        key: 'conversion',
        label: 'Conversão',
        value: total.conversion,
        format: 'percent',
        note: partWords(total.sold, total.total, ['lead', 'leads']),
      },
    ],
    chart: {
      kind: 'stacked',
      along: 'names',
      title: 'Capturas no prazo e fora do prazo por corretor',
      series: [ON_TIME, LATE, UNDECIDED],
      ...chartedPersons(data, {
        idOf: ({ broker_id }) => broker_id,
        nameOf: ({ broker }) => broker,
        of: ({ total: leads }) => leads,
        pointOf: ({ broker, on_time, out_time, total: leads }) => ({
          name: broker,
          values: { on_time, late: out_time, undecided: leads - on_time - out_time },
        }),
      }),
    },
    tables: [
      shownTable(SUMMARY_TABLE, data, { total }),
      shownTable(LEADS_TABLE, leads, { count: meta.total }),
    ],
  }),
})

/** Returns the row of totals of all rows. */
export function attendanceTotal(rows: readonly AttendanceRow[]): AttendanceRow {
  const sum = (key: SummaryCount) => sumOf(rows, (row) => row[key])
  return {
    broker_id: null,
    broker: 'Total',
    on_time: sum('on_time'),
    out_time: sum('out_time'),
    total: sum('total'),
    sold: sum('sold'),
    not_sold: sum('not_sold'),
    conversion: totalShare(sum('sold'), sum('total')),
  }
}
