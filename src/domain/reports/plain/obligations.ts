/** 'Rel. Prazos da lei': limits of the law that began in a period, how many were kept in time, by broker. docs/rules.md#report-obligations */
import { z } from 'zod'
import { OBLIGATION_FIELDS } from '../../obligations/fields.ts'
import { NO_LEGAL_ADVICE, obligationKind } from '../../obligations/kinds.ts'
import { MANAGEMENT } from '../../permissions/roles.ts'
import { chartedRows } from '../charted.ts'
import { dataOrigin } from '../data-origin.ts'
import { isBroker } from '../filters.ts'
import { leadColumns } from '../lead-columns.ts'
import { PAST_PRESETS } from '../period.ts'
import { defineReport } from '../report.ts'
import { fieldColumn, type ReportTable, shownTable, titleColumn } from '../table.ts'

const count = z.number().int()

export const obligationRowSchema = z.object({
  /** Number of the record. */
  id: count,
  kind: z.string(),
  since: z.iso.date(),
  until: z.iso.date(),
  lead_id: count.nullable(),
  client_name: z.string(),
  broker_id: count.nullable(),
  broker_name: z.string(),
  /** null: it runs. */
  outcome: OBLIGATION_FIELDS.outcome.stored,
  done_on: z.iso.date().nullable(),
  proof: z.string(),
  note: z.string(),
  /** It was not kept by its last day, or runs beyond it. */
  is_late: z.boolean(),
})
export type ObligationRow = z.infer<typeof obligationRowSchema>

export const obligationsReportSchema = z.object({ ...dataOrigin, data: z.array(obligationRowSchema) })
export type ObligationsReport = z.infer<typeof obligationsReportSchema>

interface Counted {
  readonly begun: number
  readonly in_time: number
  readonly late: number
  readonly running: number
  readonly dismissed: number
}

interface BrokerLimits extends Counted {
  readonly broker_id: number | null
  readonly broker_name: string
}

function outcomeWords({ outcome, is_late }: ObligationRow): string {
  if (outcome === 'fulfilled') return is_late ? 'Cumprido atrasado' : 'Cumprido no prazo'
  if (outcome === 'dismissed') return 'Dispensado'
  if (outcome === 'erased') return 'Dados apagados'
  return is_late ? 'Atrasado' : 'Corre'
}

/** One that was dismissed, or ended with its client's data, is neither in time nor late. */
const counted = (rows: readonly ObligationRow[]): Counted => ({
  begun: rows.length,
  in_time: rows.filter(({ outcome, is_late }) => outcome === 'fulfilled' && !is_late).length,
  late: rows.filter(({ outcome, is_late }) => is_late && (outcome === null || outcome === 'fulfilled'))
    .length,
  running: rows.filter(({ outcome, is_late }) => outcome === null && !is_late).length,
  dismissed: rows.filter(({ outcome }) => outcome === 'dismissed' || outcome === 'erased').length,
})

const FIGURES = [
  { key: 'begun', label: 'Começados' },
  { key: 'in_time', label: 'Cumpridos no prazo' },
  { key: 'late', label: 'Atrasados' },
  { key: 'running', label: 'Correm' },
  { key: 'dismissed', label: 'Dispensados' },
] as const satisfies readonly { key: keyof Counted; label: string }[]

const BROKERS: ReportTable<BrokerLimits> = {
  name: 'resumo',
  title: 'Por corretor',
  order: '-begun',
  idOf: ({ broker_id }) => String(broker_id ?? 0),
  isLast: ({ broker_id }) => broker_id === null,
  columns: [
    titleColumn('broker_name', 'Corretor'),
    ...FIGURES.map(({ key, label }) => fieldColumn(key, label, 'integer')),
  ],
}

export const OBLIGATIONS_TABLE: ReportTable<ObligationRow> = {
  name: 'prazos',
  title: 'Prazos',
  order: 'until',
  idOf: ({ id }) => String(id),
  leadOf: ({ lead_id }) => lead_id,
  columns: [
    {
      key: 'kind',
      label: 'Prazo',
      format: 'text',
      value: ({ kind }) => obligationKind(kind)?.label ?? 'Prazo da lei',
      isTitle: true,
    },
    fieldColumn('since', 'Desde', 'date'),
    fieldColumn('until', 'Até', 'date'),
    fieldColumn('lead_id', 'Lead', 'text'),
    fieldColumn('client_name', 'Cliente', 'text'),
    ...leadColumns('broker_name'),
    {
      key: 'outcome',
      label: 'Situação',
      format: 'text',
      value: outcomeWords,
      tone: ({ is_late }) => (is_late ? 'bad' : null),
    },
    fieldColumn('done_on', 'Em', 'date'),
    fieldColumn('proof', 'Prova ou motivo', 'text'),
    fieldColumn('note', 'Nota', 'text'),
  ],
}

const byBroker = (rows: readonly ObligationRow[]): BrokerLimits[] =>
  [...Map.groupBy(rows, ({ broker_id }) => broker_id)].map(([broker_id, own]) => ({
    broker_id,
    broker_name: own[0]?.broker_name ?? '',
    ...counted(own),
  }))

export default defineReport<ObligationsReport>({
  path: '/relatorio-prazos-da-lei',
  title: 'Rel. Prazos da lei',
  file: 'relatorio_prazos_da_lei',
  period: 'mes-atual',
  presets: PAST_PRESETS,
  periodLabel: 'Início do prazo',
  filters: [{ kind: 'corretor', asks: 'broker_id', label: 'Corretor', roles: MANAGEMENT, offers: isBroker }],
  dates: ['date_start', 'date_end'],
  calls: {
    path: '/obligations',
    answer: obligationsReportSchema,
    files: [{ table: 'prazos', label: 'Exportar', path: '/obligations/export' }],
  },
  paged: null,
  content: ({ as_of, data }) => {
    const brokers = byBroker(data)
    const total = counted(data)
    return {
      asOf: as_of,
      note: NO_LEGAL_ADVICE,
      figures: FIGURES.map(({ key, label }) => ({ key, label, value: total[key], format: 'integer' })),
      chart: {
        kind: 'stacked',
        along: 'names',
        title: 'Prazos por corretor',
        series: [
          { key: 'in_time', label: 'Cumpridos no prazo', color: 'blue' },
          { key: 'running', label: 'Correm', color: 'gray' },
          { key: 'late', label: 'Atrasados', color: 'amber' },
        ],
        ...chartedRows(brokers, {
          of: ({ begun }) => begun,
          unit: ['prazo', 'prazos'],
          pointOf: ({ broker_name, in_time, running, late }) => ({
            name: broker_name,
            values: { in_time, running, late },
          }),
        }),
      },
      tables: [
        shownTable(BROKERS, brokers, { total: { broker_id: null, broker_name: 'Total', ...total } }),
        shownTable(OBLIGATIONS_TABLE, data),
      ],
    }
  },
})
