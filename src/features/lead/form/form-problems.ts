/** The save rules over what stands in the fields, with what only the screen knows: a date that is still being typed. Pure. */
import type { Catalogues } from '../../../db/catalogues.ts'
import { withDependencies } from '../../../domain/lead/changes.ts'
import { type FieldProblem, problemWhen } from '../../../domain/lead/field-problem.ts'
import { mayChooseInviter } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { type SaveMode, saveProblems } from '../../../domain/lead/save-rules.ts'
import { roleOf, type SessionUser } from '../../../domain/session/session-user.ts'
import { type LeadFormValues, leadFieldsOf, settled } from './lead-values.ts'
import { isUnfinishedDate } from './typed-values.ts'

interface FormQuestion {
  readonly mode: SaveMode
  readonly values: LeadFormValues
  readonly lead: Lead | null
  readonly fixedInviter: boolean
  readonly user: SessionUser
  readonly catalogues: Pick<Catalogues, 'users'>
  readonly nowMs: number
}

/** One a field, in the order of the form. */
export function formProblems(question: FormQuestion): readonly FieldProblem[] {
  const { mode, lead, user, catalogues, nowMs } = question
  const values = settled(question.values)
  const fields =
    lead === null ? values.lead : leadFieldsOf(withDependencies({ ...lead, ...values.lead }, user))
  const { inviter_id } = fields
  const unfinished = isUnfinishedDate(values.client.birth_date)
  const problems = [
    ...problemWhen(unfinished, 'client.birth_date', 'Data inválida'),
    ...saveProblems({
      mode,
      lead: fields,
      client: unfinished ? { ...values.client, birth_date: null } : values.client,
      inviter: inviter_id === null ? null : (catalogues.users.get(inviter_id) ?? null),
      mayChooseInviter: !question.fixedInviter && mayChooseInviter(roleOf(user), lead?.state ?? null),
      inviterPhone: values.inviter_phone,
      needsBroker: lead?.state === 2,
      nowMs,
    }),
  ]
  return firstOfEach(problems)
}

function firstOfEach(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const seen = new Set<string>()
  return problems.filter(({ field }) => {
    if (seen.has(field)) return false
    seen.add(field)
    return true
  })
}
