/** The SLA bar of a card: docs/rules.md#sla-bar. */

import { clockOf } from '../lead/channel-rules.ts'
import type { Lead } from '../lead/lead.ts'
import { isFinished } from '../lead/lead-state.ts'
import { personalScheduling } from '../lead/scheduling.ts'
import { NEGOTIATION } from '../lead/status.ts'
import type { Settings } from '../settings/settings.ts'
import { HOUR_MS } from '../time/durations.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { clockSpanInWords, remainingSpan, workingSpanInWords } from './span-words.ts'
import { addWorkingMs, workingMsBetween } from './working-time.ts'

export type SlaColour = 'green' | 'green-yellow' | 'green-yellow-red'

export interface SlaProgress {
  /** Of the channel; `none` for a finished lead, too. */
  readonly kind: ReturnType<typeof clockOf>
  /** 0 to 100. */
  readonly percent: number
  readonly colour: SlaColour
  /** Limit of the bar in hours. */
  readonly limitHours: number
  /** Milliseconds left: working time, or clock time in a countdown. Negative when late. */
  readonly remainingMs: number
  /** End of a countdown, ISO 8601; otherwise null. */
  readonly deadline: string | null
}

/** Input of the bar as numbers. Instants are epoch milliseconds. */
export interface SlaInput {
  readonly state: number
  readonly status: number
  readonly channelId: number
  readonly createdMs: number
  readonly schedulingMs: number | null
}

export function slaInputOf(
  lead: Pick<Lead, 'state' | 'status' | 'channel_id' | 'create_lead_date' | 'lead_scheduling'>,
): SlaInput {
  const scheduling = personalScheduling(lead)
  return {
    state: lead.state,
    status: lead.status,
    channelId: lead.channel_id,
    createdMs: Date.parse(lead.create_lead_date),
    schedulingMs: scheduling === null ? null : Date.parse(scheduling.scheduling_date),
  }
}

const NONE: SlaProgress = {
  kind: 'none',
  percent: 0,
  colour: 'green',
  limitHours: 0,
  remainingMs: 0,
  deadline: null,
}

function colourAt(percent: number): SlaColour {
  if (percent < 20) return 'green'
  return percent < 50 ? 'green-yellow' : 'green-yellow-red'
}

function measured(
  kind: 'bar' | 'countdown',
  elapsedMs: number,
  limitHours: number,
  deadline: string | null,
): SlaProgress {
  const percent = Math.min(Math.max((elapsedMs / (limitHours * HOUR_MS)) * 100, 0), 100)
  return {
    kind,
    percent,
    colour: colourAt(percent),
    limitHours,
    remainingMs: limitHours * HOUR_MS - elapsedMs,
    deadline,
  }
}

/** Returns the bar of a time by the clock between two instants, epoch ms. */
export const countdown = (
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  nowMs: number,
): SlaProgress =>
  measured('countdown', nowMs - fromMs, (untilMs - fromMs) / HOUR_MS, new Date(untilMs).toISOString())

/** Returns the bar at an instant. A renewal counts from its scheduling date, or from its creation without one. */
export function slaProgress(
  input: SlaInput,
  nowMs: number,
  settings: Settings,
  calendar: BusinessCalendar,
): SlaProgress {
  const clock = isFinished(input) ? 'none' : clockOf(input.channelId)
  if (clock === 'none') return NONE
  if (clock === 'countdown') {
    const limit = settings.time_to_capture_on_time_renovation
    const from = input.schedulingMs ?? input.createdMs
    return countdown({ fromMs: from, untilMs: from + limit * HOUR_MS }, nowMs)
  }
  const limit = input.status <= NEGOTIATION ? settings.time_to_capture_lead : settings.time_to_finish_lead
  return measured(clock, workingMsBetween(input.createdMs, nowMs, calendar), limit, null)
}

/** Returns when the limit of the bar ends, epoch ms; null where there is no bar, Infinity if no time is worked. */
export function limitMs(input: SlaInput, settings: Settings, calendar: BusinessCalendar): number | null {
  const { kind, limitHours, deadline } = slaProgress(input, input.createdMs, settings, calendar)
  if (kind === 'none') return null
  return deadline === null
    ? addWorkingMs(input.createdMs, limitHours * HOUR_MS, calendar)
    : Date.parse(deadline)
}

/** Returns 'faltam 38 min' or 'atrasado 11 dias úteis'; empty where there is no bar. */
export function remainingInWords(
  { kind, remainingMs }: Pick<SlaProgress, 'kind' | 'remainingMs'>,
  calendar: BusinessCalendar,
): string {
  if (kind === 'none') return ''
  return kind === 'countdown'
    ? countdownInWords(remainingMs)
    : remainingSpan(remainingMs, (ms) => workingSpanInWords(ms, calendar))
}

/** Returns 'faltam 2 dias' or 'atrasado 3 h', by the clock. */
export const countdownInWords = (remainingMs: number): string => remainingSpan(remainingMs, clockSpanInWords)
