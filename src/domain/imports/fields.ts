/** How a field of a list that can be imported is described. docs/rules.md#any-import */
import type { FieldLine } from '../spreadsheet/column-guess.ts'

export interface ImportField<Name extends string = string> extends FieldLine {
  readonly name: Name
  /** Characters; a longer text refuses the line. Fields without it are no free text. */
  readonly longest?: number
  /** The value in the model file. */
  readonly example: string
}

interface More extends Partial<FieldLine> {
  readonly longest?: number
}

/** `headers` are separated by commas, as `plainHeader` writes them. */
export const importField = <const Name extends string>(
  name: Name,
  label: string,
  headers: string,
  example: string,
  more: More = {},
): ImportField<Name> => ({
  name,
  label,
  required: false,
  headers: headers.split(', '),
  example,
  ...more,
})
