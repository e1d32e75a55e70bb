/** The sale's value between stored cents and the plain decimal of the wire: docs/rules.md#documents-phones-money. */

const DECIMAL = /^(\d+)(?:\.(\d{1,2})0*)?$/

/** '1234.5' is 123450 cents; null where it is no plain decimal of at most two places. */
export function centsOfDecimal(decimal: string): number | null {
  const parts = DECIMAL.exec(decimal.trim())
  if (parts === null) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
