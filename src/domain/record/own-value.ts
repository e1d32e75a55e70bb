/**
 * Returns the table's value under a key from outside. A plain `table[key]` finds what every object inherits: 'toString' or
 * 'constructor' would be an entry.
 */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
