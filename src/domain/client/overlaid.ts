/** A known client with some of the typed values: which of them are written depends on what the sender saw. Pure. */
import { sameValue } from '../lead/conflicts.ts'
import type { Client } from './client.ts'

/**
 * Overwrites with the given fields that are not blank. The form did not show the known values, so a blank deletes
 * nothing.
 */
export function withGiven(known: Client, given: Client): Client {
  return overlaid(known, given, (_field, _current, typed) => isFilled(typed))
}

/**
 * Overwrites the fields that the sender saw, which are those in `base`. Another field is filled only where the known
 * client has a blank.
 */
export function withSeen(known: Client, given: Client, base: Readonly<Record<string, unknown>>): Client {
  return overlaid(known, given, (field, current, typed) =>
    `client.${field}` in base ? true : !isFilled(current) && isFilled(typed),
  )
}

/**
 * Overwrites the fields that the sender changed. `base` has what it saw: where it left that as it was, the known value
 * stays. For a client that was merged since, whose survivor has other values.
 */
export function withChanged(known: Client, given: Client, base: Readonly<Record<string, unknown>>): Client {
  return overlaid(known, given, (field, _current, typed) => {
    const name = `client.${field}`
    return !(name in base && sameValue(base[name], typed))
  })
}

type Choice = (field: string, current: unknown, typed: unknown) => boolean

/** `known` with the chosen fields of `given`. `isChosen` gets names as in `flatRow`, without 'client.'. */
function overlaid(known: Client, given: Client, isChosen: Choice): Client {
  const { uid: _uid, id: _id, version: _version, address, ...fields } = given
  const chosen = (typed: object, current: ReadonlyMap<string, unknown>, prefix: string) =>
    Object.fromEntries(
      Object.entries(typed).filter(([field, value]) =>
        isChosen(`${prefix}${field}`, current.get(field), value),
      ),
    )
  const { address: home, ...person } = known
  return {
    ...known,
    ...chosen(fields, new Map(Object.entries(person)), ''),
    address: { ...home, ...chosen(address, new Map(Object.entries(home)), 'address.') },
  }
}
const isFilled = (value: unknown) => value !== null && value !== ''
