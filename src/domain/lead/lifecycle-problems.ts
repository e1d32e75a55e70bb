/**
 * Why a user may not take a step: docs/rules.md#steps. Buttons and server ask these functions; null: it may. Each one
 * asks the table of permissions first (`mayRun`), and only then the lead.
 */
import { type Action, mayRun, NOT_ALLOWED } from '../permissions/actions.ts'
import { isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { actsOn, mayWork } from './access.ts'
import type { Lead } from './lead.ts'
import { isFinished, isInOrigin } from './lead-state.ts'
import { FINISHED, nextStatus, SOLD_PENDING } from './status.ts'

export type StepProblemCode =
  | 'role'
  | 'not_yours'
  | 'origin'
  | 'finished'
  | 'not_finished'
  | 'cancelled'
  | 'already_sold'
  | 'too_late_to_negotiate'
  | 'needs_observation'
  | 'needs_finish'
  | 'not_in_origin'

export interface StepProblem {
  readonly code: StepProblemCode
  readonly message: string
}

const PROBLEMS: Readonly<Record<StepProblemCode, string>> = {
  role: NOT_ALLOWED,
  not_yours: 'Só quem atende este lead pode fazer isso.',
  origin: 'Este lead ainda não foi capturado.',
  finished: 'Este lead já foi finalizado.',
  not_finished: 'Só um lead finalizado pode ser recuperado.',
  cancelled: 'Este lead já foi cancelado.',
  already_sold: 'Este lead já está como vendido com pendência.',
  too_late_to_negotiate: 'Este lead já foi vendido: não volta para negociação.',
  needs_observation: "O próximo passo é 'Vendido com Pendência', que pede uma observação.",
  needs_finish: "O próximo passo é 'Finalizar'.",
  not_in_origin: 'Só um lead em Origem pode ser suspenso.',
}
const NOT_YOUR_SERVICE_STATUS = 'Só quem atende este lead pode mudar a situação.'
const problem = (code: StepProblemCode): StepProblem => ({ code, message: PROBLEMS[code] })

type Worker = Pick<SessionUser, 'id' | 'roles' | 'covers'>

/** Common to the steps of attendance: the lead is captured, has not ended, and the user works it. */
function attendanceProblem(command: Action, lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun(command, user)) return problem('role')
  if (isFinished(lead)) return problem(lead.cancelled ? 'cancelled' : 'finished')
  if (isInOrigin(lead)) return problem('origin')
  return mayWork(lead, user) ? null : problem('not_yours')
}

/** 'Salvar'. Only management changes a lead in Origem. A finished lead is recovered first. */
export function updateProblem(lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun('lead.update', user)) return problem('role')
  if (isInOrigin(lead) && isManagement(roleOf(user))) return null
  return attendanceProblem('lead.update', lead, user)
}

/** 'Trazer de volta': docs/rules.md#as-it-was */
export const bringBackProblem = (lead: Lead, user: Worker): StepProblem | null =>
  mayRun('lead.bringBack', user) ? updateProblem(lead, user) : problem('role')

export function negotiateProblem(lead: Lead, user: Worker): StepProblem | null {
  const common = attendanceProblem('lead.negotiate', lead, user)
  if (common !== null) return common
  return lead.status >= SOLD_PENDING ? problem('too_late_to_negotiate') : null
}

export function pendingSellProblem(lead: Lead, user: Worker): StepProblem | null {
  const common = attendanceProblem('lead.pendingSell', lead, user)
  if (common !== null) return common
  return lead.pending_sell && lead.status === SOLD_PENDING ? problem('already_sold') : null
}

/** The step to the next status. A pending sale needs its observation, the end its checks. */
export function advanceProblem(lead: Lead, user: Worker, statusFlow: readonly number[]): StepProblem | null {
  const common = attendanceProblem('lead.advance', lead, user)
  if (common !== null) return common
  const next = nextStatus(lead.status, statusFlow)
  if (next === FINISHED || next === lead.status) return problem('needs_finish')
  return next === SOLD_PENDING ? problem('needs_observation') : null
}

/** 'Recuperar Lead': finished leads only. */
export function recoverProblem(lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun('lead.recover', user)) return problem('role')
  return isFinished(lead) ? null : problem('not_finished')
}

