/** The fields of a cancellation in Quiver that a save may change: docs/rules.md#cancellation-in-quiver. */
import type { ClientFields } from '../client/changes.ts'
import type { LeadFields } from './changes.ts'
import type { FieldProblem } from './field-problem.ts'
import { staysInQuiver } from './form-rules.ts'
import type { Lead } from './lead.ts'

/** The insurance may have been chosen by mistake. The others are the broker, the notes and the client's contact. */
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
  /** Null for a new lead. */
  readonly before: Insured | null
  readonly after: Insured
  /** Names of the changed fields, as problems have them. */
  readonly changed: readonly string[]
}

/**
 * Returns the problems of a save in which the lead is a cancellation in Quiver and stays one: closed fields that
 * changed, and of `problems` only those that the user can fix there. Any other save keeps its `problems`.
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

/** Returns the form's values with the closed fields as they are saved, whatever was typed before they closed. */
export function closedAsSaved<Values extends Typed>(typed: Values, saved: Values): Values {
  if (!staysInQuiver(saved.lead, typed.lead)) return typed
  return {
    ...saved,
    lead: taking(typed.lead, OPEN_OF_LEAD, saved.lead),
    client: taking(typed.client, OPEN_OF_CLIENT, saved.client),
  }
}
