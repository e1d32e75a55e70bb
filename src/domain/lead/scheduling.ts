/** Schedulings: docs/rules.md#schedulings. */
import { absentOn, absentUntil } from '../absence/absence.ts'
import { mayRun, NOT_ALLOWED } from '../permissions/actions.ts'
import type { SessionUser } from '../session/session-user.ts'
import { addDays, endOfDayMs, saoPauloDay } from '../time/sao-paulo.ts'
import { mayWork } from './access.ts'
import type { Lead, LeadScheduling } from './lead.ts'
import { isClosedScheduling, isFinished, isInOrigin, isOpenScheduling } from './lead-state.ts'

export const SCHEDULED_MESSAGE = 'Lead agendada com sucesso!'
export const CLOSED_MESSAGE = 'Agendamento encerrado com sucesso!'

/** Description of the closed record that a capture leaves. It is no appointment. */
export const CAPTURE_NOTE = '.'

/**
 * Returns the scheduling that a person made, or null: docs/rules.md#schedulings. A capture's own record is none. Every
 * rule that counts from a scheduling uses this function.
 */
export function personalScheduling({
  lead_scheduling: last,
}: Pick<Lead, 'lead_scheduling'>): LeadScheduling | null {
  return last === null || (isClosedScheduling(last) && last.description === CAPTURE_NOTE) ? null : last
}

export type SchedulingState = 'none' | 'pending' | 'late' | 'closed'

export function schedulingState(scheduling: LeadScheduling | null, nowMs: number): SchedulingState {
  if (scheduling === null) return 'none'
  if (isClosedScheduling(scheduling)) return 'closed'
  return Date.parse(scheduling.scheduling_date) < nowMs ? 'late' : 'pending'
}

/**
 * Returns the end (epoch ms) of the next seven days, which is the end of the seventh day after today:
 * docs/rules.md#tabs.
 */
export function sevenDaysEndMs(nowMs: number): number {
  return endOfDayMs(addDays(saoPauloDay(nowMs), 7))
}

/** Whether the card is dimmed: a lead of state 1 with an open scheduling in the future. */
export function isDimmed(lead: Pick<Lead, 'state' | 'lead_scheduling'>, nowMs: number): boolean {
  return isInOrigin(lead) && schedulingState(lead.lead_scheduling, nowMs) === 'pending'
}

export type SchedulingProblemCode = 'role' | 'not_yours' | 'finished' | 'past' | 'none_open' | 'absent'

export interface SchedulingProblem {
  readonly code: SchedulingProblemCode
  readonly message: string
}

const PROBLEMS: Readonly<Record<Exclude<SchedulingProblemCode, 'absent'>, string>> = {
  role: NOT_ALLOWED,
  not_yours: 'Só quem atende este lead pode agendar.',
  finished: 'Este lead já foi finalizado.',
  past: 'Escolha uma data e hora no futuro.',
  none_open: 'Este lead não tem agendamento em aberto.',
}
const problem = (code: keyof typeof PROBLEMS): SchedulingProblem => ({ code, message: PROBLEMS[code] })

type Worker = Pick<SessionUser, 'id' | 'roles' | 'covers' | 'absences'>

/** Returns why the user may open no scheduling of the lead, at whatever time, or null. */
export function schedulerProblem(lead: Lead, user: Worker): SchedulingProblem | null {
  if (!mayRun('lead.schedule', user)) return problem('role')
  if (isFinished(lead)) return problem('finished')
  return mayWork(lead, user) ? null : problem('not_yours')
}

/** A return is nobody's on a day on which its broker is on leave without a substitute. docs/rules.md#absences */
function absenceOfBroker(
  lead: Pick<Lead, 'broker_id'>,
  { user, nowMs, schedulingDate }: { user: Worker; nowMs: number; schedulingDate: string },
): SchedulingProblem | null {
  if (lead.broker_id !== user.id) return null
  const absence = absentOn(user, saoPauloDay(Date.parse(schedulingDate)))
  if (absence === null || absence.substitute_id !== null) return null
  return {
    code: 'absent',
    message: `Neste dia você está ${absentUntil(absence, saoPauloDay(nowMs))}, sem substituto. Escolha outro dia, ou um substituto em Profile.`,
  }
}

/** Returns why the scheduling may not be opened, or null. `nowMs` is when the user asked for it, not its arrival. */
export function schedulingProblem(
  lead: Lead,
  question: { readonly user: Worker; readonly nowMs: number; readonly schedulingDate: string },
): SchedulingProblem | null {
  const ofUser = schedulerProblem(lead, question.user)
  if (ofUser !== null) return ofUser
  return Date.parse(question.schedulingDate) > question.nowMs
    ? absenceOfBroker(lead, question)
    : problem('past')
}

/** Returns why the scheduling may not be closed, or null. */
export function closeSchedulingProblem(lead: Lead, user: Worker): SchedulingProblem | null {
  if (!mayRun('lead.closeScheduling', user)) return problem('role')
  if (!mayWork(lead, user)) return problem('not_yours')
  return isOpenScheduling(lead.lead_scheduling) ? null : problem('none_open')
}
