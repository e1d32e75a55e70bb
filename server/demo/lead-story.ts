/** What happened to a demo lead, step by step, by the rules of the domain: capture, calls, quote, end, each with its trace. */
import { isRenewal } from '../../src/domain/lead/channel-rules.ts'
import { nextStatus } from '../../src/domain/lead/status.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { onTimeFlag } from '../../src/domain/sla/on-time.ts'
import { addWorkingMs } from '../../src/domain/sla/working-time.ts'
import { CHANNELS, SETTINGS } from '../db/reference-data.ts'
import type { LeadOrigin } from './lead-origin.ts'
import type { PlannedLead } from './lead-plan.ts'
import { type Random, uuidAt } from './random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const calendar = businessCalendar(SETTINGS.business_hours)
const iso = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

/** How far a lead got: quoted, contacted or neither decides what else is filled in. */
interface Attendance {
  readonly captureMs: number
  readonly status: number
  readonly contactMs: number | null
  readonly quoteMs: number | null
}

export interface StoryScheduling {
  readonly scheduling_date: string
  readonly description: string
  readonly status: 0 | 1
  readonly user_id: number | null
  readonly created_at: string
  readonly closed_at: string | null
}
export interface StoryCall {
  readonly user_id: number
  readonly date: string
  readonly duration: number
  readonly status: number
}
export interface StoryStep {
  readonly command: string
  readonly user_id: number
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>
  readonly occurred_at: string
  readonly received_at: string
}

export interface StoryInput {
  readonly plan: PlannedLead
  readonly origin: LeadOrigin
  /** Null for an unclaimed lead. */
  readonly brokerId: number | null
  /** Epoch ms; nothing but schedules and future leads lies after it. */
  readonly nowMs: number
  readonly random: Random
}

/** The instant `ms` of work later where that is past already, else somewhere between the start and now. */
function later(fromMs: number, ms: number, { nowMs, random }: StoryInput): number {
  const at = addWorkingMs(fromMs, ms, calendar)
  return at < nowMs ? at : fromMs + random.next() * Math.max(nowMs - fromMs - 1000, 0)
}

