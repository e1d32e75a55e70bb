/** A figure beside the same figure of the period before: docs/rules.md#reports */

import { numberFormat } from '../text/formats.ts'
import type { CellValue, Format } from './table.ts'

const oneDecimal = { maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
const percent = numberFormat(oneDecimal)
const points = numberFormat({ ...oneDecimal, minimumFractionDigits: 1 })

/** Shown if the figure of the period before is zero or missing: a change from zero has no percentage. */
export const NO_BASE = 'sem base'

/** As wide as the plus. */
const MINUS = '\u2212'

/**
 * Returns 'antes 40 (+25%)', of percentages 'antes 40,00% (−11,7 p.p.)', or 'sem base' where there was nothing before.
 * Percentages differ by points.
 */
export function changeWords(
  value: CellValue,
  before: CellValue,
  { format, textOf }: { readonly format: Format; readonly textOf: (value: CellValue) => string },
): string {
  if (typeof before !== 'number' || before === 0) return NO_BASE
  if (typeof value !== 'number') return `antes ${textOf(before)}`
  const change =
    format === 'percent' ? `${points(value - before)} p.p.` : `${percent(((value - before) / before) * 100)}%`
  return `antes ${textOf(before)} (${change.replace('-', MINUS)})`
}
