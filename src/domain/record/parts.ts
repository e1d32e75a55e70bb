/** Tables that are declared row by row, read by column: their types follow the rows exactly. */

/** The named part of each entry that has it, by the entry's key. */
export type Parts<Entries, Name extends string> = {
  [Key in keyof Entries as Entries[Key] extends Readonly<Record<Name, unknown>>
    ? Key
    : never]: Entries[Key] extends Readonly<Record<Name, infer Part>> ? Part : never
}

/** Returns the named part of each entry that has it, in the order of the entries. */
export function partsOf<const Entries extends Readonly<Record<string, object>>, Name extends string>(
  entries: Entries,
  name: Name,
): Parts<Entries, Name>
export function partsOf(entries: Readonly<Record<string, object>>, name: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([key, entry]) => {
      const parts = new Map<string, unknown>(Object.entries(entry))
      return parts.has(name) ? [[key, parts.get(name)]] : []
    }),
  )
}

/** Returns the keys of the table, in its order. */
export function keysOf<Entries extends object>(entries: Entries): readonly (keyof Entries & string)[]
export function keysOf(entries: object): readonly string[] {
  return Object.keys(entries)
}

/** Returns a row with a value for each name. */
export function rowOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value>
export function rowOf(names: readonly string[], valueOf: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}

/** Returns the row's fields of these names. A field that the row lacks is left out. */
export function picked<Row extends object, Name extends keyof Row & string>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name>
export function picked(row: object, names: readonly string[]): Record<string, unknown> {
  return rowOf(
    names.filter((name) => Object.hasOwn(row, name)),
    (name) => Reflect.get(row, name),
  )
}
