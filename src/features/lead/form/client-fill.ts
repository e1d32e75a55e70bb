/** Merges a look-up into the form: empty fields are filled; typed values stay and are reported. Pure. */
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'
import { CEP_PARTS } from '../../../domain/client/fields.ts'
import { keysOf, rowOf } from '../../../domain/record/parts.ts'

export interface Filled<Fields> {
  readonly fields: Fields
  /** Names of the fields whose typed value differs from the found one. */
  readonly kept: readonly string[]
}

const isEmpty = (value: unknown) => value === null || value === ''

function fill<Row extends object>(typed: Row, found: Partial<Row>, prefix: string): Filled<Row> {
  const fields = { ...typed }
  const kept: string[] = []
  for (const field in found) {
    const value = found[field]
    if (value === undefined || isEmpty(value) || value === typed[field]) continue
    if (isEmpty(typed[field])) fields[field] = value
    else kept.push(`${prefix}${field}`)
  }
  return { fields, kept }
}

/** `chosen`: the user picked the client from a list, so its name replaces the typed beginning. */
export function fillClient(typed: ClientFields, found: ClientFields, chosen: boolean): Filled<ClientFields> {
  const { address: typedHome, ...typedPerson } = typed
  const { address: foundHome, ...foundPerson } = found
  const name = chosen ? '' : typedPerson.name
  const person = fill({ ...typedPerson, name }, foundPerson, 'client.')
  const home = fill(typedHome, foundHome, 'client.address.')
  return { fields: { ...person.fields, address: home.fields }, kept: [...person.kept, ...home.kept] }
}

type Address = ClientFields['address']

/** `ours` is the address of an earlier CEP. Its unchanged values are replaced by the new CEP's. */
export function fillAddress(
  typed: Address,
  found: Partial<Address>,
  ours: Partial<Address>,
): Filled<Address> {
  const open = (field: keyof Address) => (typed[field] === ours[field] ? '' : typed[field])
  return fill({ ...typed, ...rowOf(keysOf(CEP_PARTS), open) }, found, 'client.address.')
}

/** Whether the form still has the found client. A client without a document is identified by its name. */
export const isSameClient = (found: Pick<Client, 'cpf' | 'name'>, typed: ClientFields) =>
  found.cpf === typed.cpf && (typed.cpf !== '' || found.name.trim() === typed.name.trim())
