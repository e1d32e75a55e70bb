/** Calls to a lead's client: first call, results, undo: docs/rules.md#calls. */
import type { Settings } from '../settings/settings.ts'
import { businessCalendar } from '../sla/business-calendar.ts'
import { onTimeFlag } from '../sla/on-time.ts'
import { sameValue } from './conflicts.ts'
import type { Lead } from './lead.ts'

/** How a call was made: by the device's telephone, by the phone system, or as a WhatsApp conversation. */
export const CALL_WAYS = ['device', 'phone_system', 'whatsapp'] as const
export type CallWay = (typeof CALL_WAYS)[number]

/** The list that GET /callsResult returns. */
export const CALL_RESULTS = [
  { var_id: 0, value: 'Ocupado' },
  { var_id: 1, value: 'Falha' },
  { var_id: 2, value: 'Atendida' },
  { var_id: 3, value: 'Não atendida' },
] as const
export type CallStatus = (typeof CALL_RESULTS)[number]['var_id']

/** Results offered to the caller, in this order. Only the phone system can report a failure. */
export const ANSWERABLE = [2, 3, 0] as const satisfies readonly CallStatus[]

/** A caller may undo a call for ten minutes: a mistaken tap is noticed soon. */
const UNDO_MS = 10 * 60_000
/** The screen stops offering the undo this much earlier: its clock ticks by the half minute, and a tap takes time. */
const UNDO_MARGIN_MS = 60_000

export const mayBeTakenBack = (calledAt: string, nowMs: number): boolean =>
  // A clock that was set back does not make it offered for ever.
  Math.abs(nowMs - Date.parse(calledAt)) <= UNDO_MS

export const offersTakingBack = (calledAt: string, nowMs: number): boolean =>
  mayBeTakenBack(calledAt, nowMs + UNDO_MARGIN_MS)

/** A call as the lead's first call needs it. */
interface Counted {
  /** Instant of the call, ISO 8601. */
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
 * Returns the lead with its first call. The flag is measured from the capture, or from the creation if the lead was not
 * captured. Later calls change nothing. A flag that is set before any call comes from an administrator and stays.
 */
export function countCall(lead: Lead, call: Counted): Lead {
  if (lead.first_call_date !== null) return lead
  return {
    ...lead,
    first_call_date: call.date,
    first_call_on_time: lead.first_call_on_time ?? flagOf(lead, call),
  }
}

/** Whether the lead's first call is the call of that instant. */
export const isFirstCall = (lead: Lead, calledAt: string): boolean =>
  lead.first_call_date !== null && sameValue(lead.first_call_date, calledAt)

/**
 * Returns the lead without its call of that instant: as before the call, or as `next`, the earliest other call, makes
 * it. `givenFlag` is the flag that the call set. A different flag comes from an administrator and stays.
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

/** The result in lower case, for use inside a sentence: 'atendida', 'não atendida'. */
const resultWord = (status: number): string | undefined =>
  CALL_RESULTS.find(({ var_id }) => var_id === status)?.value.toLowerCase()

/** '45 s', '2 min 10 s', '1 h 5 min'. */
function durationWords(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes === 0) return `${rest} s`
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
}

export interface CallResult {
  readonly uid: string
  readonly status: number
  /** In seconds. Null: unknown. */
  readonly duration: number | null
}

/** Without a schema: cards are drawn before the schemas' code is loaded. */
const isCallResult = (value: unknown): value is CallResult =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  typeof value.uid === 'string' &&
  'status' in value &&
  typeof value.status === 'number' &&
  'duration' in value &&
  (value.duration === null || typeof value.duration === 'number')

/** Parses a call result of the history. Returns null for any other value. */
export const callResultOf = (value: unknown): CallResult | null => (isCallResult(value) ? value : null)

/** Returns the result in words, as the history shows it: 'atendida, 2 min 10 s'. */
export function callResultWords({ status, duration }: Omit<CallResult, 'uid'>): string {
  const word = resultWord(status) ?? `resultado ${status}`
  return duration === null || duration === 0 ? word : `${word}, ${durationWords(duration)}`
}
