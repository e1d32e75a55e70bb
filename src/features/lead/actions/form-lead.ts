/** The lead with the form's values, and the input of the checks before its end. */
import { changeLead, type LeadChanges } from '../../../domain/lead/changes.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { endProblems, type FinishQuestion } from '../../../domain/lead/finish-checks.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { leadPermissions } from '../../../domain/lead/lead-permissions.ts'
import { DEFAULT_STATUS_FLOW } from '../../../domain/lead/status.ts'
import type { LeadFormApi } from '../form/form-api.ts'

type FormPart = Pick<LeadFormApi, 'catalogues' | 'user'>

export function statusFlowOf({ catalogues }: Pick<FormPart, 'catalogues'>, lead: Lead): readonly number[] {
  return catalogues.channels.get(lead.channel_id)?.attendance_flow.status_flow ?? DEFAULT_STATUS_FLOW
}

/** Returns the lead with the form's changes. `answers` of a dialog replace the fields' values. */
export function leadAsTyped(
  form: Pick<LeadFormApi, 'changes' | 'user'>,
  lead: Lead,
  answers: LeadChanges,
): Lead {
  return changeLead(lead, { ...form.changes().changes, ...answers }, form.user)
}

function permissionsOf({ catalogues, user }: FormPart, lead: Lead) {
  const partner = lead.partner_id === null ? null : (catalogues.partnerRows.get(lead.partner_id) ?? null)
  return leadPermissions(lead, user, partner)
}

/** Returns 1 for vehicles, 2 for other lines, or null: no quoting system, the quote is only marked. */
export const quoteTypeOf = (form: FormPart, lead: Lead) => permissionsOf(form, lead).can_quote.quote_type

export function finishQuestion(form: FormPart, lead: Lead, nowMs: number): FinishQuestion {
  const { catalogues } = form
  const inviter = lead.inviter_id === null ? undefined : catalogues.users.get(lead.inviter_id)
  return {
    lead,
    statusFlow: statusFlowOf(form, lead),
    inviterRole: inviter?.role_id ?? null,
    permissions: permissionsOf(form, lead),
    nowMs,
  }
}

/** Returns all that the end of the lead misses, as the fields are now. */
export function missingForEnd(form: LeadFormApi, lead: Lead, nowMs: number): readonly FieldProblem[] {
  const typed = leadAsTyped(form, lead, {})
  return endProblems(form.unfit(), finishQuestion(form, typed, nowMs))
}
