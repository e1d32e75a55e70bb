/** `base` with the fields of `changes` that are there. An undefined one counts as absent: nothing is emptied by it. */
export function overlay<Row extends object>(
  base: Row,
  changes: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const given = Object.entries<Row[keyof Row] | undefined>(changes).filter(([, value]) => value !== undefined)
  return { ...base, ...Object.fromEntries(given) }
}
