/** The buttons of a card, each under its rule: docs/rules.md#card-buttons. */
import { mayRun } from '../permissions/actions.ts'
import { isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { actsOn, mayWork } from './access.ts'
import { type CaptureDecision, type CaptureQuestion, captureDecision } from './capture.ts'
import type { Lead } from './lead.ts'
import { isFinished, isInOrigin } from './lead-state.ts'
import { recoverProblem, serviceStatusProblem } from './lifecycle-problems.ts'
import { notesProblem } from './notes.ts'
import { isDimmed, schedulerProblem } from './scheduling.ts'

/** Why a card has no main button. */
export type NoAction =
  /** The oldest pending lead of the channel comes first. */
  | { readonly kind: 'before' }
  /** Nobody has captured it, but it is this user's to capture. */
  | { readonly kind: 'meant'; readonly brokerId: number }
  | { readonly kind: 'captured'; readonly brokerId: number | null }
  | { readonly kind: 'told'; readonly reason: string }

export interface CardActions {
  readonly capture: CaptureDecision
  /** 'Trabalhar lead'. */
  readonly work: boolean
  /** 'Recuperar Lead'. */
  readonly recover: boolean
  /** 'Ver Lead'. */
  readonly seeLead: boolean
  readonly schedule: boolean
  /** '+ Nota'. */
  readonly note: boolean
  /** null: it has a main button, or nothing is to be said. */
  readonly why: NoAction | null
  readonly serviceStatus: boolean
  readonly dimmed: boolean
}

/** Returns which buttons the card has. The eye icon is not among them, because every user has it. */
export function cardActions(
  lead: Lead,
  question: CaptureQuestion & { readonly user: SessionUser },
): CardActions {
  const { user } = question
  const finished = isFinished(lead)
  const capture: CaptureDecision = isInOrigin(lead)
    ? captureDecision(lead, question)
    : { kind: 'hidden', reason: null }
  const work = mayRun('lead.update', user) && mayWork(lead, user) && !finished
  return {
    capture,
    work,
    recover: recoverProblem(lead, user) === null,
    seeLead: finished && (isManagement(roleOf(user)) || actsOn(lead, user)),
    note: notesProblem(lead, user) === null,
    why: finished || work ? null : whyNone(lead, capture, user.id),
    schedule: schedulerProblem(lead, user) === null,
    serviceStatus: serviceStatusProblem(lead, user) === null,
    dimmed: isDimmed(lead, question.nowMs),
  }
}

function whyNone(lead: Lead, capture: CaptureDecision, userId: number): NoAction | null {
  if (capture.kind !== 'hidden') return null
  if (!isInOrigin(lead)) return { kind: 'captured', brokerId: lead.broker_id }
  if (capture.isNotOldest) return { kind: 'before' }
  if (lead.broker_id !== null && lead.broker_id !== userId) return { kind: 'meant', brokerId: lead.broker_id }
  return capture.reason === null ? null : { kind: 'told', reason: capture.reason }
}
