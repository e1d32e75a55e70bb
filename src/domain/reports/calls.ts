/** 'Relatório de Ligações': how soon and how well leads were called. docs/rules.md#report-calls */

import { z } from 'zod'
import { CALL_RESULTS } from '../lead/calls.ts'
import { STATUSES } from '../lead/status.ts'
import { MANAGEMENT } from '../permissions/roles.ts'
import { partWords } from './base-words.ts'
import { cellText } from './cell-text.ts'
import type { Chart } from './chart.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { isBroker } from './filters.ts'
import { leadColumns, leadFields, OF_LEADS } from './lead-columns.ts'
import { PAST_PRESETS } from './period.ts'
import { countFigure, defineReport } from './report.ts'
import { rowLead } from './report-lead.ts'
import { countColumn, fieldColumn, type ReportTable, shownTable, type Tone, titleColumn } from './table.ts'

const count = z.number().int()
const average = z.number().nullable()

export const callSummaryRowSchema = z.object({
  /** null: leads without a broker. */
  broker_id: count.nullable(),
  broker_name: z.string(),
  leads: count,
  /** Leads with a first call. */
  called: count,
  /** Average working seconds from the capture to the first call. */
  time_to_call: average,
  /** Seconds. */
  goal: z.number(),
  /** Percentage of the leads whose flag is decided. */
  on_time: average,
  calls_per_lead: average,
  /** Average seconds of the first calls whose duration is known. */
  duration: average,
  /** Percentage of the called leads whose first call was answered. */
  answered: average,
})
export type CallSummaryRow = z.infer<typeof callSummaryRowSchema>

const callSchema = z.object({
  id: count,
  date: z.string(),
  /** Seconds; null: unknown. */
  duration: count.nullable(),
  /** One of GET /callsResult; null: unknown. */
  status: count.nullable(),
})
type Call = z.infer<typeof callSchema>

export const calledLeadSchema = z.object({
  ...rowLead,
  ...leadFields('id', 'client_id', 'client_name', 'broker_id', 'broker_name'),
  capture_date: z.string(),
  ...leadFields('first_call_date'),
  /** Working seconds. */
  time_to_call: average,
  first_call_on_time: count.nullable(),
  /** Of the first call: the status is one of GET /callsResult, the duration in seconds. */
  first_call_status: count.nullable().default(null),
  first_call_duration: count.nullable().default(null),
  /** The same, as the screen reads it. */
  call_status: count.nullable(),
  call_duration: count.nullable(),
  /** In the order of their dates. */
  calls: z.array(callSchema),
})
export type CalledLead = z.infer<typeof calledLeadSchema>

export const callsSchema = z.object({
  ...dataOrigin,
  ...figureLeads,
  /** Working hours of the setting. */
  first_call_on_time: z.number(),
  summaryReport: z.array(callSummaryRowSchema),
  summaryTotal: callSummaryRowSchema,
  /** Leads by their working time to the first call: `from` included, `to` not. `to` null: and longer. Seconds. */
  times: z.array(z.object({ from: z.number(), to: z.number().nullable(), leads: count })),
  leads: z.array(calledLeadSchema),
  total: count,
})
export type Calls = z.infer<typeof callsSchema>

/** Bars of the picture up to the goal. There are as many beyond it, and one for all that is longer. */
export const BARS_TO_GOAL = 6

const SECONDS_AN_HOUR = 3600
export const goalSeconds = (hours: number) => hours * SECONDS_AN_HOUR

const resultWords = (status: number | null) =>
  CALL_RESULTS.find(({ var_id }) => var_id === status)?.value ?? null

const timeTone = ({ time_to_call, goal }: CallSummaryRow): Tone =>
  time_to_call === null ? null : time_to_call > goal ? 'bad' : 'good'

const SUMMARY: ReportTable<CallSummaryRow> = {
  name: 'resumo',
  title: 'Médias por corretor',
  order: '-leads',
  idOf: ({ broker_id }) => String(broker_id ?? 0),
  isLast: ({ broker_id }) => broker_id === null,
  columns: [
    titleColumn('broker_name', 'Corretor'),
    countColumn('leads', 'Leads'),
    countColumn('called', 'Ligados'),
    { ...fieldColumn('time_to_call', 'Tempo médio até a 1ª ligação', 'clock'), tone: timeTone },
    fieldColumn('goal', 'Meta', 'clock'),
    fieldColumn('on_time', 'No prazo %', 'percent'),
    fieldColumn('calls_per_lead', 'Ligações por lead', 'decimal'),
    fieldColumn('duration', 'Duração média', 'clock'),
    fieldColumn('answered', 'Atendidas %', 'percent'),
  ],
}

