/** A blank value of a query has no effect, in every call: docs/rules.md#wire-format. */

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** Blank values among several of one name go. What is left of them is as it would be without them. */
function filled(value: unknown): unknown {
  if (!Array.isArray(value) || !value.some(isBlank)) return isBlank(value) ? undefined : value
  const [first, ...more] = value.filter((each) => !isBlank(each))
  return more.length === 0 ? first : [first, ...more]
}

/** Returns the values that are not blank: callers may send all fields of a form. What is no object stays as it is. */
export function withoutBlanks(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]): [string, unknown] => [name, filled(value)])
      .filter(([, value]) => value !== undefined),
  )
}
