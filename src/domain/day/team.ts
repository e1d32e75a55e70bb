/** 'Equipe hoje': the day of each broker in figures, by the same queue that the broker sees. docs/rules.md#team-today */
import type { Settings } from '../settings/settings.ts'
import { dayNumber } from '../time/day-number.ts'
import type { DayLead } from './day-lead.ts'
import { type DayQueue, queueOf } from './queue.ts'

/** A user who may have leads. */
export interface TeamMember {
  readonly id: number
  /** Of the technical team. */
  readonly channels: readonly number[]
  /** Management: may capture any lead of any channel. */
  readonly mayAny: boolean
  /** A broker at work has a line without any lead, too. */
  readonly isListed: boolean
}

/** A lead of a broker, and when the broker last did something to it, epoch ms. */
export interface TeamLead {
  readonly day: DayLead
  readonly actedMs: number | null
}

/** A point on the line of the day. */
export interface TeamDot {
  readonly atMs: number
  readonly isLate: boolean
}

export interface TeamDay {
  readonly brokerId: number
  readonly late: number
  /** Returns of today that are still to come. */
  readonly today: number
  /** Leads that the broker may capture now, of each channel one. */
  readonly free: number
  /** Leads that the broker worked today, or that ended today, and that ask for nothing any more. */
  readonly done: number
  readonly sales: number
  readonly salesCents: number
  /** The returns of today, the earliest first. */
  readonly dots: readonly TeamDot[]
}

export interface Sale {
  readonly isSold: boolean
  readonly cents: number
}

/** What is known of one member. */
export interface MemberDay {
  readonly member: TeamMember
  /** Unfinished. */
  readonly own: readonly TeamLead[]
  /** Those that the member's own day asks for, with those of whom the member acts for: docs/rules.md#absences */
  readonly asked: readonly DayLead[]
  /** That the rules let the member capture now. */
  readonly free: readonly DayLead[]
  /** Leads of the member that ended today. */
  readonly ended: readonly Sale[]
  readonly nowMs: number
  readonly settings: Settings
}

/** Returns the queue that the member sees on its own device. */
export const memberQueue = ({ asked, free, nowMs, settings }: MemberDay): DayQueue =>
  queueOf({ own: asked, free, nowMs, settings })

export function teamDay(known: MemberDay, queue: DayQueue): TeamDay {
  const { member, own, ended, nowMs } = known
  const today = dayNumber(nowMs)
  const isToday = (ms: number | null) => ms !== null && dayNumber(ms) === today
  const asking = new Set(queue.items.map(({ uid }) => uid))
  const worked = own.filter(({ day, actedMs }) => isToday(actedMs) && !asking.has(day.uid))
  const sold = ended.filter(({ isSold }) => isSold)
  const late = queue.items.filter(({ kind, sinceMs }) => kind === 'late-return' && isToday(sinceMs))
  return {
    brokerId: member.id,
    late: queue.late,
    today: queue.later.length,
    free: queue.items.filter(({ kind }) => kind === 'capture').length,
    done: worked.length + ended.length,
    sales: sold.length,
    salesCents: sold.reduce((sum, { cents }) => sum + cents, 0),
    dots: [
      ...late.map(({ sinceMs }) => ({ atMs: sinceMs, isLate: true })),
      ...queue.later.map(({ atMs }) => ({ atMs, isLate: false })),
    ],
  }
}

/** The most late ones first, then by what is due today. `name` decides between equal ones. */
export const byLateness =
  (name: (brokerId: number) => string) =>
  (one: TeamDay, other: TeamDay): number =>
    other.late - one.late ||
    other.today - one.today ||
    name(one.brokerId).localeCompare(name(other.brokerId), 'pt-BR')