const CALLS_OF_LEAD: ReportTable<Call> = {
  name: 'ligacoes',
  title: 'Ligações',
  order: 'date',
  idOf: ({ id }) => String(id),
  columns: [
    { ...fieldColumn('date', 'Data da ligação', 'moment'), isTitle: true },
    fieldColumn('duration', 'Duração', 'clock'),
    { key: 'status', label: 'Status', format: 'text', value: ({ status }) => resultWords(status) },
  ],
}

export const CALLED_LEADS: ReportTable<CalledLead> = {
  ...OF_LEADS,
  order: '-capture_date',
  child: ({ calls }) => shownTable(CALLS_OF_LEAD, calls),
  columns: [
    ...leadColumns('id', 'client_name', 'broker_name', 'capture_date', 'first_call_date'),
    fieldColumn('time_to_call', 'Tempo até ligar', 'clock'),
    fieldColumn('first_call_on_time', 'No prazo', 'yesNo'),
    {
      key: 'call_status',
      label: 'Resultado da ligação',
      format: 'text',
      value: ({ call_status }) => resultWords(call_status),
    },
    fieldColumn('call_duration', 'Duração', 'clock'),
    {
      key: 'calls',
      label: 'Ligações',
      format: 'integer',
      value: ({ calls }) => calls.length,
      opensChild: true,
    },
  ],
}

/** As the columns show their times. */
const clock = (seconds: number) => cellText(seconds, 'clock')
const barName = ({ from, to }: Calls['times'][number]) =>
  to === null ? `${clock(from)} ou mais` : `${clock(from)} a ${clock(to)}`

function histogramOf({ times, first_call_on_time }: Calls): Chart {
  const goal = goalSeconds(first_call_on_time)
  const last = times.find(({ to }) => to === goal)
  return {
    kind: 'bars',
    along: 'names',
    title: 'Leads por tempo até a 1ª ligação',
    series: [{ key: 'leads', label: 'Leads', color: 'blue' }],
    points: times.map((bar) => ({ name: barName(bar), values: { leads: bar.leads } })),
    ...(last === undefined ? {} : { goal: { at: barName(last), label: `Meta ${clock(goal)}` } }),
  }
}

/** Of the called leads; the answer has their share alone. */
const answeredWords = ({ answered, called }: CallSummaryRow) =>
  partWords(Math.round(((answered ?? 0) / 100) * called), called, ['ligado', 'ligados'])

export const calls = defineReport<Calls>({
  path: '/relatorio-ligacoes',
  title: 'Relatório de Ligações',
  file: 'relatorio_ligacoes',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Data da captura',
  filters: [
    { kind: 'empresas', asks: 'partner_id[]', label: 'Concessionárias' },
    { kind: 'corretores', asks: 'broker_id[]', label: 'Corretores', roles: MANAGEMENT, offers: isBroker },
    {
      kind: 'situacao',
      asks: 'status',
      label: 'Status do lead',
      choices: STATUSES.map(({ status, label }) => ({ id: status, name: label })),
    },
    {
      kind: 'ligacao',
      asks: 'call_status',
      label: 'Resultado da ligação',
      choices: CALL_RESULTS.map(({ var_id, value }) => ({ id: var_id, name: value })),
    },
    { kind: 'equipes', asks: 'technical_teams', label: 'Equipes', roles: MANAGEMENT },
    { kind: 'texto', asks: 'client_name', label: 'Cliente' },
  ],
  dates: ['date_ini', 'date_end'],
  always: { isCallReport: 'true' },
  paged: 'leads',
  opensLeads: true,
  whatIf: 'calls',
  content: (answer) => ({
    asOf: answer.as_of,
    figures: [
      countFigure('leads', 'Leads', answer.summaryTotal.leads),
      countFigure('called', 'Ligados', answer.summaryTotal.called),
      {
        key: 'time_to_call',
        label: 'Tempo médio até a 1ª ligação',
        value: answer.summaryTotal.time_to_call,
        format: 'clock',
        tone: timeTone(answer.summaryTotal),
        note: `Meta ${clock(answer.summaryTotal.goal)}`,
      },
      {
        key: 'answered',
        label: 'Atendidas',
        value: answer.summaryTotal.answered,
        format: 'percent',
        note: answeredWords(answer.summaryTotal),
      },
    ],
    chart: histogramOf(answer),
    tables: [
      shownTable(SUMMARY, answer.summaryReport, { total: answer.summaryTotal }),
      shownTable(CALLED_LEADS, answer.leads, { count: answer.total }),
    ],
  }),
})