/** 'Cancelar lead': management any lead that has not ended, a broker the leads that it works. */
export function cancelProblem(lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun('lead.cancel', user)) return problem('role')
  if (isFinished(lead)) return problem(lead.cancelled ? 'cancelled' : 'finished')
  if (isManagement(roleOf(user))) return null
  return mayWork(lead, user) ? null : problem('not_yours')
}

/** 'Alterar Prazos', whatever the lead's state. */
export const deadlinesProblem = (_lead: Lead, user: Worker): StepProblem | null =>
  mayRun('lead.setDeadlines', user) ? null : problem('role')

/** docs/rules.md#suspension. A suspension is lifted in any state. */
export function suspendProblem(lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun('lead.setSuspended', user)) return problem('role')
  return isInOrigin(lead) || lead.suspended_lead ? null : problem('not_in_origin')
}

/** What is possible after the end as well. */
function recordProblem(command: Action, lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun(command, user)) return problem('role')
  if (isManagement(roleOf(user)) || mayWork(lead, user)) return null
  return problem(isInOrigin(lead) ? 'origin' : 'not_yours')
}

/** Limits of the law run after the end as well: docs/rules.md#obligations */
export const obligationProblem = (
  command: 'lead.beginObligation' | 'lead.fulfilObligation' | 'lead.dismissObligation',
  lead: Lead,
  user: Worker,
): StepProblem | null => (lead.cancelled ? problem('cancelled') : recordProblem(command, lead, user))

/** A PDF may be attached after the end as well. */
export const attachProblem = (lead: Lead, user: Worker): StepProblem | null =>
  recordProblem('lead.attachFile', lead, user)

/** Opening a quote link, or marking the lead as quoted. */
export const quoteStepProblem = (lead: Lead, user: Worker): StepProblem | null =>
  attendanceProblem('lead.markQuoted', lead, user)

/** 'Ligar para': the lead is in attendance, and the user works it. */
export const callProblem = (lead: Lead, user: Worker): StepProblem | null =>
  attendanceProblem('lead.recordCall', lead, user)

/** An outcome of 'Meu dia' gives the contact: docs/rules.md#outcomes */
export const noteContactProblem = (lead: Lead, user: Worker): StepProblem | null =>
  attendanceProblem('lead.noteContact', lead, user)

/** A message that Meta's service sends. */
export const sendMessageProblem = (lead: Lead, user: Worker): StepProblem | null =>
  attendanceProblem('lead.sendMessage', lead, user)

/**
 * What becomes of one that was suggested. A renewal that waits for its capture has a broker, who may answer it, and one that did
 * not go is told after the end as well: docs/rules.md#suggested-messages
 */
export const decideMessageProblem = (lead: Lead, user: Worker): StepProblem | null =>
  mayRun('lead.decideMessage', user) && isInOrigin(lead) && actsOn(lead, user)
    ? null
    : recordProblem('lead.decideMessage', lead, user)

/** Taking an outcome back. */
export const putBackProblem = (lead: Lead, user: Worker): StepProblem | null =>
  attendanceProblem('lead.putBack', lead, user)

/** Recording a call's result is possible after the end as well: docs/rules.md#calls. */
export const callResultProblem = (lead: Lead, user: Worker): StepProblem | null =>
  recordProblem('lead.callResult', lead, user)

/** Undoing a call is, too. */
export const undoCallProblem = (lead: Lead, user: Worker): StepProblem | null =>
  recordProblem('lead.undoCall', lead, user)

/** 'Finalizar': who may end the lead. What the lead needs for its end is in finish-checks.ts. */
export const finishStepProblem = (lead: Lead, user: Worker): StepProblem | null =>
  attendanceProblem('lead.finish', lead, user)

/** Who may set the service status of a lead, in attendance or after the end. */
export function serviceStatusProblem(lead: Lead, user: Worker): StepProblem | null {
  if (!mayRun('lead.setServiceStatus', user)) return problem('role')
  return mayWork(lead, user) ? null : { code: 'not_yours', message: NOT_YOUR_SERVICE_STATUS }
}
