/** What may still be changed of a lead that waits for its cancellation in Quiver: docs/rules.md#cancellation-in-quiver. */
import type { FieldProblem } from './field-problem.ts'
import { QUIVER_CANCELLATION } from './form-rules.ts'
import type { Lead } from './lead.ts'

/** The insurance itself, which may have been chosen by mistake; who attends; and what one needs to reach the client. */
const OPEN_FIELDS: ReadonlySet<string> = new Set([
  'insurance_id',
  'broker_id',
  'additional_information',
  'client.cellphone',
  'client.phone',
  'client.mail',
])

const CLOSED =
  'No Cancelamento no Quiver mudam só o seguro, o corretor, o contato do cliente e as informações adicionais'

type Insured = Pick<Lead, 'insurance_id'>

export interface QuiverSave {
  /** null: it begins. */
  readonly before: Insured | null
  readonly after: Insured
  /** Names of the fields that somebody changed, as problems name them. */
  readonly changed: readonly string[]
}

/**
 * The problems of a save where the lead is one and stays one: what it may not change, and of the rest only what can be put
 * right there. A save that chooses this insurance or leaves it is like any other.
 */
export function withinQuiver(
  { before, after, changed }: QuiverSave,
  problems: readonly FieldProblem[],
): readonly FieldProblem[] {
  if (before?.insurance_id !== QUIVER_CANCELLATION || after.insurance_id !== QUIVER_CANCELLATION)
    return problems
  return [
    ...changed.filter((field) => !OPEN_FIELDS.has(field)).map((field) => ({ field, message: CLOSED })),
    ...problems.filter(({ field }) => OPEN_FIELDS.has(field)),
  ]
}
