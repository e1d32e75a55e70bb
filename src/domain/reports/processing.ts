/** 'Relatório de Processamentos': the renewals of a month as they came in. docs/rules.md#report-processing */

import { z } from 'zod'
import { formatDocument } from '../documents/cpf-cnpj.ts'
import { isStaff } from '../permissions/roles.ts'
import { UPDATE_STATUS } from '../renewals/renewal-lead.ts'
import { dataOrigin } from './data-origin.ts'
import { monthWords } from './reference-month.ts'
import { defineReport } from './report.ts'
import { fieldColumn, type ReportTable, shownTable } from './table.ts'

const count = z.number().int()

const UPDATE_STATUSES = [
  { id: UPDATE_STATUS.notUpdated, name: '1 - Ainda Não Atualizado', color: 'gray' },
  { id: UPDATE_STATUS.clientChanged, name: '2 - Info de cliente Alterada', color: 'petrol' },
  { id: UPDATE_STATUS.scheduled, name: '3 - Lead Agendado', color: 'blue' },
  { id: UPDATE_STATUS.noBroker, name: 'X - Renovador não encontrado', color: 'amber' },
] as const

/** What the filter offers. */
const OFFERED = [
  { id: UPDATE_STATUS.scheduled, name: 'Lead Agendado' },
  { id: UPDATE_STATUS.noBroker, name: 'Renovador não encontrado' },
]

/** Its clients are known by name alone. */
const NAME_ONLY_CHANNEL = 29

export const processingRowSchema = z.object({
  id: count,
  /** YYYYMM */
  reference_month: z.string(),
  policy_number: z.string(),
  product: z.string(),
  client_info: z.object({ client_name: z.string(), client_cpf: z.string() }),
  broker: z
    .object({ id: count, name: z.string(), renovator_hierarchical_group: z.string().nullable() })
    .nullable(),
  renovator_hierarchical_group: z.string().nullable(),
  lead_id: count.nullable(),
  channel: z.object({ id: count, name: z.string() }).nullable(),
  update_status: count,
  additional_information: z.string(),
})
export type ProcessingRow = z.infer<typeof processingRowSchema>

export const processingSchema = z.object({
  ...dataOrigin,
  data: z.array(processingRowSchema),
  total: count,
  /** Rows of the filter by month and status. */
  months: z.array(z.object({ reference_month: z.string(), update_status: count, rows: count })),
})
export type Processing = z.infer<typeof processingSchema>

function clientWords({ client_info: { client_name, client_cpf }, channel }: ProcessingRow): string {
  const hasDocument = client_cpf !== '' && channel?.id !== NAME_ONLY_CHANNEL
  return hasDocument ? `${client_name} · ${formatDocument(client_cpf)}` : client_name
}

const brokerWords = ({ broker }: ProcessingRow) =>
  broker === null
    ? null
    : [broker.name, broker.id, broker.renovator_hierarchical_group]
        .filter((part) => part !== null && part !== '')
        .join(' / ')

const statusWords = (status: number) =>
  UPDATE_STATUSES.find(({ id }) => id === status)?.name ?? String(status)

export const PROCESSING_TABLE: ReportTable<ProcessingRow> = {
  name: 'processamentos',
  title: 'Processamentos',
  order: '-id',
  idOf: ({ id }) => String(id),
  leadOf: ({ lead_id }) => lead_id,
  columns: [
    fieldColumn('id', 'ID', 'text'),
    {
      key: 'reference_month',
      label: 'Ano/mês',
      format: 'text',
      value: (row) => monthWords(row.reference_month),
    },
    fieldColumn('policy_number', 'Apólice', 'text'),
    fieldColumn('product', 'Produto', 'text'),
    { key: 'client_info', label: 'Cliente/CPF', format: 'text', value: clientWords, isTitle: true },
    { key: 'broker', label: 'Corretor/ID/Grupo hierárquico', format: 'text', value: brokerWords },
    fieldColumn('renovator_hierarchical_group', 'Grupo do renovador', 'text'),
    fieldColumn('lead_id', 'Lead', 'text'),
    { key: 'channel', label: 'Canal', format: 'text', value: ({ channel }) => channel?.name ?? null },
    { key: 'update_status', label: 'Status', format: 'text', value: (row) => statusWords(row.update_status) },
    fieldColumn('additional_information', 'Info', 'text'),
  ],
}

const statusCell = PROCESSING_TABLE.columns.findIndex(({ key }) => key === 'update_status')

/** Whether the row of the table waits for a broker. */
export const waitsForBroker = ({ cells }: { readonly cells: readonly unknown[] }) =>
  cells[statusCell] === statusWords(UPDATE_STATUS.noBroker)

function pointsOf(months: Processing['months']) {
  const names = [...new Set(months.map(({ reference_month }) => reference_month))].toSorted()
  return names.map((month) => ({
    name: monthWords(month),
    values: Object.fromEntries(
      UPDATE_STATUSES.map(({ id }) => [
        String(id),
        months.find((row) => row.reference_month === month && row.update_status === id)?.rows ?? 0,
      ]),
    ),
  }))
}

export const processing = defineReport<Processing>({
  path: '/relatorio-processamentos',
  title: 'Relatório de Processamentos',
  file: 'relatorio_processamentos',
  period: null,
  presets: [],
  periodLabel: 'Mês de referência',
  filters: [
    { kind: 'mes', asks: 'reference_month', label: 'Ano e mês' },
    {
      kind: 'corretor',
      asks: 'broker_id',
      label: 'Corretor',
      offers: ({ role_id }) => role_id === undefined || isStaff(role_id),
    },
    { kind: 'texto', asks: 'client', label: 'Cliente' },
    { kind: 'canal', asks: 'channel_id', label: 'Canal' },
    { kind: 'situacao', asks: 'status', label: 'Status', choices: OFFERED },
  ],
  dates: null,
  paged: 'processamentos',
  content: ({ as_of, data, total, months }) => ({
    asOf: as_of,
    figures: [],
    chart: {
      kind: 'stacked',
      along: 'times',
      title: 'Renovações por mês e status',
      series: UPDATE_STATUSES.map(({ id, name, color }) => ({ key: String(id), label: name, color })),
      points: pointsOf(months),
    },
    tables: [shownTable(PROCESSING_TABLE, data, { count: total })],
  }),
})
