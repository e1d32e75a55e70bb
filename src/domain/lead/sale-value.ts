/** Converts the sale's value from the wire's plain decimal to cents: docs/rules.md#documents-phones-money. */

const DECIMAL = /^(\d+)(?:\.(\d{1,2})0*)?$/

/** '1234.5' returns 123450 cents. Returns null unless it is a plain decimal of at most two places. */
export function centsOfDecimal(decimal: string): number | null {
  const parts = DECIMAL.exec(decimal.trim())
  if (parts === null) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
