/**
 * The fields that name a person are merged together or not at all: docs/rules.md#identity-of-a-client. Plain JSON values
 * by the names of `flatRow`.
 */
import { type FieldConflict, sameValue } from '../lead/conflicts.ts'
import { IDENTITY_FIELDS } from './fields.ts'
import { identityChange, type Person } from './identity.ts'

type Flat = Readonly<Record<string, unknown>>

const FIELDS = IDENTITY_FIELDS.map((field) => `client.${field}`)

export const isIdentityField = (field: string): boolean => FIELDS.includes(field)

/** The fields that a person chooses by one choice: where name and document changed together, they are those of one person. */
export const fieldsOfOnePerson = (fields: readonly string[]): string[] =>
  fields.includes('client.name') && fields.includes('client.cpf') ? fields.filter(isIdentityField) : []

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const personOf = (row: Flat): Person => ({
  name: textOf(row['client.name']),
  cpf: textOf(row['client.cpf']),
})

/**
 * Returns the fields that name the person, where the command writes one of them and its sender saw another person. A field
 * that the command leaves alone is there with the value that the sender saw.
 */
export function identityConflicts(base: Flat, current: Flat, wanted: Flat): FieldConflict[] {
  const isWritten = FIELDS.some((field) => !sameValue(current[field], wanted[field]))
  const isOther = identityChange(personOf({ ...current, ...base }), personOf(current)) !== 'none'
  if (!isWritten || !isOther) return []
  return FIELDS.filter((field) => field in base && !sameValue(base[field], current[field])).map((field) => ({
    field,
    yours: sameValue(current[field], wanted[field]) ? base[field] : wanted[field],
    current: current[field],
  }))
}