function attend(input: StoryInput): Attendance {
  const { plan, origin, random } = input
  const captureMs = later(
    plan.createdMs,
    random.chance(0.72) ? random.next() * 55 * MINUTE : random.next() * 9 * HOUR,
    input,
  )
  const flow = CHANNELS.find(({ id }) => id === origin.channel_id)?.status_flow ?? []
  const finished = plan.kind !== 'attended'
  const stages = flow.filter((status) => status > 1 && status < 6)
  const status = finished ? 6 : random.weighted(stages.map((stage, place) => [stage, 4 - place] as const))
  const reached = finished ? stages : stages.slice(0, stages.indexOf(status) + 1)
  const contacted = finished ? random.chance(0.92) : reached.includes(3)
  const quoted = finished ? random.chance(plan.kind === 'sold' ? 1 : 0.6) : reached.includes(4)
  // The order of contact and quote is the flow's own (first text, section 5, finish check 2).
  const contactFirst = flow.indexOf(3) < flow.indexOf(4)
  const firstMs = later(captureMs, 5 * MINUTE + random.next() * 4 * HOUR, input)
  const secondMs = later(firstMs, 10 * MINUTE + random.next() * 8 * HOUR, input)
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

function attendanceColumns({ captureMs, status, contactMs, quoteMs }: Attendance, input: StoryInput) {
  const { plan, origin, random } = input
  const renewal = isRenewal(origin.channel_id)
  return {
    state: 2,
    status,
    broker_id: input.brokerId,
    capture_date: iso(captureMs),
    capture_on_time: renewal
      ? 1
      : onTimeFlag(iso(plan.createdMs), iso(captureMs), SETTINGS.time_to_capture_lead, calendar),
    contact_date: contactMs === null ? null : iso(contactMs),
    contact_type: contactMs === null ? null : random.weighted(CONTACT_TYPES),
    first_call_date: contactMs === null ? null : iso(contactMs),
    first_call_on_time:
      contactMs === null
        ? null
        : onTimeFlag(iso(captureMs), iso(contactMs), SETTINGS.first_call_on_time, calendar),
    quoted: quoteMs === null ? 0 : 1,
    quoted_date: quoteMs === null ? null : iso(quoteMs),
    quoted_type: quoteMs === null ? null : random.weighted(CONTACT_TYPES),
    pending_sell: status === 5,
    negociate: status === 2 && random.chance(0.4),
    // 'Em atendimento' is left to whoever works the lead: a demo is the better for something to set.
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

function endColumns(attendance: Attendance, endMs: number, input: StoryInput) {
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
    endorsement_date: lostSale === 5 ? iso(endMs + random.between(60, 330) * DAY).slice(0, 10) : null,
    date_fail: lostSale === 5 && random.chance(0.2),
    backup_car: random.weighted(OFFER),
    pague_menos: random.weighted(OFFER),
    seguro_conteudo: random.weighted(OFFER),
    cancelled: plan.kind === 'cancelled',
    pending_sell: false,
    service_status: null,
  }
}

const NOTES = [
  'Ligar depois do almoço',
  'Retornar com a cotação revisada',
  'Cliente em viagem, volta na segunda',
  'Confirmar retirada do veículo',
  'Aguardar resposta da esposa',
  'Pedir documento do veículo',
]

function openScheduling(
  atMs: number,
  userId: number | null,
  madeMs: number,
  random: Random,
): StoryScheduling {
  return {
    scheduling_date: iso(atMs),
    description: random.pick(NOTES),
    status: 0,
    user_id: userId,
    created_at: iso(madeMs),
    closed_at: null,
  }
}

/** The record that every capture leaves (first text, section 4 'Capture', step 1). */
const captureRecord = (ms: number, userId: number | null): StoryScheduling => ({
  scheduling_date: iso(ms),
  description: '.',
  status: 1,
  user_id: userId,
  created_at: iso(ms),
  closed_at: iso(ms),
})

function unclaimedSchedulings({ plan, nowMs, random }: StoryInput): StoryScheduling[] {
  if (plan.kind === 'renewal')
    return [openScheduling(nowMs + (random.next() * 12 - 5) * DAY, null, plan.createdMs, random)]
  if (plan.kind !== 'scheduled') return []
  return [
    openScheduling(
      random.chance(0.6) ? nowMs + (0.1 + random.next() * 9) * DAY : nowMs - random.next() * 2 * DAY,
      null,
      plan.createdMs,
      random,
    ),
  ]
}

/** A third of the leads in attendance is scheduled: some late, most for the days to come. */
function laterScheduling(captureMs: number, input: StoryInput): StoryScheduling[] {
  const { plan, brokerId, nowMs, random } = input
  if (plan.kind !== 'attended' || !random.chance(0.35)) return []
  const madeMs = later(captureMs, random.next() * 2 * HOUR, input)
  const atMs = random.chance(0.3)
    ? madeMs + random.next() * (nowMs - madeMs)
    : nowMs + HOUR + random.next() ** 1.5 * 14 * DAY
  return [openScheduling(atMs, brokerId, madeMs, random)]
}

function callsOf({ captureMs, contactMs }: Attendance, brokerId: number, input: StoryInput): StoryCall[] {
  const { random } = input
  const missed = Array.from(
    {
      length: random.weighted([
        [0, 6],
        [1, 3],
        [2, 1],
      ]),
    },
    (_, place) => ({
      user_id: brokerId,
      date: iso(captureMs + (place + 1) * ((contactMs ?? input.nowMs) - captureMs) * 0.2),
      duration: 0,
      status: random.weighted([
        [3, 6],
        [0, 2],
        [1, 1],
      ]),
    }),
  )
  if (contactMs === null) return missed
  return [
    ...missed,
    { user_id: brokerId, date: iso(contactMs), duration: random.between(25, 900), status: 2 },
  ]
}

function step(
  command: string,
  userId: number,
  ms: number,
  changes: StoryStep['changes'],
  random: Random,
): StoryStep {
  // One in twelve was done without a network and came in later.
  const delay = random.chance(0.08) ? random.next() * 3 * HOUR : 400
  return { command, user_id: userId, changes, occurred_at: iso(ms), received_at: iso(ms + delay) }
}

const change = (before: unknown, after: unknown) => ({ before, after })

function claimed(input: StoryInput, brokerId: number) {
  const { plan, origin, random, nowMs } = input
  const attendance = attend(input)
  const { captureMs, contactMs, quoteMs } = attendance
  const attended = attendanceColumns(attendance, input)
  const flow = CHANNELS.find(({ id }) => id === origin.channel_id)?.status_flow ?? []
  const steps = [
    step(
      'lead.capture',
      brokerId,
      captureMs,
      {
        broker_id: change(null, brokerId),
        state: change(1, 2),
        status: change(1, nextStatus(1, flow)),
        capture_date: change(null, iso(captureMs)),
      },
      random,
    ),
  ]
  const finished = plan.kind !== 'attended'
  const lastMs = Math.max(captureMs, contactMs ?? 0, quoteMs ?? 0)
  const endMs = later(lastMs, random.next() ** 2 * 60 * HOUR, input)
  if (finished) {
    const command = plan.kind === 'cancelled' ? 'lead.cancel' : 'lead.finish'
    steps.push(
      step(
        command,
        brokerId,
        endMs,
        { state: change(2, 3), status: change(5, 6), end_lead_date: change(null, iso(endMs)) },
        random,
      ),
    )
  } else if (attendance.status !== nextStatus(1, flow)) {
    steps.push(
      step(
        'lead.advance',
        brokerId,
        lastMs,
        { status: change(nextStatus(1, flow), attendance.status) },
        random,
      ),
    )
  }
  return {
    columns: finished ? { ...attended, ...endColumns(attendance, Math.min(endMs, nowMs), input) } : attended,
    schedulings: [captureRecord(captureMs, brokerId), ...laterScheduling(captureMs, input)],
    calls: callsOf(attendance, brokerId, input),
    steps,
  }
}

/** Every column that a step may fill: rows inserted together must have the same ones. */
const UNTOUCHED = {
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
  backup_car: 0,
  pague_menos: 0,
  seguro_conteudo: 0,
  cancelled: false,
}

/** All rows of one lead; the caller gives it number and client. */
export function leadStory(input: StoryInput) {
  const { plan, origin, brokerId, random } = input
  const uid = uuidAt(Math.min(plan.createdMs, input.nowMs), random)
  const created = step(
    'lead.create',
    origin.inviter_id,
    Math.min(plan.createdMs, input.nowMs),
    { channel_id: change(null, origin.channel_id) },
    random,
  )
  const open = {
    columns: { state: 1, status: 1, broker_id: null },
    schedulings: unclaimedSchedulings(input),
    calls: [],
    steps: [],
  }
  const { columns, schedulings, calls, steps } = brokerId === null ? open : claimed(input, brokerId)
  const latest = schedulings.at(-1)
  return {
    lead: {
      uid,
      ...origin,
      ...UNTOUCHED,
      ...columns,
      create_lead_date: iso(plan.createdMs),
      created_by: origin.inviter_id,
      indication_on_time:
        origin.proposal_date === null
          ? null
          : onTimeFlag(origin.proposal_date, iso(plan.createdMs), SETTINGS.indication_on_time, calendar),
      suspended_lead: plan.kind === 'suspended',
      on_fire: plan.kind !== 'cancelled' && random.chance(0.09),
      scheduling_date: latest?.scheduling_date ?? null,
      scheduling_description: latest?.description ?? null,
      scheduling_status: latest?.status ?? null,
    },
    schedulings,
    calls,
    steps: [created, ...steps],
  }
}

export type LeadStory = ReturnType<typeof leadStory>
