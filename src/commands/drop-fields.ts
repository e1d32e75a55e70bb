/**
 * Arguments without the fields that the user gives up in a conflict. Paths have the form of `flatRow`, relative to the
 * object: 'product_details.year', 'address.cep'.
 */
import { IDENTITY_FIELDS } from '../domain/client/fields.ts'

const IDENTITY: ReadonlySet<string> = new Set(IDENTITY_FIELDS)

/** Returns `changes` without the value at the path, or null when the path has no value. */
function without(changes: object, [key = '', ...rest]: readonly string[]): object | null {
  const values = new Map<string, unknown>(Object.entries(changes))
  const value = values.get(key)
  if (value === undefined) return null
  values.delete(key)
  if (rest.length > 0) {
    const left = typeof value === 'object' && value !== null ? without(value, rest) : null
    if (left === null) return null
    if (Object.keys(left).length > 0) values.set(key, left)
  }
  return Object.fromEntries(values)
}

/**
 * Returns `changes` without the fields. Returns null when `changes` does not contain one of them: that field changes
 * only as a consequence of another, so no save leaves it out.
 */
export function withoutFields(changes: object, fields: readonly string[]): object | null {
  return fields.reduce<object | null>((left, field) => left && without(left, field.split('.')), changes)
}

/** Returns `row` with other values at paths that exist in it. */
export function withValues(row: object, values: Readonly<Record<string, unknown>>): object {
  const own = new Map<string, unknown>(Object.entries(row))
  for (const [field, value] of Object.entries(values)) {
    const [key = '', ...rest] = field.split('.')
    const part = own.get(key)
    if (rest.length === 0) own.set(key, value)
    else if (typeof part === 'object' && part !== null)
      own.set(key, withValues(part, { [rest.join('.')]: value }))
  }
  return Object.fromEntries(own)
}

/**
 * Returns the fields without those of the identity that the change does not write: they are in a conflict together with
 * one that it writes, docs/rules.md#identity-of-a-client.
 */
export const writtenOrIdentity = (changes: object, fields: readonly string[]): string[] =>
  fields.filter((field) => Object.hasOwn(changes, field) || !IDENTITY.has(field))

const CLIENT = 'client.'
const isOfClient = (field: string) => field.startsWith(CLIENT)

/** Returns the client's fields among these, without the prefix `client.`. */
export const clientFields = (fields: readonly string[]) =>
  fields.filter(isOfClient).map((field) => field.slice(CLIENT.length))

export const leadFields = (fields: readonly string[]) => fields.filter((field) => !isOfClient(field))
