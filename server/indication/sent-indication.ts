/** Judges an external indication as it was sent, before it becomes a command: docs/rules.md#external-indication */
import type { ExternalAnswer, ExternalIndicationRequest } from '../../src/contract/external.ts'
import { givenDetails } from '../../src/contract/external-details.ts'
import { completedDetails } from '../../src/domain/indication/completed-details.ts'
import { DETAIL_FIELDS } from '../../src/domain/indication/detail-fields.ts'
import type { InsuranceDetails } from '../../src/domain/indication/details.ts'
import { kindOf } from '../../src/domain/indication/lines.ts'
import { indicationProblems } from '../../src/domain/indication/problems.ts'
import { INDICATION_FAILED } from '../../src/domain/indication/words.ts'
import { type FieldProblem, problemsByField } from '../../src/domain/lead/field-problem.ts'

type Judged =
  | { readonly kind: 'good'; readonly details: InsuranceDetails }
  | { readonly kind: 'refused'; readonly answer: ExternalAnswer }

const refused = (problems: readonly FieldProblem[]): Judged => ({
  kind: 'refused',
  answer: {
    status: 'fail',
    message: problems[0]?.message ?? INDICATION_FAILED,
    errors: problemsByField(problems),
  },
})

/** Returns all problems in the order of the form, or the details with what may stay empty. */
export function judgeIndication(
  { client, insurance, details }: Pick<ExternalIndicationRequest, 'client' | 'insurance' | 'details'>,
  nowMs: number,
): Judged {
  const kind = kindOf(insurance)
  if (kind === null) return refused(indicationProblems({ client, insuranceId: insurance, details }, nowMs))
  const given = givenDetails(kind, details)
  const unfit = given.problems.map(({ field }) => field)
  const isOfRule = ({ field }: FieldProblem) =>
    !unfit.some((name) => name === field || name.startsWith(`${field}.`))
  const rules = indicationProblems({ client, insuranceId: insurance, details: given.values }, nowMs)
  const problems = [...rules.filter(isOfRule), ...given.problems]
  if (problems.length === 0) return { kind: 'good', details: completedDetails(kind, given.values) }
  const order = DETAIL_FIELDS[kind].map(({ name }) => name)
  const placeOf = ({ field }: FieldProblem) => {
    const [part, name = ''] = field.split('.')
    if (part !== 'details') return -1
    const place = order.indexOf(name)
    return place === -1 ? order.length : place
  }
  return refused(problems.toSorted((a, b) => placeOf(a) - placeOf(b)))
}
