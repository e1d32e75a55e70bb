/** The save rules for the current values, plus what only the screen knows: a date that is incomplete. Pure. */

import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { type LeadFields, withDependencies } from '../../../domain/lead/changes.ts'
import { creationProblems, indicationProblems } from '../../../domain/lead/creation-scope.ts'
import { type FieldProblem, problemWhen } from '../../../domain/lead/field-problem.ts'
import { mayChooseInviter, formProblems as problemsOfRole } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isInAttendance } from '../../../domain/lead/lead-state.ts'
import { closedAsSaved, withinQuiver } from '../../../domain/lead/quiver-cancellation.ts'
import { type SaveMode, saveProblems } from '../../../domain/lead/save-rules.ts'
import { shapeProblems } from '../../../domain/lead/shape-problems.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { isUnfinishedDay } from '../../../domain/time/day-typing.ts'
import { differingFields, type LeadFormValues, leadFieldsOf, settled } from './lead-values.ts'

interface FormQuestion {
  readonly mode: SaveMode
  readonly values: LeadFormValues
  /** The values that the fields showed before typing. */
  readonly before: LeadFormValues
  readonly lead: Lead | null
  readonly fixedInviter: boolean
  readonly user: SessionUser
  readonly catalogues: Pick<Catalogues, 'users'>
  readonly nowMs: number
}

/** Returns at most one problem a field, in the order of the form. */
export function formProblems(question: FormQuestion): readonly FieldProblem[] {
  const { mode, lead, user, catalogues, nowMs } = question
  const values = fitting(question)
  const fields =
    lead === null ? values.lead : leadFieldsOf(withDependencies({ ...lead, ...values.lead }, user))
  const { inviter_id } = fields
  const unfinished = isUnfinishedDay(values.client.birth_date)
  const client = unfinished ? { ...values.client, birth_date: null } : values.client
  // An edit sends changed fields only, a creation all of them.
  const written = lead === null ? null : new Set(differingFields(question.before, values))
  const problems = [
    ...problemWhen(unfinished, 'client.birth_date', 'Data inválida'),
    ...saveProblems({
      mode,
      lead: fields,
      client,
      inviter: inviter_id === null ? null : (catalogues.users.get(inviter_id) ?? null),
      mayChooseInviter: !question.fixedInviter && mayChooseInviter(roleOf(user), lead?.state ?? null),
      inviterPhone: values.inviter_phone,
      needsBroker: lead !== null && isInAttendance(lead),
      nowMs,
    }),
    ...roleProblems(question, fields),
    ...shapeProblems(fields, client).filter(({ field }) => written?.has(field) ?? true),
  ]
  return firstOfEach(withinQuiver({ before: lead, after: fields, changed: [...(written ?? [])] }, problems))
}

/** A closed field stays as it is saved, with its surrounding spaces. */
function fitting({ lead, values, before }: FormQuestion): LeadFormValues {
  return lead === null ? settled(values) : closedAsSaved(settled(values), before)
}

/** Values that this user may not create or change, whatever filled the fields. The server would refuse them later. */
function roleProblems({ mode, lead, user }: FormQuestion, fields: LeadFields): readonly FieldProblem[] {
  if (lead !== null) return problemsOfRole(lead, { ...lead, ...fields }, user)
  return mode === 'referral' ? indicationProblems(fields, user) : creationProblems(fields, user)
}

function firstOfEach(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const seen = new Set<string>()
  return problems.filter(({ field }) => {
    if (seen.has(field)) return false
    seen.add(field)
    return true
  })
}
