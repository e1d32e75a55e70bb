/** Calls to a lead's client: what they count for, what they came to, and how they are taken back. docs/rules.md#calls */
import { z } from 'zod'
import type { Settings } from '../settings/settings.ts'
import { businessCalendar } from '../sla/business-calendar.ts'
import { onTimeFlag } from '../sla/on-time.ts'
import { sameValue } from './conflicts.ts'
import type { Lead } from './lead.ts'

/** The device's own telephone, the phone system, or a conversation that a link opened. */
export const CALL_WAYS = ['device', 'phone_system', 'whatsapp'] as const
export type CallWay = (typeof CALL_WAYS)[number]

/** The catalogue of GET /callsResult. */
export const CALL_RESULTS = [
  { var_id: 0, value: 'Ocupado' },
  { var_id: 1, value: 'Falha' },
  { var_id: 2, value: 'Atendida' },
  { var_id: 3, value: 'Não atendida' },
] as const
export type CallStatus = (typeof CALL_RESULTS)[number]['var_id']

/** What the caller is asked, in this order; a failure only the phone system can tell. */
export const ANSWERABLE = [2, 3, 0] as const satisfies readonly CallStatus[]

/** As long as a call may be taken back: a slip is seen at once. */
const UNDO_MS = 10 * 60_000
/** The screen offers it so much shorter: its clock ticks by the half minute, and a tap takes its time. */
const UNDO_MARGIN_MS = 60_000

export const mayBeTakenBack = (calledAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(calledAt) <= UNDO_MS

export const offersTakingBack = (calledAt: string, nowMs: number): boolean =>
  mayBeTakenBack(calledAt, nowMs + UNDO_MARGIN_MS)

/** What one call counts for. */
interface Counted {
  /** When it was made. */
  readonly date: string
  readonly settings: Settings
}

const flagOf = (lead: Lead, { date, settings }: Counted) =>
  onTimeFlag(
    lead.capture_date ?? lead.create_lead_date,
    date,
    settings.first_call_on_time,
    businessCalendar(settings.business_hours),
  )

/**
 * The first call counts from the capture, or from the creation where nobody captured. Later ones change nothing, and a flag
 * that stands before any call is an administrator's.
 */
export function countCall(lead: Lead, call: Counted): Lead {
  if (lead.first_call_date !== null) return lead
  return {
    ...lead,
    first_call_date: call.date,
    first_call_on_time: lead.first_call_on_time ?? flagOf(lead, call),
  }
}

/** Whether the lead's first call is the one of that moment. */
export const isFirstCall = (lead: Lead, calledAt: string): boolean =>
  lead.first_call_date !== null && sameValue(lead.first_call_date, calledAt)

/**
 * The lead without its call of that moment: as it was before, or as the earliest of the others makes it. `givenFlag` is the
 * flag that the call gave; another one that stands now is an administrator's, and stays.
 */
export function withoutCall(
  lead: Lead,
  call: { readonly date: string; readonly givenFlag: Lead['first_call_on_time'] },
  next: Counted | null,
): Lead {
  if (!isFirstCall(lead, call.date)) return lead
  const isGiven = lead.first_call_on_time === call.givenFlag
  const before = {
    ...lead,
    first_call_date: null,
    first_call_on_time: isGiven ? null : lead.first_call_on_time,
  }
  return next === null ? before : countCall(before, next)
}

/** 'atendida', 'não atendida': inside a sentence. */
const resultWord = (status: number): string | undefined =>
  CALL_RESULTS.find(({ var_id }) => var_id === status)?.value.toLowerCase()

/** '45 s', '2 min 10 s', '1 h 5 min'. */
function durationWords(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes === 0) return `${rest} s`
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
}

const callResultSchema = z.object({
  uid: z.string(),
  status: z.number(),
  /** In seconds; null: not known. */
  duration: z.number().nullable(),
})
export type CallResult = z.infer<typeof callResultSchema>

/** From the history: what became of which call. */
export const callResultOf = (value: unknown): CallResult | null =>
  callResultSchema.safeParse(value).data ?? null

/** 'atendida, 2 min 10 s': as the history says it. */
export function callResultWords({ status, duration }: Omit<CallResult, 'uid'>): string {
  const word = resultWord(status) ?? `resultado ${status}`
  return duration === null || duration === 0 ? word : `${word}, ${durationWords(duration)}`
}
