/** Sorts the lines of a table into good, refused and blank ones. docs/rules.md#spreadsheets */
import { isBlankLine, type TableLine } from './table.ts'

export interface LineOf<Row> {
  readonly line: number
  readonly row: Row
}

/** `total` is the sum of the good, the refused and the blank lines. */
export interface JudgedLines<Row, Refused> {
  readonly good: readonly LineOf<Row>[]
  readonly refused: readonly Refused[]
  readonly blank: number
  /** Lines of the file below its headers. */
  readonly total: number
}

export type Judged<Row, Refused> = { readonly row: Row } | { readonly refused: Refused }

/**
 * Judges each line that has anything in it. Throws when the lines of the file are not the sum of what was read: none may
 * vanish.
 */
export function judgeLines<Row, Refused>(
  lines: readonly TableLine[],
  judge: (line: TableLine) => Judged<Row, Refused>,
): JudgedLines<Row, Refused> {
  const good: LineOf<Row>[] = []
  const refused: Refused[] = []
  let blank = 0
  for (const line of lines) {
    if (isBlankLine(line)) {
      blank++
      continue
    }
    const judged = judge(line)
    if ('row' in judged) good.push({ line: line.line, row: judged.row })
    else refused.push(judged.refused)
  }
  if (good.length + refused.length + blank !== lines.length)
    throw new Error(`${lines.length} lines were read as ${good.length} + ${refused.length} + ${blank}`)
  return { good, refused, blank, total: lines.length }
}
