/**
 * Fields that two people changed at once: docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost. Compares
 * plain JSON values.
 */
import type { Client } from '../client/client.ts'
import type { Lead } from './lead.ts'

/** The last change of a field, as far as the user may know it. */
export interface LastChange {
  /** When its user did it, ISO 8601. */
  readonly at: string
  /** The user that is asked to decide did it, too. */
  readonly own: boolean
  /** On the device that now asks. */
  readonly same_device: boolean
  /** null: no user made it, or the user may not read the history. */
  readonly name: string | null
}

export interface FieldConflict {
  readonly field: string
  readonly yours: unknown
  readonly current: unknown
  /** Absent if the history does not show it. */
  readonly last?: LastChange | undefined
}

/** Two instants are equal when they name the same moment, in whatever notation. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Deep equality of JSON values. The order of keys does not count. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a === 'string' && typeof b === 'string')
    return instant.test(a) && instant.test(b) && Date.parse(a) === Date.parse(b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = new Map(Object.entries(a))
  const right = new Map(Object.entries(b))
  if (left.size !== right.size) return false
  for (const [key, value] of left) if (!right.has(key) || !sameValue(value, right.get(key))) return false
  return true
}

/** Objects whose parts are compared one by one. Any other object (`lead_scheduling`) is one value. */
const TAKEN_APART: ReadonlySet<string> = new Set([
  'product_details',
  'insurance_details',
  'insurance_details.address',
  'insurance_details.storage_address',
  'client',
  'client.address',
])

/** Not compared: copies of the client's fields, fields that no command writes, and the device's flag of a row. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  'uid',
  'id',
  'version',
  'client_uid',
  'client_name',
  'client_cpf',
  'client_cellphone',
  'client_phone',
  'client.uid',
  'client.id',
  'client.version',
  'generation',
  'client.generation',
])

/** A list of which each command names one entry: what others did with the rest stays, and its handler judges the entry. */
export const isMerged = (field: string): boolean => field === 'obligations'

function flatEntries(row: object, prefix: string): [string, unknown][] {
  return Object.entries(row).flatMap(([key, value]): [string, unknown][] => {
    const field = `${prefix}${key}`
    if (NOT_COMPARED.has(field)) return []
    if (TAKEN_APART.has(field) && typeof value === 'object' && value !== null)
      return flatEntries(value, `${field}.`)
    return [[field, value]]
  })
}

/**
 * Returns a lead and its client as one flat row. Its keys are the keys of a command's `base` and of its conflicts:
 * 'status', 'product_details.year', 'client.mail', 'client.address.cep'. A null row is unknown here and has no fields.
 */
export function flatRow(lead: Lead | null, client: Client | null): Record<string, unknown> {
  return Object.fromEntries(flatEntries({ ...lead, ...(client === null ? {} : { client }) }, ''))
}

/** Whether a key of `flatRow` names a field of the client. */
export const isClientField = (field: string): boolean => field.startsWith('client.')

/** Returns the fields of `base` whose current value differs both from `base` and from the wanted value. */
export function conflictingFields(
  base: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): FieldConflict[] {
  return Object.keys(base)
    .filter((field) => !sameValue(current[field], base[field]) && !sameValue(current[field], wanted[field]))
    .map((field) => ({ field, yours: wanted[field], current: current[field] }))
}

/** Returns the fields of `after` that differ from `before`, with their values before: a command's `base`. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = Object.keys(after).filter((field) => !sameValue(before[field], after[field]))
  return Object.fromEntries(changed.map((field) => [field, before[field]]))
}
