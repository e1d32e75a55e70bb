/** The fields of a client that a merge chooses one by one: docs/rules.md#merging-clients. An address is one choice. */
import type { Client } from './client.ts'
import { ADDRESS_NAMES, type PersonField, personFieldsFrom } from './fields.ts'

export type MergeField = Exclude<PersonField, 'no_messages_since'> | 'address'
/** Nobody chooses whether the flag against messages stays: that of either client does. docs/rules.md#opt-out */
const isChosen = (field: PersonField): field is Exclude<PersonField, 'no_messages_since'> =>
  field !== 'no_messages_since'
export const MERGE_FIELDS: readonly MergeField[] = [
  ...personFieldsFrom('name', 'cpf', 'cellphone', 'phone', 'mail', 'birth_date').filter(isChosen),
  'address',
]

/** A merge can be undone for so many days. */
export const UNDO_DAYS = 7

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const homeOf = ({ address }: Client) => ADDRESS_NAMES.map((name) => address[name])

const valueOf = (client: Client, field: MergeField): unknown =>
  field === 'address' ? homeOf(client) : client[field]

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.every((part) => part === ''))

/** Whether both clients have the same value. */
export const agree = (one: Client, other: Client, field: MergeField): boolean =>
  same(valueOf(one, field), valueOf(other, field))

/** The fields in which the clients differ, in the order of the screen. */
export const differingFields = (one: Client, other: Client): MergeField[] =>
  MERGE_FIELDS.filter((field) => !agree(one, other, field))

/** The fields that are chosen at first: those that the survivor leaves blank and the alias has. */
export const fieldsToFill = (survivor: Client, alias: Client): MergeField[] =>
  MERGE_FIELDS.filter((field) => isBlank(valueOf(survivor, field)) && !isBlank(valueOf(alias, field)))

/** Returns `client` with the values of `other` in these fields. */
export function withFieldsOf(client: Client, other: Client, fields: readonly MergeField[]): Client {
  const taken = Object.fromEntries(fields.map((field) => [field, other[field]]))
  const [no_messages_since = null] = [client.no_messages_since, other.no_messages_since]
    .flatMap((day) => day ?? [])
    .toSorted()
  return { ...client, ...taken, no_messages_since }
}
