/** The allowed actions of an edited lead, each under its rule: docs/rules.md#steps. Pure. */
import { type FormLayout, formLayout } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import {
  advanceProblem,
  attachProblem,
  callProblem,
  cancelProblem,
  deadlinesProblem,
  finishStepProblem,
  negotiateProblem,
  obligationProblem,
  pendingSellProblem,
  quoteStepProblem,
  recoverProblem,
  sendMessageProblem,
  suspendProblem,
  updateProblem,
} from '../../../domain/lead/lifecycle-problems.ts'
import { notesProblem } from '../../../domain/lead/notes.ts'
import { schedulerProblem } from '../../../domain/lead/scheduling.ts'
import { NEGOTIATION, nextStatus, statusLine } from '../../../domain/lead/status.ts'
import { mayRun } from '../../../domain/permissions/actions.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { messagePhones } from '../../../domain/whatsapp/sending.ts'

export type LeadAction =
  | 'save'
  | 'negotiate'
  | 'advance'
  | 'pendingSell'
  | 'quote'
  | 'call'
  | 'message'
  | 'schedule'
  | 'note'
  | 'finish'
  | 'attach'
  | 'download'
  | 'limits'
  | 'deadlines'
  | 'suspend'
  | 'recover'
  | 'cancel'
  | 'quiver'

type Asker = Pick<SessionUser, 'id' | 'roles' | 'covers'>
type Rule = (lead: Lead, user: Asker, statusFlow: readonly number[]) => boolean

/** When each action is offered. Labels and order of most buttons: action-table.tsx. */
const RULES: Readonly<Record<Exclude<LeadAction, 'quiver'>, Rule>> = {
  call: (lead, user) => callProblem(lead, user) === null,
  message: (lead, user) => sendMessageProblem(lead, user) === null && messagePhones(lead).length > 0,
  schedule: (lead, user) => schedulerProblem(lead, user) === null,
  note: (lead, user) => notesProblem(lead, user) === null,
  quote: (lead, user) => quoteStepProblem(lead, user) === null,
  negotiate: (lead, user) => lead.status !== NEGOTIATION && negotiateProblem(lead, user) === null,
  advance: (lead, user, flow) => advanceProblem(lead, user, flow) === null,
  pendingSell: (lead, user) => pendingSellProblem(lead, user) === null,
  attach: (lead, user) => attachProblem(lead, user) === null,
  download: (lead, user) => mayRun('lead.readFile', user) && lead.file_path !== null,
  limits: (lead, user) => obligationProblem('lead.beginObligation', lead, user) === null,
  deadlines: (lead, user) => deadlinesProblem(lead, user) === null,
  suspend: (lead, user) => suspendProblem(lead, user) === null,
  recover: (lead, user) => recoverProblem(lead, user) === null,
  cancel: (lead, user) => cancelProblem(lead, user) === null,
  finish: (lead, user) => finishStepProblem(lead, user) === null,
  save: (lead, user) => updateProblem(lead, user) === null,
}

/** `layout` belongs to the form's current values, which may not be saved yet. */
export function allowedActions(question: {
  readonly lead: Lead
  readonly user: Asker
  readonly statusFlow: readonly number[]
  readonly layout?: FormLayout
}): ReadonlySet<LeadAction> {
  const { lead, user, statusFlow, layout = formLayout(lead) } = question
  if (layout === 'quiver_cancellation')
    return new Set<LeadAction>([
      ...(cancelProblem(lead, user) === null ? ['quiver' as const] : []),
      ...(updateProblem(lead, user) === null ? ['save' as const] : []),
    ])
  const allowed = Object.entries(RULES).filter(([, rule]) => rule(lead, user, statusFlow))
  return new Set(allowed.map(([name]) => name as LeadAction))
}

/** Returns the label of the advancing button: the next status. */
export const advanceLabel = (lead: Pick<Lead, 'status'>, statusFlow: readonly number[]) =>
  statusLine(nextStatus(lead.status, statusFlow)).label

export const suspendLabel = (lead: Pick<Lead, 'suspended_lead'>) =>
  lead.suspended_lead ? 'Liberar lead' : 'Suspender lead'
