/** The buttons of a card, each under its rule: docs/rules.md#card-buttons. */
import { mayRun } from '../permissions/actions.ts'
import { isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { mayWork } from './access.ts'
import { type CaptureDecision, type CaptureQuestion, captureDecision } from './capture.ts'
import type { Lead } from './lead.ts'
import { isFinished, isInOrigin } from './lead-state.ts'
import { recoverProblem, serviceStatusProblem } from './lifecycle-problems.ts'
import { isDimmed, schedulerProblem } from './scheduling.ts'

export interface CardActions {
  readonly capture: CaptureDecision
  /** 'Trabalhar lead'. */
  readonly work: boolean
  /** 'Recuperar Lead'. */
  readonly recover: boolean
  /** 'Ver Lead'. */
  readonly seeLead: boolean
  readonly schedule: boolean
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
  return {
    capture: isInOrigin(lead) ? captureDecision(lead, question) : { kind: 'hidden', reason: null },
    work: mayRun('lead.update', user) && mayWork(lead, user) && !finished,
    recover: recoverProblem(lead, user) === null,
    seeLead: finished && (isManagement(roleOf(user)) || lead.broker_id === user.id),
    schedule: schedulerProblem(lead, user) === null,
    serviceStatus: serviceStatusProblem(lead, user) === null,
    dimmed: isDimmed(lead, question.nowMs),
  }
}
