/**
 * A lead as it was: its row without what later entries of its history wrote. docs/rules.md#as-it-was. Rows and fields are
 * those of `flatRow`. Pure.
 */
import { ADDRESS_NAMES, PERSON_NAMES } from '../client/fields.ts'
import { keysOf } from '../record/parts.ts'
import { FORM_FIELDS } from './changes.ts'
import { isClientField, sameValue } from './conflicts.ts'
import { LEAD_FIELDS } from './fields.ts'

type Flat = Readonly<Record<string, unknown>>

/** What an entry of the history, or a command that waits, wrote. */
export type Written = Readonly<Record<string, { readonly before: unknown }>>

export interface AsItWas {
  readonly row: Flat
  /** A later entry gave the lead another client: what this device knows of the client then is another person's. */
  readonly isOfAnotherClient: boolean
}

/** The entry by which a lead got another client has the clients' numbers: docs/rules.md#identity-of-a-client */
const ANOTHER_CLIENT = 'client_number'

/** Returns the row before `later`, which are all entries after that moment, the latest first. */
export function asItWas(now: Flat, later: readonly Written[]): AsItWas {
  const row = new Map(Object.entries(now))
  for (const written of later)
    for (const [field, { before }] of Object.entries(written)) if (row.has(field)) row.set(field, before)
  return {
    row: Object.fromEntries(row),
    isOfAnotherClient: later.some((written) => Object.hasOwn(written, ANOTHER_CLIENT)),
  }
}

export interface Difference {
  readonly field: string
  readonly was: unknown
  readonly now: unknown
}

/** Returns the fields that had another value, in the order of the row. */
export const differences = (now: Flat, { row, isOfAnotherClient }: AsItWas): readonly Difference[] =>
  Object.entries(row).flatMap(([field, was]) =>
    sameValue(was, now[field]) || (isOfAnotherClient && isClientField(field))
      ? []
      : [{ field, was, now: now[field] }],
  )

/** What a save of the form writes, by the names of a flat row. */
const SAVED: ReadonlySet<string> = new Set([
  ...FORM_FIELDS.filter((field) => field !== 'product_details'),
  ...keysOf(LEAD_FIELDS.product_details.fresh).map((part) => `product_details.${part}`),
  // Who wants no messages is not asked to say it again.
  ...PERSON_NAMES.filter((name) => name !== 'no_messages_since').map((name) => `client.${name}`),
  ...ADDRESS_NAMES.map((name) => `client.address.${name}`),
])

/** Whether 'Trazer de volta' can write the field. Others, such as status and deadlines, follow from steps of the lead. */
export const isBroughtBack = (field: string): boolean => SAVED.has(field)

/** Returns flat values as nested objects: { 'product_details.year': '2020' } becomes { product_details: { year: '2020' } }. */
export function nested(values: Flat): Record<string, unknown> {
  const whole = new Map<string, unknown>()
  const parts = new Map<string, Record<string, unknown>>()
  for (const [field, value] of Object.entries(values)) {
    const [key = '', ...rest] = field.split('.')
    if (rest.length === 0) whole.set(key, value)
    else parts.set(key, { ...parts.get(key), [rest.join('.')]: value })
  }
  for (const [key, inner] of parts) whole.set(key, nested(inner))
  return Object.fromEntries(whole)
}
