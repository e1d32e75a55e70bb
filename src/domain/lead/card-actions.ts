/** The buttons of a card, each under its rule: docs/rules.md#card-buttons. */
import { isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { mayWork } from './access.ts'
import { type CaptureDecision, type CaptureQuestion, captureDecision } from './capture.ts'
import type { Lead } from './lead.ts'
import { isFinished, isInOrigin } from './lead-state.ts'
import { isDimmed } from './scheduling.ts'

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

/** Returns which buttons the card has. The eye icon is not among them: everybody has it. */
export function cardActions(
  lead: Lead,
  question: CaptureQuestion & { readonly user: SessionUser },
): CardActions {
  const role = roleOf(question.user)
  const finished = isFinished(lead)
  const work = mayWork(lead, question.user)
  return {
    capture: isInOrigin(lead) ? captureDecision(lead, question) : { kind: 'hidden' },
    work: work && !finished,
    recover: finished && isManagement(role),
    seeLead: finished && (isManagement(role) || lead.broker_id === question.user.id),
    schedule: work && !finished,
    serviceStatus: lead.state > 1 && work,
    dimmed: isDimmed(lead, question.nowMs),
  }
}
