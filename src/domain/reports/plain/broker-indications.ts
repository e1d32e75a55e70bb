/** 'Relatório de Indicações da Corretora': what each broker made of its leads. docs/rules.md#report-broker-indications */
import { z } from 'zod'
import { MANAGEMENT } from '../../permissions/roles.ts'
import { partWords } from '../base-words.ts'
import { chartedPersons } from '../charted.ts'
import { dataOrigin } from '../data-origin.ts'
import { figureLeads } from '../figure-leads.ts'
import { sumOf, totalShare } from '../figures.ts'
import { isBroker, isStockLine } from '../filters.ts'
import { referralRowSchema, shownLeads } from '../lead-rows.ts'
import { PAST_PRESETS } from '../period.ts'
import { countFigure, defineReport } from '../report.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from '../table.ts'

const count = z.number().int()

export const brokerSummaryRowSchema = z.object({
  /** null: leads without a broker. */
  broker_id: count.nullable(),
  broker_name: z.string(),
  broker_all_leads: count,
  captures_on_time: count,
  attendances_on_time: count,
  had_contact: count,
  quoted: count,
  backup_car: count,
  pague_menos: count,
  sold: count,
  /** 0 to 100. */
  conversion: z.number().nullable(),
  /** Average working time from capture to end, in seconds. */
  negotiation_time: z.number().nullable(),
  /** null in the row of totals. */
  ranking: count.nullable(),
})
export type BrokerSummaryRow = z.infer<typeof brokerSummaryRowSchema>

export const brokerIndicationsSchema = z.object({
  ...dataOrigin,
  ...figureLeads,
  /** Hours of the settings, for the titles of two columns. */
  hours: z.object({ capture: z.number(), finish: z.number() }),
  summaryReport: z.array(brokerSummaryRowSchema),
  total: brokerSummaryRowSchema,
  data: z.array(referralRowSchema),
  meta: z.object({ total: count }),
})
export type BrokerIndications = z.infer<typeof brokerIndicationsSchema>

type SummaryCount =
  | 'broker_all_leads'
  | 'captures_on_time'
  | 'attendances_on_time'
  | 'had_contact'
  | 'quoted'
  | 'backup_car'
  | 'pague_menos'
  | 'sold'

export const brokerSummaryTable = ({
  capture,
  finish,
}: BrokerIndications['hours']): ReportTable<BrokerSummaryRow> => ({
  name: 'resumo',
  title: 'Por corretor',
  order: 'ranking',
  idOf: ({ broker_id }) => String(broker_id ?? 0),
  columns: [
    titleColumn('broker_name', 'Corretor'),
    countColumn('broker_all_leads', 'Leads'),
    countColumn('captures_on_time', `Capturados em ${capture}h`),
    countColumn('attendances_on_time', `Finalizados em ${finish}h`),
    countColumn('had_contact', 'Contato'),
    countColumn('quoted', 'Cotados'),
    countColumn('backup_car', 'BackUp Car'),
    countColumn('pague_menos', 'Pague Menos'),
    countColumn('sold', 'Vendidos'),
    fieldColumn('conversion', 'Conversão', 'percent'),
    fieldColumn('negotiation_time', 'Tempo de negociação', 'duration'),
    fieldColumn('ranking', 'Ranking', 'integer'),
  ],
})

export default defineReport<BrokerIndications>({
  path: '/relatorio-indicacoes-corretora',
  title: 'Relatório de Indicações da Corretora',
  file: 'relatorio_indicacoes_corretora',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Data de criação',
  filters: [
    { kind: 'empresas', asks: 'partners', label: 'Concessionárias' },
    { kind: 'estoque', asks: 'insurance_id', label: 'Tipo de estoque', offers: isStockLine },
    { kind: 'corretor', asks: 'broker', label: 'Corretor', roles: MANAGEMENT, offers: isBroker },
  ],
  dates: ['date_ini', 'date_end'],
  calls: {
    path: '/leads/indicationManagerReport',
    answer: brokerIndicationsSchema,
    files: [
      { table: 'resumo', label: 'Exportar resumo', path: '/leads/summaryReportExport' },
      { table: 'leads', label: 'Exportar leads', path: '/leads/indicationManagerReportExport' },
    ],
  },
  paged: 'leads',
  opensLeads: true,
  content: ({ as_of, hours, summaryReport, total, data, meta }) => ({
    asOf: as_of,
    figures: [
      countFigure('leads', 'Leads', total.broker_all_leads, 'broker_all_leads'),
      countFigure('quoted', 'Cotados', total.quoted),
      countFigure('sold', 'Vendidos', total.sold),
      {
        key: 'conversion',
        label: 'Conversão',
        value: totalShare(total.sold, total.broker_all_leads),
        format: 'percent',
        note: partWords(total.sold, total.broker_all_leads, ['lead', 'leads']),
      },
    ],
    chart: {
      kind: 'bars',
      along: 'names',
      title: 'Leads, cotações e vendas por corretor',
      series: [
        { key: 'leads', label: 'Leads', color: 'blue' },
        { key: 'quoted', label: 'Cotados', color: 'petrol' },
        { key: 'sold', label: 'Vendidos', color: 'amber' },
      ],
      ...chartedPersons(summaryReport, {
        idOf: ({ broker_id }) => broker_id,
        nameOf: ({ broker_name }) => broker_name,
        of: ({ broker_all_leads }) => broker_all_leads,
        pointOf: ({ broker_name, broker_all_leads, quoted, sold }) => ({
          name: broker_name,
          values: { leads: broker_all_leads, quoted, sold },
        }),
      }),
    },
    tables: [shownTable(brokerSummaryTable(hours), summaryReport, { total }), shownLeads(data, meta.total)],
  }),
})

/** Returns the row of totals of some rows; `negotiation_time` cannot be computed from rows. */
export function brokerTotal(
  rows: readonly BrokerSummaryRow[],
  negotiation_time: number | null,
): BrokerSummaryRow {
  const sum = (key: SummaryCount) => sumOf(rows, (row) => row[key])
  return {
    broker_id: null,
    broker_name: 'Total',
    broker_all_leads: sum('broker_all_leads'),
    captures_on_time: sum('captures_on_time'),
    attendances_on_time: sum('attendances_on_time'),
    had_contact: sum('had_contact'),
    quoted: sum('quoted'),
    backup_car: sum('backup_car'),
    pague_menos: sum('pague_menos'),
    sold: sum('sold'),
    conversion: totalShare(sum('sold'), sum('broker_all_leads')),
    negotiation_time,
    ranking: null,
  }
}
