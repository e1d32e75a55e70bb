/** The cells of one line by the names of their fields, and what is wrong with the line. docs/rules.md#any-import */
import { type Cell, identifierOf, isSheetError, textOf } from '../spreadsheet/cells.ts'
import { cutText } from '../text/cut.ts'
import type { ImportField } from './fields.ts'
import type { ImportMapping } from './lists.ts'

export interface RefusedLine {
  readonly line: number
  /** Its number in the other system, or of its policy; '' where the line has none. */
  readonly reference: string
  readonly reasons: readonly string[]
}

export interface LineCells<Name extends string> {
  /** null where the column is missing, or where a formula of the spreadsheet failed. */
  readonly cell: (name: Name) => Cell
  readonly text: (name: Name) => string
  readonly has: (name: Name) => boolean
  /** The formula of its cell failed. */
  readonly hasFailed: (name: Name) => boolean
  /** Why the line is refused. Readers add to it. */
  readonly reasons: string[]
  /** What of the line was left out. Readers add to it. */
  readonly notes: string[]
}

export function lineCells<Name extends string>(
  fields: readonly ImportField<Name>[],
  mapping: ImportMapping,
  cells: readonly Cell[],
): LineCells<Name> {
  const reasons: string[] = []
  const notes: string[] = []
  const raw = (name: string): Cell => {
    const place = mapping[name] ?? null
    return place === null ? null : (cells[place] ?? null)
  }
  const failed = new Set<string>()
  for (const { name, label, required, longest } of fields) {
    const cell = raw(name)
    if (cell === null || cell === '') continue
    if (isSheetError(cell)) {
      failed.add(name)
      if (required) reasons.push(`${label} com erro da planilha: ${textOf(cell)}`)
      else notes.push(`${label} com erro da planilha no arquivo`)
    } else if (longest !== undefined && textOf(cell).length > longest)
      reasons.push(`${label}: texto longo demais, o limite é de ${longest} caracteres`)
  }
  const cell = (name: Name): Cell => (failed.has(name) ? null : raw(name))
  const text = (name: Name) => textOf(cell(name))
  return {
    cell,
    text,
    has: (name) => text(name) !== '',
    hasFailed: (name) => failed.has(name),
    reasons,
    notes,
  }
}

/** The number in the other system; '' where there is none. Adds the reason where the spreadsheet has cut it. */
export function oldNumberOf({ cell, reasons }: LineCells<'old_number'>): string {
  const number = identifierOf(cell('old_number'))
  if (number === null) reasons.push('O Excel cortou o número antigo')
  return number ?? ''
}

const LONGEST_REFERENCE = 60

/** By what a refused line is shown. */
export function referenceOf(mapping: ImportMapping, cells: readonly Cell[]): string {
  const place = mapping['old_number'] ?? mapping['policy_number'] ?? null
  return place === null ? '' : cutText(textOf(cells[place]), LONGEST_REFERENCE)
}
