/** 'Indicações do Mês': how many a dealership indicated, how soon they were reached, what became of them. docs/rules.md#report-dealership-month */
import { z } from 'zod'
import { partWords } from '../base-words.ts'
import { chartedPersons } from '../charted.ts'
import { dataOrigin } from '../data-origin.ts'
import { figureLeads } from '../figure-leads.ts'
import { referralRowSchema, shownLeads } from '../lead-rows.ts'
import { countFigure, defineReport } from '../report.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from '../table.ts'

const count = z.number().int()

export const monthRowSchema = z.object({
  /** null: leads without a referrer. */
  inviter_id: count.nullable(),
  inviter_name: z.string(),
  indicated: count,
  contacted: count,
  /** Median working time from the indication to the first contact, in seconds. null: none has both instants. */
  first_contact_time: z.number().nullable(),
  quoted: count,
  closed: count,
  not_closed: count,
})
export type MonthRow = z.infer<typeof monthRowSchema>

export const dealershipMonthSchema = z.object({
  ...dataOrigin,
  ...figureLeads,
  /** Length of a working day in seconds, for times in words. */
  workday: z.number(),
  summaryReport: z.array(monthRowSchema),
  total: monthRowSchema,
  data: z.array(referralRowSchema),
  meta: z.object({ total: count }),
})
export type DealershipMonth = z.infer<typeof dealershipMonthSchema>

const SUMMARY_TABLE: ReportTable<MonthRow> = {
  name: 'resumo',
  title: 'Por quem indicou',
  order: '-indicated',
  idOf: ({ inviter_id }) => String(inviter_id ?? 0),
  columns: [
    titleColumn('inviter_name', 'Quem indicou'),
    countColumn('indicated', 'Indicadas'),
    countColumn('contacted', 'Com contato'),
    fieldColumn('first_contact_time', 'Primeiro contato', 'workingTime'),
    countColumn('quoted', 'Cotadas'),
    countColumn('closed', 'Fechadas'),
    countColumn('not_closed', 'Não fechadas'),
  ],
}

const INDICATIONS = ['indicação', 'indicações'] as const

export default defineReport<DealershipMonth>({
  path: '/relatorio-mes-concessionaria',
  title: 'Indicações do Mês',
  file: 'indicacoes_do_mes',
  period: 'mes-atual',
  presets: ['mes-atual', 'mes-passado', '7-dias', '30-dias', '12-meses'],
  periodLabel: 'Data da indicação',
  filters: [{ kind: 'empresas', asks: 'partner_id[]', label: 'Concessionárias' }],
  dates: ['date_ini', 'date_end'],
  calls: {
    path: '/leads/dealershipMonth',
    answer: dealershipMonthSchema,
    files: [{ table: 'resumo', label: 'Exportar', path: '/leads/dealershipMonthExport' }],
  },
  paged: 'leads',
  opensLeads: true,
  content: ({ as_of, workday, summaryReport, total, data, meta }) => ({
    asOf: as_of,
    workday,
    figures: [
      countFigure('indicated', 'Indicadas', total.indicated),
      {
        key: 'first_contact_time',
        label: 'Primeiro contato',
        value: total.first_contact_time,
        format: 'workingTime',
        note: `metade em até este tempo útil · ${partWords(total.contacted, total.indicated, INDICATIONS)} com contato`,
      },
      countFigure('quoted', 'Cotadas', total.quoted),
      {
        key: 'closed',
        label: 'Fechadas',
        value: total.closed,
        format: 'integer',
        opens: { figure: 'closed' },
        note: partWords(total.closed, total.indicated, INDICATIONS),
      },
    ],
    chart: {
      kind: 'stacked',
      along: 'names',
      title: 'Indicações fechadas, não fechadas e em andamento por quem indicou',
      series: [
        { key: 'closed', label: 'Fechadas', color: 'blue' },
        { key: 'not_closed', label: 'Não fechadas', color: 'amber' },
        { key: 'open', label: 'Em andamento', color: 'gray' },
      ],
      ...chartedPersons(summaryReport, {
        idOf: ({ inviter_id }) => inviter_id,
        nameOf: ({ inviter_name }) => inviter_name,
        of: ({ indicated }) => indicated,
        pointOf: ({ inviter_name, indicated, closed, not_closed }) => ({
          name: inviter_name,
          values: { closed, not_closed, open: indicated - closed - not_closed },
        }),
      }),
    },
    tables: [shownTable(SUMMARY_TABLE, summaryReport, { total }), shownLeads(data, meta.total)],
  }),
})
