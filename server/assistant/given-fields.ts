/**
 * The fields of a lead that tools give to the assistant's service, in lead and history alike. A field is not
 * given unless `server/records/lead-fields.ts` says so: docs/rules.md#assistant
 */
import { fieldLabel, fieldValue, type Names } from '../../src/domain/lead/field-words.ts'
import { GIVEN_USERS, GIVEN_VALUES } from '../records/lead-fields.ts'
import type { Placeholders } from './placeholders.ts'

/** The fields of the lead, and what its history says besides. */
const GIVEN: readonly string[] = [...GIVEN_VALUES, 'call_result', 'indicated_by_link']

/** Users of Farol: their names leave as placeholders. */
const OF_USERS: readonly string[] = GIVEN_USERS

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || value === false

/** Returns the given fields of a lead that have a value, by label, in words. */
export function givenFields(lead: object, names: Names): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(lead))
  return Object.fromEntries(
    GIVEN.flatMap((field) => {
      const value = values.get(field)
      return isEmpty(value) ? [] : [[fieldLabel(field), fieldValue(field, value, names)]]
    }),
  )
}

interface Change {
  readonly before: unknown
  readonly after: unknown
}

/** Returns what changed in the given fields, each as 'before → after' by its label. */
export function givenChanges(
  changes: Readonly<Record<string, Change>>,
  names: Names,
  placeholders: Placeholders,
): Record<string, string>[] {
  return Object.entries(changes).flatMap(([field, { before, after }]) => {
    const isOfUser = OF_USERS.includes(field)
    if (!isOfUser && !GIVEN.includes(field)) return []
    const words = (value: unknown) => {
      const text = fieldValue(field, value, names)
      return isOfUser && !isEmpty(value) ? placeholders.name(text) : text
    }
    return [{ [fieldLabel(field)]: `${words(before)} → ${words(after)}` }]
  })
}
