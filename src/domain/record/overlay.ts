/** Returns `base` with the fields of `changes`. An undefined field counts as absent: it empties nothing. */
export function overlay<Row extends object>(
  base: Row,
  changes: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const given = Object.entries<Row[keyof Row] | undefined>(changes).filter(([, value]) => value !== undefined)
  return { ...base, ...Object.fromEntries(given) }
}
