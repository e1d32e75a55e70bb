/** Sorts the lines of a table into good, refused and blank ones. docs/rules.md#spreadsheets */
import { isBlankLine, type TableLine, type TableLines } from './table.ts'

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

/** Takes the lines one by one instead of holding them: the server has no memory for 100,000 of them. */
export interface LineSink<Row, Refused> {
  readonly good: (line: LineOf<Row>) => void
  readonly refused: (line: Refused) => void
}

/** Why a line is refused, whatever its cells say. */
export const lineFaults = ({ isUnreadable = false, isBroken = false }: TableLine): string[] => [
  ...(isUnreadable ? ['Os acentos desta linha não puderam ser lidos'] : []),
  ...(isBroken
    ? ['A linha não tem as células dos títulos: há um separador ou uma quebra de linha dentro de uma delas']
    : []),
]

/**
 * Judges each line that has anything in it. Throws when the lines of the file are not the sum of what was read: none may
 * vanish. With `sink` the lines are in it alone.
 */
export function judgeLines<Row, Refused>(
  lines: TableLines,
  judge: (line: TableLine) => Judged<Row, Refused>,
  sink?: LineSink<Row, Refused>,
): JudgedLines<Row, Refused> {
  const good: LineOf<Row>[] = []
  const refused: Refused[] = []
  const into = sink ?? {
    good: (line: LineOf<Row>) => void good.push(line),
    refused: (line: Refused) => void refused.push(line),
  }
  const counts = { good: 0, refused: 0, blank: 0 }
  for (const line of lines) {
    if (isBlankLine(line)) {
      counts.blank++
      continue
    }
    const judged = judge(line)
    if ('row' in judged) {
      into.good({ line: line.line, row: judged.row })
      counts.good++
    } else {
      into.refused(judged.refused)
      counts.refused++
    }
  }
  if (counts.good + counts.refused + counts.blank !== lines.length)
    throw new Error(`${lines.length} lines were read as ${counts.good} + ${counts.refused} + ${counts.blank}`)
  return { good, refused, blank: counts.blank, total: lines.length }
}
