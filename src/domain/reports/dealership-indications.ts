/** 'Relatório de Indicações': what became of the leads of each referrer. docs/rules.md#report-dealership-indications */
import { z } from 'zod'
import { decidedWords, partWords } from './base-words.ts'
import { chartedPersons } from './charted.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { sumOf, totalShare } from './figures.ts'
import { referralRowSchema, shownLeads } from './lead-rows.ts'
import { PAST_PRESETS } from './period.ts'
import { countFigure, defineReport } from './report.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from './table.ts'

const count = z.number().int()

export const inviterSummaryRowSchema = z.object({
  /** null: leads without a referrer. */
  inviter_id: count.nullable(),
  inviter_name: z.string(),
  inviter_all_leads: count,
  indications_on_time: count,
  indications_not_on_time: count,
  sold: count,
  /** 0 to 100. */
  conversion: z.number().nullable(),
  /** null in the row of totals. */
  ranking: count.nullable(),
})
export type InviterSummaryRow = z.infer<typeof inviterSummaryRowSchema>

export const dealershipIndicationsSchema = z.object({
  ...dataOrigin,
  ...figureLeads,
  summaryReport: z.array(inviterSummaryRowSchema),
  total: inviterSummaryRowSchema,
  data: z.array(referralRowSchema),
  meta: z.object({ total: count }),
})
export type DealershipIndications = z.infer<typeof dealershipIndicationsSchema>

type SummaryCount = 'inviter_all_leads' | 'indications_on_time' | 'indications_not_on_time' | 'sold'

const SUMMARY_TABLE: ReportTable<InviterSummaryRow> = {
  name: 'resumo',
  title: 'Por indicador',
  order: 'ranking',
  idOf: ({ inviter_id }) => String(inviter_id ?? 0),
  columns: [
    titleColumn('inviter_name', 'Indicador'),
    countColumn('inviter_all_leads', 'Indicações no período'),
    countColumn('indications_on_time', 'No prazo'),
    countColumn('indications_not_on_time', 'Fora do prazo'),
    countColumn('sold', 'Vendidas'),
    fieldColumn('conversion', 'Conversão', 'percent'),
    fieldColumn('ranking', 'Ranking', 'integer'),
  ],
}

const COMMON = {
  path: '/relatorio-indicacoes-concessionaria',
  title: 'Relatório de Indicações',
  file: 'relatorio_indicacoes',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Criação da proposta: inicial e final',
  paged: 'leads',
} as const

export const dealershipIndications = defineReport<DealershipIndications>({
  ...COMMON,
  opensLeads: true,
  filters: [
    { kind: 'empresas', asks: 'partner_id[]', label: 'Concessionárias' },
    { kind: 'estoque', asks: 'insurance_id[]', label: 'Tipo de estoque' },
    { kind: 'indicador', asks: 'inviter_id', label: 'Indicador' },
    { kind: 'cliente', asks: 'client_id', label: 'Cliente' },
  ],
  dates: ['date_ini', 'date_end'],
  content: ({ as_of, summaryReport, total, data, meta }) => ({
    asOf: as_of,
    figures: [
      countFigure('leads', 'Indicações', total.inviter_all_leads, 'inviter_all_leads'),
      {
        key: 'on_time',
        label: 'No prazo',
        value: total.indications_on_time,
        format: 'integer',
        opens: { figure: 'indications_on_time' },
        note: decidedWords({
          decided: total.indications_on_time + total.indications_not_on_time,
          all: total.inviter_all_leads,
        }),
      },
      countFigure('sold', 'Vendidas', total.sold),
      {
        key: 'conversion',
        label: 'Conversão',
        value: total.conversion,
        format: 'percent',
        note: partWords(total.sold, total.inviter_all_leads, ['indicação', 'indicações']),
      },
    ],
    chart: {
      kind: 'stacked',
      along: 'names',
      title: 'Indicações vendidas e não vendidas por indicador',
      series: [
        { key: 'sold', label: 'Vendidas', color: 'blue' },
        { key: 'rest', label: 'Demais', color: 'gray' },
      ],
      ...chartedPersons(summaryReport, {
        idOf: ({ inviter_id }) => inviter_id,
        nameOf: ({ inviter_name }) => inviter_name,
        of: ({ inviter_all_leads }) => inviter_all_leads,
        pointOf: ({ inviter_name, inviter_all_leads, sold }) => ({
          name: inviter_name,
          values: { sold, rest: inviter_all_leads - sold },
        }),
      }),
    },
    tables: [shownTable(SUMMARY_TABLE, summaryReport, { total }), shownLeads(data, meta.total)],
  }),
})

/** Returns the row of totals of all rows. */
export function inviterTotal(rows: readonly InviterSummaryRow[]): InviterSummaryRow {
  const sum = (key: SummaryCount) => sumOf(rows, (row) => row[key])
  return {
    inviter_id: null,
    inviter_name: 'Total',
    inviter_all_leads: sum('inviter_all_leads'),
    indications_on_time: sum('indications_on_time'),
    indications_not_on_time: sum('indications_not_on_time'),
    sold: sum('sold'),
    conversion: totalShare(sum('sold'), sum('inviter_all_leads')),
    ranking: null,
  }
}

export const referralsSchema = dealershipIndicationsSchema.pick({
  as_of: true,
  replica_unused: true,
  data: true,
  meta: true,
})
export type Referrals = z.infer<typeof referralsSchema>

/** The same leads for a dealership: one table by days alone. */
export const referrals = defineReport<Referrals>({
  ...COMMON,
  compares: false,
  filters: [],
  dates: ['date_ini', 'date_end'],
  content: ({ as_of, data, meta }) => ({
    asOf: as_of,
    figures: [],
    chart: null,
    tables: [shownLeads(data, meta.total)],
  }),
})
