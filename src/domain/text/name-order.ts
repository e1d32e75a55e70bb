/**
 * The one order of names, on screens, in sheets and in answers: docs/rules.md#names-and-texts. It compares plain strings,
 * since the databases collate differently, one of them without ICU, and an `Intl.Collator` is slow to make.
 */
import { foldText } from './fold.ts'

/** The number of digits to which a number in a name is padded, so that 'Equipe 2' comes before 'Equipe 10'. */
const DIGITS = 20

/** Returns what a name is ordered by. Keys are compared by `<`. `name_order` of the database (migration 0047) is its twin. */
export const orderKey = (name: string): string =>
  foldText(name).replace(/[0-9]+/g, (digits) => digits.padStart(DIGITS, '0').slice(-DIGITS))

/** Compares two keys of {@link orderKey}. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Compares two names. For long lists the keys are made once: {@link byName}. */
export const compareNames = (one: string, other: string): number =>
  compareKeys(orderKey(one), orderKey(other))

/** Returns the rows by name, as a new array. Equal names stay in the order of the rows. */
export function byName<Row>(rows: Iterable<Row>, nameOf: (row: Row) => string): Row[] {
  return Array.from(rows, (row) => ({ row, key: orderKey(nameOf(row)) }))
    .sort((one, other) => compareKeys(one.key, other.key))
    .map(({ row }) => row)
}

interface Named {
  readonly name: string
}

/** A form draws its lists with each key that is pressed: the keys of rows that stay are made once. */
const KEYS = new WeakMap<Named, string>()

const keyOf = (row: Named): string => {
  const known = KEYS.get(row)
  if (known !== undefined) return known
  const key = orderKey(row.name)
  KEYS.set(row, key)
  return key
}

/** Returns the rows in the order of {@link byName}, as a new array. */
export const namedInOrder = <Row extends Named>(rows: Iterable<Row>): Row[] =>
  Array.from(rows).sort((one, other) => compareKeys(keyOf(one), keyOf(other)))
