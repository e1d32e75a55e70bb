/** What may still be changed of a lead that waits for its cancellation in Quiver: docs/rules.md#cancellation-in-quiver. */
import type { ClientFields } from '../client/changes.ts'
import type { LeadFields } from './changes.ts'
import type { FieldProblem } from './field-problem.ts'
import { staysInQuiver } from './form-rules.ts'
import type { Lead } from './lead.ts'

/** The insurance itself, which may have been chosen by mistake; who attends; and what one needs to reach the client. */
const OPEN_OF_LEAD = ['insurance_id', 'broker_id', 'additional_information'] as const
const OPEN_OF_CLIENT = ['cellphone', 'phone', 'mail'] as const

const OPEN_FIELDS: ReadonlySet<string> = new Set([
  ...OPEN_OF_LEAD,
  ...OPEN_OF_CLIENT.map((field) => `client.${field}`),
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
  if (!staysInQuiver(before, after)) return problems
  return [
    ...changed.filter((field) => !OPEN_FIELDS.has(field)).map((field) => ({ field, message: CLOSED })),
    ...problems.filter(({ field }) => OPEN_FIELDS.has(field)),
  ]
}

interface Typed {
  readonly lead: LeadFields
  readonly client: ClientFields
}

function taking<Row extends object>(from: Row, fields: readonly (keyof Row)[], rest: Row): Row {
  const row = { ...rest }
  for (const field of fields) row[field] = from[field]
  return row
}

/** What a form there may hold: the closed fields as they are saved, whatever was typed before they closed. */
export function closedAsSaved<Values extends Typed>(typed: Values, saved: Values): Values {
  if (!staysInQuiver(saved.lead, typed.lead)) return typed
  return {
    ...saved,
    lead: taking(typed.lead, OPEN_OF_LEAD, saved.lead),
    client: taking(typed.client, OPEN_OF_CLIENT, saved.client),
  }
}
