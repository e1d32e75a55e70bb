/** What a look-up may write into the form: empty fields are filled, what was typed stays and is told. Pure. */
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'

export interface Filled<Fields> {
  readonly fields: Fields
  /** Names of the fields that hold something else than what was found. */
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

/** `chosen`: the user picked this client from a list, and half a name typed for the search gives way to the whole. */
export function fillClient(typed: ClientFields, found: ClientFields, chosen: boolean): Filled<ClientFields> {
  const { address: typedHome, ...typedPerson } = typed
  const { address: foundHome, ...foundPerson } = found
  const name = chosen ? '' : typedPerson.name
  const person = fill({ ...typedPerson, name }, foundPerson, 'client.')
  const home = fill(typedHome, foundHome, 'client.address.')
  return { fields: { ...person.fields, address: home.fields }, kept: [...person.kept, ...home.kept] }
}

type Address = ClientFields['address']

/** `ours`: what an earlier CEP wrote and nobody touched since gives way to the new one. */
export function fillAddress(
  typed: Address,
  found: Partial<Address>,
  ours: Partial<Address>,
): Filled<Address> {
  const open = (field: keyof Address) => (typed[field] === ours[field] ? '' : typed[field])
  const rest = {
    street: open('street'),
    district: open('district'),
    city: open('city'),
    state: open('state'),
  }
  return fill({ ...typed, ...rest }, found, 'client.address.')
}

/** A client without a document is the one that was found only while the name says so. */
export const isSameClient = (found: Pick<Client, 'cpf' | 'name'>, typed: ClientFields) =>
  found.cpf === typed.cpf && (typed.cpf !== '' || found.name.trim() === typed.name.trim())
