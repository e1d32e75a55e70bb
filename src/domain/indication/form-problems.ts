/** The problems of a form as typed, and what both forms do with them. No schema is loaded here. */
import type { FieldProblem } from '../lead/field-problem.ts'
import { chosenTabs, clientOf, detailsOf, type TypedIndication } from './form.ts'
import { holderOfDocument, type IndicationTab } from './lines.ts'
import { detailProblems, externalClientProblems } from './problems.ts'

const PHONE_FIELDS: ReadonlySet<string> = new Set(['client.phone', 'client.cellphone'])

/** Every problem in the order of the form: 'client.name', 'vehicle.model', 'lines'. */
export function indicationProblems(
  typed: TypedIndication,
  tabs: readonly IndicationTab[],
  nowMs: number,
): readonly FieldProblem[] {
  const client = clientOf(typed)
  const chosen = chosenTabs(typed, tabs)
  const ofLines = chosen.flatMap((tab) =>
    detailProblems(tab.kind, detailsOf(typed, tab), { city: client.address.city, nowMs }).map(
      ({ field, message }) => ({
        field: field.startsWith('client.') ? field : `${tab.key}.${field}`,
        message,
      }),
    ),
  )
  const none = holderOfDocument(client.cpf) !== null && chosen.length === 0
  return [
    // The form has one field for either number.
    ...externalClientProblems(client, nowMs).map((problem) =>
      PHONE_FIELDS.has(problem.field) ? { ...problem, field: 'client.phone' } : problem,
    ),
    ...ofLines,
    ...(none ? [{ field: 'lines', message: 'Escolha ao menos um seguro' }] : []),
  ]
}

/** The first sentence of each field. */
export const firstByField = (problems: readonly FieldProblem[]): ReadonlyMap<string, string> =>
  new Map([...problems].reverse().map(({ field, message }) => [field, message]))

/** Returns the shown problems that are not corrected yet. New problems appear only at the next attempt to send. */
export const stillWrong = (shown: readonly FieldProblem[], now: readonly FieldProblem[]) =>
  shown.filter(({ field }) => now.some((problem) => problem.field === field))

/** The tab that has the field of a problem. */
export const tabOfField = (tabs: readonly IndicationTab[], field: string): IndicationTab | undefined =>
  tabs.find(({ key }) => field.startsWith(`${key}.`))
