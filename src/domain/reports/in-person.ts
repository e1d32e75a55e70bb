/** 'Diagnóstico Presencial': what happened face to face. docs/rules.md#report-in-person */
import { z } from 'zod'
import { partWords } from './base-words.ts'
import { isBroker } from './broker-indications.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { PAST_PRESETS } from './period.ts'
import { defineReport } from './report.ts'
import { rowBroker, rowClient, rowPartner } from './report-lead.ts'
import { type ReportTable, shownTable } from './table.ts'

const count = z.number().int()
const instant = z.string().nullable()

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
  id: count,
  client: rowClient,
  partner: rowPartner,
  broker: rowBroker,
  end_lead: instant.default(null),
  client_id: count,
  client_name: z.string(),
  partner_id: count.nullable(),
  partner_name: z.string().nullable(),
  broker_id: count.nullable(),
  broker_name: z.string().nullable(),
  contact_date: z.string(),
  contact_type: count.nullable(),
  quoted_date: instant,
  quoted_type: count.nullable(),
  quoted_type_name: z.string().nullable(),
  /** null: the lead is open. */
  sold: count.nullable(),
  sold_type: count.nullable(),
  sold_type_name: z.string().nullable(),
  end_lead_date: instant,
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
    { key: 'type', label: 'Etapa', format: 'text', value: ({ type }) => type, isTitle: true },
    { key: 'percent', label: 'Percentual', format: 'percent', value: ({ percent }) => percent },
    {
      key: 'quantity',
      label: 'Presenciais',
      format: 'integer',
      value: ({ quantity }) => quantity,
      figure: 'quantity',
    },
    { key: 'total', label: 'De', format: 'integer', value: ({ total }) => total, figure: 'total' },
  ],
}

/** Null for an open lead, whose result is not known yet. Kept answers of earlier versions say 0. */
const soldOf = ({ sold, end_lead_date }: InPersonLead) => (end_lead_date === null && sold !== 1 ? null : sold)

export const IN_PERSON_LEADS: ReportTable<InPersonLead> = {
  name: 'leads',
  title: 'Leads',
  order: '-contact_date',
  idOf: ({ id }) => String(id),
  leadOf: ({ id }) => id,
  columns: [
    { key: 'id', label: 'Nº', format: 'text', value: ({ id }) => id },
    { key: 'client_name', label: 'Cliente', format: 'text', value: (row) => row.client_name, isTitle: true },
    { key: 'partner_name', label: 'Concessionária', format: 'text', value: (row) => row.partner_name },
    { key: 'broker_name', label: 'Corretor', format: 'text', value: (row) => row.broker_name },
    { key: 'contact_date', label: 'Contato', format: 'moment', value: (row) => row.contact_date },
    { key: 'quoted_date', label: 'Cotação', format: 'moment', value: (row) => row.quoted_date },
    {
      key: 'quoted_type_name',
      label: 'Tipo de cotação',
      format: 'text',
      value: (row) => row.quoted_type_name,
    },
    { key: 'sold', label: 'Vendido', format: 'yesNo', value: soldOf },
    {
      key: 'sold_type_name',
      label: 'Tipo de venda',
      format: 'text',
      value: (row) => (row.sold === 1 ? row.sold_type_name : null),
    },
    { key: 'end_lead_date', label: 'Fim', format: 'moment', value: (row) => row.end_lead_date },
  ],
}

export const inPerson = defineReport<InPerson>({
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
