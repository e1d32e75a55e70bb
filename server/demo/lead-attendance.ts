/** The attendance of a demo lead: capture, contact, quote and end, by the rules of the domain. */

import { isRenewal } from '../../src/domain/lead/channel-rules.ts'
import { FINISHED, NEGOTIATION, ORIGIN, SOLD_PENDING } from '../../src/domain/lead/status.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { onTimeFlag } from '../../src/domain/sla/on-time.ts'
import { addWorkingMs } from '../../src/domain/sla/working-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { CHANNELS, SETTINGS } from '../db/reference-data.ts'
import type { LeadOrigin } from './lead-origin.ts'
import type { PlannedLead } from './planned-lead.ts'
import type { Random } from './random.ts'

export const calendar = businessCalendar(SETTINGS.business_hours)
/** Rounds down to whole seconds, like a person's action. */
export const iso = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

export interface StoryInput {
  readonly plan: PlannedLead
  readonly origin: LeadOrigin
  /** null for an unclaimed lead. */
  readonly brokerId: number | null
  /** The client's phone number for calls. */
  readonly phone: string
  /** Epoch ms. Only schedulings are later. */
  readonly nowMs: number
  readonly random: Random
}

/** The reached steps of a lead. They decide which other fields are filled in. */
export interface Attendance {
  readonly captureMs: number
  readonly status: number
  readonly contactMs: number | null
  readonly quoteMs: number | null
}

/**
 * Returns the time `ms` of working time after `fromMs` (epoch ms). If that is in the future, a random time up to now.
 */
export function later(fromMs: number, ms: number, { nowMs, random }: StoryInput): number {
  const at = addWorkingMs(fromMs, ms, calendar)
  return at < nowMs ? at : fromMs + random.next() * Math.max(nowMs - fromMs - 1000, 0)
}

export function attend(input: StoryInput): Attendance {
  const { plan, origin, random } = input
  const captureMs = later(
    plan.createdMs,
    random.chance(0.72) ? random.next() * 55 * MINUTE_MS : random.next() * 9 * HOUR_MS,
    input,
  )
  const flow = CHANNELS.find(({ id }) => id === origin.channel_id)?.status_flow ?? []
  const finished = plan.kind !== 'attended'
  const stages = flow.filter((status) => status > ORIGIN && status < FINISHED)
  const status = finished ? 6 : random.weighted(stages.map((stage, place) => [stage, 4 - place] as const))
  const reached = finished ? stages : stages.slice(0, stages.indexOf(status) + 1)
  const contacted = finished ? random.chance(0.92) : reached.includes(3)
  const quoted = finished ? random.chance(plan.kind === 'sold' ? 1 : 0.6) : reached.includes(4)
  // The flow of the channel gives the order of contact and quote: docs/rules.md#finish-checks.
  const contactFirst = flow.indexOf(3) < flow.indexOf(4)
  const firstMs = later(captureMs, 5 * MINUTE_MS + random.next() * 4 * HOUR_MS, input)
  const secondMs = later(firstMs, 10 * MINUTE_MS + random.next() * 8 * HOUR_MS, input)
  return {
    captureMs,
    status,
    contactMs: contacted ? (contactFirst ? firstMs : secondMs) : null,
    quoteMs: quoted ? (contactFirst ? secondMs : firstMs) : null,
  }
}

const CONTACT_TYPES: readonly (readonly [number, number])[] = [
  [1, 3],
  [2, 3],
  [3, 1],
  [4, 6],
  [5, 1],
]

export function attendanceColumns({ captureMs, status, contactMs, quoteMs }: Attendance, input: StoryInput) {
  const { plan, origin, random } = input
  const renewal = isRenewal(origin.channel_id)
  return {
    state: 2,
    status,
    broker_id: input.brokerId,
    capture_date: iso(captureMs),
    capture_on_time: renewal
      ? 1
      : onTimeFlag(iso(plan.createdMs), iso(captureMs), SETTINGS.time_to_capture_on_time, calendar),
    contact_date: contactMs === null ? null : iso(contactMs),
    contact_type: contactMs === null ? null : random.weighted(CONTACT_TYPES),
    quoted: quoteMs === null ? 0 : 1,
    quoted_date: quoteMs === null ? null : iso(quoteMs),
    quoted_type: quoteMs === null ? null : random.weighted(CONTACT_TYPES),
    pending_sell: status === SOLD_PENDING,
    negociate: status === NEGOTIATION && random.chance(0.4),
    // 1, 'Em atendimento', is not used, so that people who try the demo can set it.
    service_status: random.chance(0.35) ? random.between(2, 5) : null,
  }
}

const LOST: readonly (readonly [number, number])[] = [
  [1, 8],
  [2, 6],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 1],
  [7, 1],
  [8, 2],
  [9, 1],
]
const OFFER: readonly (readonly [number, number])[] = [
  [0, 4],
  [1, 5],
  [2, 1],
]

export function endColumns(attendance: Attendance, endMs: number, input: StoryInput) {
  const { plan, random } = input
  const sold = plan.kind === 'sold'
  const lostSale = plan.kind === 'lost' ? random.weighted(LOST) : null
  const asked = Math.max(attendance.contactMs ?? attendance.captureMs, attendance.quoteMs ?? 0)
  return {
    state: 3,
    end_lead_date: iso(endMs),
    attendance_on_time: onTimeFlag(iso(plan.createdMs), iso(endMs), SETTINGS.time_to_finish_lead, calendar),
    sold: sold ? 1 : 0,
    lost_sale: lostSale,
    sold_type: random.weighted(CONTACT_TYPES),
    sold_date: iso(asked + (endMs - asked) * 0.8),
    sale_value_cents: sold ? random.between(90_000, 780_000) : null,
    commission_percentage: sold ? random.between(10, 25) : null,
    nps_value: sold && random.chance(0.6) ? random.between(6, 10) : null,
    competitor_broker: lostSale === 5 ? random.between(1, 8) : null,
    endorsement_date: lostSale === 5 ? iso(endMs + random.between(60, 330) * DAY_MS).slice(0, 10) : null,
    date_fail: lostSale === 5 && random.chance(0.2),
    backup_car: random.weighted(OFFER),
    pague_menos: random.weighted(OFFER),
    seguro_conteudo: random.weighted(OFFER),
    cancelled: plan.kind === 'cancelled',
    pending_sell: false,
    service_status: null,
  }
}

/** Default values of all columns that a step may fill: rows of one insert need the same columns. */
export const UNTOUCHED = {
  capture_date: null,
  capture_on_time: null,
  contact_date: null,
  contact_type: null,
  first_call_date: null,
  first_call_on_time: null,
  quoted: 0,
  quoted_date: null,
  quoted_type: null,
  pending_sell: false,
  negociate: false,
  service_status: null,
  end_lead_date: null,
  attendance_on_time: null,
  sold: null,
  lost_sale: null,
  sold_type: null,
  sold_date: null,
  sale_value_cents: null,
  commission_percentage: null,
  nps_value: null,
  competitor_broker: null,
  endorsement_date: null,
  date_fail: false,
  backup_car: null,
  pague_menos: null,
  seguro_conteudo: null,
  cancelled: false,
}
