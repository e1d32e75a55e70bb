/** The tables of a report as the service gets them: values in words, with marks in place of people's names. */
import { cellText } from '../../../src/domain/reports/cell-text.ts'
import type { Figure, ReportContent } from '../../../src/domain/reports/report.ts'
import { formatAt, type ReportLine, type ShownTable } from '../../../src/domain/reports/table.ts'
import { isGiven, namesPeople } from '../given-columns.ts'
import type { Marks } from '../marks.ts'

/** A cell's text where there is no person. */
const NOBODY = /^(Total|Não informad[ao]|Sem .*|-)$/

function lineCells(table: ShownTable, line: ReportLine, marks: Marks, workday: number | undefined): string[] {
  return table.heads.map((head, place) => {
    const value = line.cells[place] ?? null
    const format = line === table.total ? head.totalFormat : formatAt(head, line, place)
    const text = cellText(value, format, workday)
    if (!namesPeople(table, head) || NOBODY.test(text)) return marks.mask(text)
    return marks.name(text)
  })
}

/** Rows of one table. */
const MOST_ROWS = 40

/** The table with the given columns alone. */
function sentColumns(table: ShownTable): ShownTable {
  const isSent = table.heads.map((head) => isGiven(table, head))
  if (!isSent.includes(false)) return table
  const sent = <Value>(values: readonly Value[]) => values.filter((_, place) => isSent[place] === true)
  const sentLine = ({ formats, ...line }: ReportLine): ReportLine => ({
    ...line,
    cells: sent(line.cells),
    tones: sent(line.tones),
    ...(formats === undefined ? {} : { formats: sent(formats) }),
  })
  return {
    ...table,
    heads: sent(table.heads),
    lines: table.lines.map(sentLine),
    total: table.total && sentLine(table.total),
  }
}

function tableOf(shown: ShownTable, marks: Marks, workday: number | undefined) {
  const table = sentColumns(shown.sheet ?? shown)
  const lines = table.lines.slice(0, MOST_ROWS).map((line) => lineCells(table, line, marks, workday))
  return {
    tabela: table.title,
    colunas: table.heads.map(({ label }) => label),
    linhas: lines,
    ...(table.total === null ? {} : { total: lineCells(table, table.total, marks, workday) }),
    ...(table.count > lines.length ? { mostradas: lines.length, de: table.count } : {}),
  }
}

const figureOf = (figure: Figure, marks: Marks, workday: number | undefined) =>
  [
    `${marks.mask(figure.label)}: ${marks.mask(cellText(figure.value, figure.format, workday))}`,
    figure.note === undefined ? '' : ` (${marks.mask(figure.note)})`,
  ].join('')

export function contentForService(
  { figures, compared = [], tables, workday, note }: ReportContent,
  marks: Marks,
) {
  return {
    ...(note === undefined ? {} : { nota: note }),
    numeros: [...figures, ...compared].map((figure) => figureOf(figure, marks, workday)),
    tabelas: tables.map((table) => tableOf(table, marks, workday)),
  }
}
