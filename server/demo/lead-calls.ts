/** The calls of a demo lead, with results of the phone system or of the broker: docs/rules.md#calls. */
import type { CALL_FIELDS } from '../../src/domain/lead/call-fields.ts'
import type { CallStatus } from '../../src/domain/lead/calls.ts'
import { onTimeFlag } from '../../src/domain/sla/on-time.ts'
import type { Stored } from '../db/column-types.ts'
import { SETTINGS } from '../db/reference-data.ts'
import { type Attendance, calendar, iso, type StoryInput } from './lead-attendance.ts'

export type StoryCall = Readonly<Omit<Stored<typeof CALL_FIELDS>, 'phone' | 'given_flag'>> & {
  readonly user_id: number
}

/** Returns missed calls before the contact, then the call of the contact. `untilMs`: the lead's end, or now. */
export function callsOf(
  { captureMs, contactMs }: Attendance,
  brokerId: number,
  { random, untilMs }: Pick<StoryInput, 'random'> & { readonly untilMs: number },
): StoryCall[] {
  const bySystem = { user_id: brokerId, way: 'phone_system', result_by: 'phone_system' } as const
  const missed = Array.from(
    {
      length: random.weighted([
        [0, 6],
        [1, 3],
        [2, 1],
      ]),
    },
    (_, place): StoryCall => ({
      ...bySystem,
      date: iso(captureMs + (place + 1) * ((contactMs ?? untilMs) - captureMs) * 0.2),
      duration: 0,
      status: random.weighted<CallStatus>([
        [3, 6],
        [0, 2],
        [1, 1],
      ]),
    }),
  )
  if (contactMs === null) return missed
  const duration = random.between(25, 900)
  // A fifth of the calls is made by the device: the caller gives the result, and the duration is unknown.
  const answered: StoryCall =
    duration % 5 === 0
      ? {
          user_id: brokerId,
          way: 'device',
          result_by: 'caller',
          date: iso(contactMs),
          status: 2,
          duration: null,
        }
      : { ...bySystem, date: iso(contactMs), status: 2, duration }
  return [...missed, answered]
}

/** The lead's columns that its first call sets. */
export function firstCallColumns(calls: readonly StoryCall[], captureMs: number) {
  const date = calls[0]?.date ?? null
  return {
    first_call_date: date,
    first_call_on_time:
      date === null ? null : onTimeFlag(iso(captureMs), date, SETTINGS.first_call_on_time, calendar),
  }
}

type CallRow = StoryCall & { readonly uid: string; readonly phone: string }

/** Adds uid and phone to the calls. The uid depends on the lead and the place only, so that a seed repeats it. */
export const callRows = (
  calls: readonly StoryCall[],
  leadUid: string,
  phone: string,
  firstFlag: 0 | 1 | null,
) =>
  calls.map((call, place) => ({
    ...call,
    uid: `${String(place + 1).padStart(8, '0')}${leadUid.slice(8)}`,
    phone,
    given_flag: place === 0 ? firstFlag : null,
  }))

/** The timeline entries of each call: the call and its result. */
export function callSteps(calls: readonly CallRow[], nowMs: number) {
  return calls.flatMap(({ uid, phone, date, status, duration, user_id, result_by }, place) => {
    const ended = iso(Math.min(Date.parse(date) + ((duration ?? 60) + 5) * 1000, nowMs))
    const first = place === 0 ? { first_call_date: { before: null, after: date } } : {}
    return [
      {
        command: 'lead.recordCall',
        user_id,
        changes: { call: { before: null, after: phone }, ...first },
        occurred_at: date,
        received_at: date,
      },
      {
        command: 'lead.callResult',
        user_id: result_by === 'caller' ? user_id : null,
        changes: { call_result: { before: null, after: { uid, status, duration } } },
        occurred_at: ended,
        received_at: ended,
      },
    ]
  })
}
