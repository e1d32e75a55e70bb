/** 'Relatório de Ligações': how soon and how well leads were called. docs/rules.md#report-calls */

import { z } from 'zod'
import { CALL_RESULTS } from '../lead/calls.ts'
import { STATUSES } from '../lead/status.ts'
import { MANAGEMENT } from '../permissions/roles.ts'
import { partWords } from './base-words.ts'
import { isBroker } from './broker-indications.ts'
import { cellText } from './cell-text.ts'
import type { Chart } from './chart.ts'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { PAST_PRESETS } from './period.ts'
import { defineReport } from './report.ts'
import { rowLead } from './report-lead.ts'
import { type ReportTable, shownTable, type Tone } from './table.ts'

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
  id: count,
  client_id: count,
  client_name: z.string(),
  broker_id: count.nullable(),
  broker_name: z.string().nullable(),
  capture_date: z.string(),
  first_call_date: z.string().nullable(),
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
    { key: 'broker_name', label: 'Corretor', format: 'text', value: (row) => row.broker_name, isTitle: true },
    { key: 'leads', label: 'Leads', format: 'integer', value: (row) => row.leads, figure: 'leads' },
    { key: 'called', label: 'Ligados', format: 'integer', value: (row) => row.called, figure: 'called' },
    {
      key: 'time_to_call',
      label: 'Tempo médio até a 1ª ligação',
      format: 'clock',
      value: (row) => row.time_to_call,
      tone: timeTone,
    },
    { key: 'goal', label: 'Meta', format: 'clock', value: (row) => row.goal },
    { key: 'on_time', label: 'No prazo %', format: 'percent', value: (row) => row.on_time },
    {
      key: 'calls_per_lead',
      label: 'Ligações por lead',
      format: 'decimal',
      value: (row) => row.calls_per_lead,
    },
    { key: 'duration', label: 'Duração média', format: 'clock', value: (row) => row.duration },
    { key: 'answered', label: 'Atendidas %', format: 'percent', value: (row) => row.answered },
  ],
}

const CALLS_OF_LEAD: ReportTable<Call> = {
  name: 'ligacoes',
  title: 'Ligações',
  order: 'date',
  idOf: ({ id }) => String(id),
  columns: [
    { key: 'date', label: 'Data da ligação', format: 'moment', value: ({ date }) => date, isTitle: true },
    { key: 'duration', label: 'Duração', format: 'clock', value: ({ duration }) => duration },
    { key: 'status', label: 'Status', format: 'text', value: ({ status }) => resultWords(status) },
  ],
}

export const CALLED_LEADS: ReportTable<CalledLead> = {
  name: 'leads',
  title: 'Leads',
  order: '-capture_date',
  idOf: ({ id }) => String(id),
  leadOf: ({ id }) => id,
  child: ({ calls }) => shownTable(CALLS_OF_LEAD, calls),
  columns: [
    { key: 'id', label: 'Nº', format: 'text', value: ({ id }) => id },
    { key: 'client_name', label: 'Cliente', format: 'text', value: (row) => row.client_name, isTitle: true },
    { key: 'broker_name', label: 'Corretor', format: 'text', value: (row) => row.broker_name },
    { key: 'capture_date', label: 'Captura', format: 'moment', value: (row) => row.capture_date },
    { key: 'first_call_date', label: '1ª ligação', format: 'moment', value: (row) => row.first_call_date },
    { key: 'time_to_call', label: 'Tempo até ligar', format: 'clock', value: (row) => row.time_to_call },
    { key: 'first_call_on_time', label: 'No prazo', format: 'yesNo', value: (row) => row.first_call_on_time },
    {
      key: 'call_status',
      label: 'Resultado da ligação',
      format: 'text',
      value: ({ call_status }) => resultWords(call_status),
    },
    { key: 'call_duration', label: 'Duração', format: 'clock', value: (row) => row.call_duration },
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
  content: (answer) => ({
    asOf: answer.as_of,
    figures: [
      {
        key: 'leads',
        label: 'Leads',
        value: answer.summaryTotal.leads,
        format: 'integer',
        opens: { figure: 'leads' },
      },
      {
        key: 'called',
        label: 'Ligados',
        value: answer.summaryTotal.called,
        format: 'integer',
        opens: { figure: 'called' },
      },
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
