/** A number as a field holds it: text while it ends with a comma or a zero, '' for none. docs/rules.md#settings */
export type TypedNumber = number | string

/** Returns null for none. */
export function plainNumber(typed: TypedNumber): number | null {
  const value = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(value) ? value : null
}
