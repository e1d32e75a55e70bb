/** What the queue of the day needs of a lead: docs/rules.md#my-day */
import type { Lead } from '../lead/lead.ts'
import { isInAttendance, isInOrigin } from '../lead/lead-state.ts'
import { type SlaInput, slaInputOf } from '../sla/progress.ts'
import { numberOfDay } from '../time/day-number.ts'
import { appointmentMs } from './schedulings.ts'

export interface DayLead {
  readonly uid: string
  readonly channelId: number
  readonly status: number
  readonly isInOrigin: boolean
  readonly isInAttendance: boolean
  readonly isSuspended: boolean
  readonly isOnFire: boolean
  /** Of the card's bar. */
  readonly sla: SlaInput
  /** Of the open scheduling that a person made, epoch ms. */
  readonly returnMs: number | null
  readonly createdMs: number
  readonly capturedMs: number | null
  readonly firstCallMs: number | null
  /** When somebody last spoke or wrote to the client, epoch ms. */
  readonly lastContactMs: number | null
  /** When a user last did something to the lead, epoch ms; else its capture or creation. */
  readonly lastActMs: number
  /** The policy that is being renewed ends on this day, in days since 1970-01-01. */
  readonly policyEnd: number | null
  /** 'Ana, ausente até 12/12': only its return is the user's. docs/rules.md#absences */
  readonly inPlaceOf?: string
}

/** Something that a user did to the lead: an entry of its timeline, or a command of this device that waits. */
export interface LeadAct {
  readonly command: string
  /** ISO 8601. */
  readonly occurredAt: string
}

const CONTACTS: readonly string[] = ['lead.recordCall', 'lead.callResult']

const latest = (instants: readonly (string | null)[]): number | null => {
  const times = instants.flatMap((instant) => (instant === null ? [] : [Date.parse(instant)]))
  return times.length === 0 ? null : Math.max(...times)
}

/** `acts` in any order. */
export function dayLead(lead: Lead, acts: readonly LeadAct[]): DayLead {
  const calls = acts.filter(({ command }) => CONTACTS.includes(command)).map(({ occurredAt }) => occurredAt)
  const beginning = [lead.create_lead_date, lead.capture_date]
  return {
    uid: lead.uid,
    channelId: lead.channel_id,
    status: lead.status,
    isInOrigin: isInOrigin(lead),
    isInAttendance: isInAttendance(lead),
    isSuspended: lead.suspended_lead,
    isOnFire: lead.on_fire,
    sla: slaInputOf(lead),
    returnMs: appointmentMs(lead),
    createdMs: Date.parse(lead.create_lead_date),
    capturedMs: latest([lead.capture_date]),
    firstCallMs: latest([lead.first_call_date]),
    lastContactMs: latest([lead.contact_date, lead.first_call_date, ...calls]),
    lastActMs: latest([...beginning, ...acts.map(({ occurredAt }) => occurredAt)]) ?? 0,
    policyEnd: lead.old_end_of_validity === null ? null : numberOfDay(lead.old_end_of_validity),
  }
}
