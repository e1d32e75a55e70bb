/**
 * What was promised to clients, and what of it is late or due today. The bell, 'Meu dia' and Agendamentos count by these functions
 * alone: docs/rules.md#my-day
 */
import type { Lead } from '../lead/lead.ts'
import { isFinished, isInAttendance, isOpenScheduling } from '../lead/lead-state.ts'
import { personalScheduling } from '../lead/scheduling.ts'
import { IMPORT_NOTE } from '../renewals/renewal-lead.ts'
import { dayNumber } from '../time/day-number.ts'

export interface Appointment {
  readonly uid: string
  /** Epoch ms. */
  readonly atMs: number
}

export interface Schedulings {
  /** All that are open, the earliest first. */
  readonly open: readonly Appointment[]
  /** Those of the past, of any day. */
  readonly late: number
  /** Those of today that are still to come, the earliest first. */
  readonly today: readonly Appointment[]
}

/** Returns when the open scheduling of a person is due, epoch ms, or null. One of an import carries the capture limit. */
export function appointmentMs(lead: Pick<Lead, 'state' | 'lead_scheduling'>): number | null {
  const scheduling = personalScheduling(lead)
  if (scheduling === null || !isOpenScheduling(scheduling) || isFinished(lead)) return null
  return scheduling.description === IMPORT_NOTE ? null : Date.parse(scheduling.scheduling_date)
}

export const byTime = (one: Appointment, other: Appointment): number =>
  one.atMs - other.atMs || (one.uid < other.uid ? -1 : 1)

/** `appointments` in any order. */
export function schedulingsOf(appointments: readonly Appointment[], nowMs: number): Schedulings {
  const open = appointments.toSorted(byTime)
  const found = open.findIndex(({ atMs }) => atMs >= nowMs)
  const late = found === -1 ? open.length : found
  const day = dayNumber(nowMs)
  return { open, late, today: open.slice(late).filter(({ atMs }) => dayNumber(atMs) === day) }
}

/** Whether a lead in attendance waits for nothing: its broker is told so, and asked when to go on. */
export const lacksNextStep = (lead: Lead): boolean => isInAttendance(lead) && appointmentMs(lead) === null
