/** 'Diagnóstico Presencial': what happened face to face. docs/rules.md#report-in-person */
import { z } from 'zod'
import { partWords } from '../base-words.ts'
import { dataOrigin } from '../data-origin.ts'
import { figureLeads } from '../figure-leads.ts'
import { isBroker } from '../filters.ts'
import { leadColumns, leadFields, OF_LEADS } from '../lead-columns.ts'
import { PAST_PRESETS } from '../period.ts'
import { defineReport } from '../report.ts'
import { rowBroker, rowClient, rowPartner } from '../report-lead.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, titleColumn } from '../table.ts'

const count = z.number().int()

export const inPersonShareSchema = z.object({
  type_id: count,
  type: z.string(),
  /** `quantity` of `total`, 0 to 100. */
  percent: z.number().nullable(),
  /** In person. */
  quantity: count,
  /** In any way. */
  total: count,
})
export type InPersonShare = z.infer<typeof inPersonShareSchema>

export const inPersonLeadSchema = z.object({
  ...leadFields('id'),
  client: rowClient,
  partner: rowPartner,
  broker: rowBroker,
  end_lead: z.string().nullable().default(null),
  ...leadFields('client_id', 'client_name', 'partner_id', 'partner_name', 'broker_id', 'broker_name'),
  ...leadFields('contact_date'),
  contact_type: count.nullable(),
  ...leadFields('quoted_date'),
  quoted_type: count.nullable(),
  quoted_type_name: z.string().nullable(),
  /** null: the lead is open. */
  sold: count.nullable(),
  sold_type: count.nullable(),
  sold_type_name: z.string().nullable(),
  ...leadFields('end_lead_date'),
})
export type InPersonLead = z.infer<typeof inPersonLeadSchema>

export const inPersonSchema = z.object({
  ...dataOrigin,
  ...figureLeads,
  summaryReport: z.array(inPersonShareSchema),
  data: z.array(inPersonLeadSchema),
  meta: z.object({ total: count }),
})
export type InPerson = z.infer<typeof inPersonSchema>

const SUMMARY: ReportTable<InPersonShare> = {
  name: 'resumo',
  title: 'Presencial',
  order: '',
  idOf: ({ type_id }) => String(type_id),
  columns: [
    titleColumn('type', 'Etapa'),
    fieldColumn('percent', 'Percentual', 'percent'),
    countColumn('quantity', 'Presenciais'),
    countColumn('total', 'De'),
  ],
}

/** Null for an open lead, whose result is not known yet. Kept answers of earlier versions say 0. */
const soldOf = ({ sold, end_lead_date }: InPersonLead) => (end_lead_date === null && sold !== 1 ? null : sold)

export const IN_PERSON_LEADS: ReportTable<InPersonLead> = {
  ...OF_LEADS,
  order: '-contact_date',
  columns: [
    ...leadColumns('id', 'client_name', 'partner_name', 'broker_name', 'contact_date', 'quoted_date'),
    fieldColumn('quoted_type_name', 'Tipo de cotação', 'text'),
    { key: 'sold', label: 'Vendido', format: 'yesNo', value: soldOf },
    {
      key: 'sold_type_name',
      label: 'Tipo de venda',
      format: 'text',
      value: (row) => (row.sold === 1 ? row.sold_type_name : null),
    },
    ...leadColumns('end_lead_date'),
  ],
}

export default defineReport<InPerson>({
  path: '/relatorio-diagnostico-presencial',
  title: 'Diagnóstico Presencial',
  file: 'diagnostico_presencial',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Data do contato',
  filters: [
    { kind: 'empresas', asks: 'partners', label: 'Concessionárias' },
    { kind: 'corretores', asks: 'brokers', label: 'Corretores', offers: isBroker },
    { kind: 'texto', asks: 'client', label: 'Cliente' },
  ],
  dates: ['date_start', 'date_end'],
  calls: {
    path: '/leads/list-presencial',
    answer: inPersonSchema,
    files: [{ table: 'leads', label: 'Exportar', path: '/leads/list-presencial/export' }],
  },
  paged: 'leads',
  opensLeads: true,
  firstPage: 0,
  content: ({ as_of, summaryReport, data, meta }) => ({
    asOf: as_of,
    figures: summaryReport.map(({ type_id, type, percent, quantity, total }) => ({
      key: String(type_id),
      label: type,
      value: percent,
      format: 'percent',
      note: partWords(quantity, total, ['lead', 'leads']),
      ...(quantity === 0 ? {} : { opens: { figure: 'quantity', row: String(type_id) } }),
    })),
    chart: {
      kind: 'stacked',
      along: 'names',
      title: 'Contatos, cotações e vendas: presenciais e outros',
      series: [
        { key: 'quantity', label: 'Presenciais', color: 'blue' },
        { key: 'others', label: 'Outros', color: 'gray' },
      ],
      points: summaryReport.map(({ type, quantity, total }) => ({
        name: type,
        values: { quantity, others: total - quantity },
      })),
    },
    tables: [shownTable(SUMMARY, summaryReport), shownTable(IN_PERSON_LEADS, data, { count: meta.total })],
  }),
})
