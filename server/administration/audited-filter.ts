/**
 * The filter of an export as the audit keeps it: which filters were set, and the values that can name nobody. A typed
 * text is never kept: the audit outlives the erasure of a client. docs/rules.md#audit
 */

/** Names of columns, actions and tables. */
const CODES: readonly string[] = ['order', 'figure', 'action', 'entity']
const SET = '(preenchido)'
/** Numbers of rows, days and months, flags. */
const NAMELESS = /^(?:-?\d{1,8}|\d{4}-\d{2}(?:-\d{2})?|true|false)$/

function keptValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => keptValue(name, each))
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = String(value)
  return CODES.includes(name) || NAMELESS.test(text) ? value : SET
}

/** Returns the filters that are set, by name. */
export function auditedFilter(query: unknown): Record<string, unknown> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, keptValue(name, value)]),
  )
}
