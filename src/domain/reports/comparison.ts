/** A figure beside that of the period before: docs/rules.md#reports */
import type { CellValue } from './table.ts'

const percent = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** Stands where the period before had nothing: a change from nothing is no percentage. */
export const NO_BASE = 'sem base'

/** Returns 'antes 40 (+25%)', or 'sem base' where there was nothing before. */
export function changeWords(
  value: CellValue,
  before: CellValue,
  textOf: (value: CellValue) => string,
): string {
  if (typeof before !== 'number' || before === 0) return NO_BASE
  if (typeof value !== 'number') return `antes ${textOf(before)}`
  return `antes ${textOf(before)} (${percent.format(((value - before) / before) * 100)}%)`
}
