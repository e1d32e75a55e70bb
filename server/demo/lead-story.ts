/** The life of a demo lead, step by step, with the rows that each step writes. */

import { CAPTURE_NOTE } from '../../src/domain/lead/scheduling.ts'
import { nextStatus } from '../../src/domain/lead/status.ts'
import { onTimeFlag } from '../../src/domain/sla/on-time.ts'
import { addWorkingMs } from '../../src/domain/sla/working-time.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import { CHANNELS, SETTINGS } from '../db/reference-data.ts'
import {
  attend,
  attendanceColumns,
  calendar,
  endColumns,
  iso,
  later,
  type StoryInput,
  UNTOUCHED,
} from './lead-attendance.ts'
import { callRows, callSteps, callsOf, firstCallColumns } from './lead-calls.ts'
import { type Random, uuidAt } from './random.ts'

export interface StoryScheduling {
  readonly scheduling_date: string
  readonly description: string
  readonly status: 0 | 1
  readonly user_id: number | null
  readonly created_at: string
  readonly closed_at: string | null
}
export interface StoryStep {
  readonly command: string
  readonly user_id: number | null
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>
  readonly occurred_at: string
  readonly received_at: string
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

/** The scheduling record of a capture: docs/rules.md#capture. */
const captureRecord = (ms: number, userId: number | null): StoryScheduling => ({
  scheduling_date: iso(ms),
  description: CAPTURE_NOTE,
  status: 1,
  user_id: userId,
  created_at: iso(ms),
  closed_at: iso(ms),
})

function unclaimedSchedulings({ plan, nowMs, random }: StoryInput): StoryScheduling[] {
  // A scheduling is later than its lead's creation.
  const scheduled = (atMs: number) => [
    openScheduling(Math.max(atMs, plan.createdMs + HOUR_MS), null, plan.createdMs, random),
  ]
  if (plan.kind === 'renewal') return scheduled(nowMs + (random.next() * 12 - 5) * DAY_MS)
  if (plan.kind !== 'scheduled') return []
  return scheduled(
    random.chance(0.6) ? nowMs + (0.1 + random.next() * 9) * DAY_MS : nowMs - random.next() * 2 * DAY_MS,
  )
}

/** A third of the leads in attendance has a scheduling, mostly in the next days. */
function laterScheduling(captureMs: number, input: StoryInput): StoryScheduling[] {
  const { plan, brokerId, nowMs, random } = input
  const shown = plan.shown?.schedule ?? null
  if (plan.kind !== 'attended' || (shown === null && !random.chance(0.35))) return []
  const madeMs = later(captureMs, random.next() * 2 * HOUR_MS, input)
  if (shown === 'due') {
    const dueMs = addWorkingMs(nowMs, HOUR_MS + random.next() * 4 * HOUR_MS, calendar)
    return [openScheduling(dueMs, brokerId, madeMs, random)]
  }
  const atMs =
    shown === 'late' || random.chance(0.3)
      ? madeMs + random.next() * (nowMs - madeMs)
      : nowMs + HOUR_MS + random.next() ** 1.5 * 14 * DAY_MS
  return [openScheduling(atMs, brokerId, madeMs, random)]
}

function step(
  command: string,
  userId: number,
  ms: number,
  changes: StoryStep['changes'],
  { random, nowMs }: StoryInput,
): StoryStep {
  // One step in twelve was made offline and arrived later.
  const delay = random.chance(0.08) ? random.next() * 3 * HOUR_MS : 400
  const received_at = iso(Math.min(ms + delay, nowMs))
  return { command, user_id: userId, changes, occurred_at: iso(ms), received_at }
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
      input,
    ),
  ]
  const finished = plan.kind !== 'attended'
  const lastMs = Math.max(captureMs, contactMs ?? 0, quoteMs ?? 0)
  const endMs = later(lastMs, random.next() ** 2 * 60 * HOUR_MS, input)
  if (finished) {
    const command = plan.kind === 'cancelled' ? 'lead.cancel' : 'lead.finish'
    steps.push(
      step(
        command,
        brokerId,
        endMs,
        { state: change(2, 3), status: change(5, 6), end_lead_date: change(null, iso(endMs)) },
        input,
      ),
    )
  } else if (attendance.status !== nextStatus(1, flow)) {
    steps.push(
      step(
        'lead.advance',
        brokerId,
        lastMs,
        { status: change(nextStatus(1, flow), attendance.status) },
        input,
      ),
    )
  }
  const untilMs = finished ? Math.min(endMs, nowMs) : nowMs
  const columns = finished ? { ...attended, ...endColumns(attendance, untilMs, input) } : attended
  const schedulings = [captureRecord(captureMs, brokerId), ...laterScheduling(captureMs, input)]
  const calls = callsOf(attendance, brokerId, { random, untilMs })
  return {
    columns: { ...columns, ...firstCallColumns(calls, captureMs) },
    schedulings,
    calls,
    steps,
  }
}

/** Sorts by time: the timeline is ordered by id. */
const inOrder = (steps: readonly StoryStep[]) =>
  steps.toSorted((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at))

/** Returns all rows of one lead. The caller sets id and client. */
export function leadStory(input: StoryInput) {
  const { plan, origin, brokerId, random } = input
  const uid = uuidAt(plan.createdMs, random)
  const created = step(
    'lead.create',
    origin.inviter_id,
    plan.createdMs,
    { channel_id: change(null, origin.channel_id) },
    input,
  )
  const open = {
    columns: { state: 1, status: 1, broker_id: null },
    schedulings: unclaimedSchedulings(input),
    calls: [],
    steps: [],
  }
  const { columns, schedulings, calls, steps } = brokerId === null ? open : claimed(input, brokerId)
  const latest = schedulings.at(-1)
  const firstFlag = 'first_call_on_time' in columns ? columns.first_call_on_time : null
  const rows = callRows(calls, uid, input.phone, firstFlag)
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
    calls: rows,
    steps: [created, ...inOrder([...steps, ...callSteps(rows, input.nowMs)])],
  }
}

export type LeadStory = ReturnType<typeof leadStory>
