/** What a form shows once its record has changed elsewhere. */

/** Fields that were typed keep what was typed; the others get the record's present values. */
export function rebased<Values extends Record<string, unknown>>(
  seen: Values,
  typed: Values,
  present: Values,
): Values {
  const untouched = Object.entries(present).filter(
    ([field]) => JSON.stringify(typed[field]) === JSON.stringify(seen[field]),
  )
  return { ...typed, ...Object.fromEntries(untouched) }
}
