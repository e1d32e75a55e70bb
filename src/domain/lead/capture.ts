/** The capture of a lead: who may capture, and what it changes. docs/rules.md#capture */

import { mayRun } from '../permissions/actions.ts'
import { isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import { businessCalendar } from '../sla/business-calendar.ts'
import { onTimeFlag } from '../sla/on-time.ts'
import { HOUR_MS } from '../time/durations.ts'
import { actsOn } from './access.ts'
import { isExemptFromOldest, isRenewal } from './channel-rules.ts'
import type { Lead, LeadScheduling } from './lead.ts'
import { isFinished, isInOrigin } from './lead-state.ts'
import { CAPTURE_NOTE, personalScheduling } from './scheduling.ts'
import { nextStatus } from './status.ts'

export interface CaptureContext {
  readonly occurredAt: string
  readonly user: Pick<SessionUser, 'id'>
  readonly settings: Settings
  readonly statusFlow: readonly number[]
}

/**
 * A renewal lead is on time within the limit by the clock, from its scheduling date. Other leads are judged by
 * working hours against their own limit: docs/rules.md#on-time-flags.
 */
export function captureOnTime(
  lead: Lead,
  { occurredAt, settings }: Pick<CaptureContext, 'occurredAt' | 'settings'>,
): 0 | 1 {
  if (isRenewal(lead.channel_id)) {
    const from = Date.parse(personalScheduling(lead)?.scheduling_date ?? lead.create_lead_date)
    return Date.parse(occurredAt) - from <= settings.time_to_capture_on_time_renovation * HOUR_MS ? 1 : 0
  }
  const calendar = businessCalendar(settings.business_hours)
  return onTimeFlag(lead.create_lead_date, occurredAt, settings.time_to_capture_on_time, calendar)
}

/** Returns the closed scheduling that a capture leaves behind: docs/rules.md#schedulings. */
export const captureRecord = (occurredAt: string): LeadScheduling => ({
  scheduling_date: occurredAt,
  description: CAPTURE_NOTE,
  status: 1,
})

/** Returns the fields that a capture sets. A scheduling that a person made stays, open or closed. */
export function captureChanges(lead: Lead, context: CaptureContext): Partial<Lead> {
  return {
    broker_id: context.user.id,
    state: 2,
    status: nextStatus(1, context.statusFlow),
    capture_date: context.occurredAt,
    capture_on_time: captureOnTime(lead, context),
    lead_scheduling: personalScheduling(lead) ?? captureRecord(context.occurredAt),
  }
}

export type CaptureProblemCode =
  | 'already_yours'
  | 'taken'
  | 'finished'
  | 'suspended'
  | 'future'
  | 'not_oldest'
  | 'role'

export interface CaptureProblem {
  readonly code: CaptureProblemCode
  readonly message: string
}

const PROBLEMS: Readonly<Record<CaptureProblemCode, string>> = {
  already_yours: 'Este lead já é seu.',
  taken: 'Este lead já foi capturado por outra pessoa.',
  finished: 'Este lead já foi finalizado.',
  suspended: 'Este lead está suspenso. Peça a um administrador ou gerente que o libere.',
  future: 'Este lead só poderá ser capturado a partir da data de criação.',
  not_oldest: 'Capture primeiro o lead pendente mais antigo deste canal.',
  role: 'Seu perfil não pode capturar leads.',
}

const MEANT_FOR_ANOTHER = 'Separado para outra pessoa.'

export interface CaptureQuestion {
  readonly user: Pick<SessionUser, 'id' | 'roles' | 'covers'>
  readonly nowMs: number
  /** Uid of the oldest pending lead of the channel (docs/rules.md#oldest-pending-lead). Null when there is none. */
  readonly oldestPendingUid: string | null
}

/** Returns why this user may not capture the lead now, or null. The server and the card both decide by it. */
export function captureProblem(lead: Lead, question: CaptureQuestion): CaptureProblem | null {
  const problem = (code: CaptureProblemCode): CaptureProblem => ({ code, message: PROBLEMS[code] })
  if (!mayRun('lead.capture', question.user)) return problem('role')
  const role = roleOf(question.user)
  if (isFinished(lead)) return problem('finished')
  if (!isInOrigin(lead)) return problem(lead.broker_id === question.user.id ? 'already_yours' : 'taken')
  if (lead.suspended_lead) return problem('suspended')
  if (!isManagement(role) && lead.broker_id !== null && !actsOn(lead, question.user)) return problem('taken')
  if (Date.parse(lead.create_lead_date) > question.nowMs) return problem('future')
  // A lead that is meant for this broker need not be the oldest of its channel.
  const isMeant = actsOn(lead, question.user)
  const mayAny = isManagement(role) || isMeant || isExemptFromOldest(lead.channel_id)
  return mayAny || question.oldestPendingUid === lead.uid ? null : problem('not_oldest')
}

export type CaptureDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'disabled'; readonly reason: string }
  | { readonly kind: 'suspended' }
  /** `reason`: why this lead waits, in the button's place; null where nobody would look for a capture. */
  | { readonly kind: 'hidden'; readonly reason: string | null; readonly isNotOldest?: true }

/** Returns what the card shows: the button, a disabled button (future creation), 'Lead suspenso', or the reason. */
export function captureDecision(lead: Lead, question: CaptureQuestion): CaptureDecision {
  const problem = captureProblem(lead, question)
  if (problem === null) return { kind: 'allowed' }
  if (problem.code === 'suspended') return { kind: 'suspended' }
  if (problem.code === 'future') return { kind: 'disabled', reason: problem.message }
  // No one has captured it yet: it is meant for somebody.
  const isMeant = problem.code === 'taken' && isInOrigin(lead)
  const reason = isMeant ? MEANT_FOR_ANOTHER : problem.message
  if (problem.code === 'not_oldest') return { kind: 'hidden', reason, isNotOldest: true }
  return { kind: 'hidden', reason: problem.code === 'role' ? null : reason }
}
