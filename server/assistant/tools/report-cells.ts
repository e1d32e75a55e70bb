/** The tables of a report as the service gets them: values in words, with placeholders in place of people's names. */
import { cellText } from '../../../src/domain/reports/cell-text.ts'
import type { Figure, ReportContent } from '../../../src/domain/reports/report.ts'
import { formatAt, type ReportLine, type ShownTable } from '../../../src/domain/reports/table.ts'
import { isGiven, namesPeople } from '../given-columns.ts'
import type { Placeholders } from '../placeholders.ts'

/** A cell's text where there is no person. */
const NOBODY = /^(Total|Não informad[ao]|Sem .*|-)$/

function lineCells(
  table: ShownTable,
  line: ReportLine,
  placeholders: Placeholders,
  workday: number | undefined,
): string[] {
  return table.heads.map((head, place) => {
    const value = line.cells[place] ?? null
    const format = line === table.total ? head.totalFormat : formatAt(head, line, place)
    const text = cellText(value, format, workday)
    if (!namesPeople(table, head) || NOBODY.test(text)) return placeholders.mask(text)
    return placeholders.name(text)
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

function tableOf(shown: ShownTable, placeholders: Placeholders, workday: number | undefined) {
  const table = sentColumns(shown.sheet ?? shown)
  const lines = table.lines.slice(0, MOST_ROWS).map((line) => lineCells(table, line, placeholders, workday))
  return {
    tabela: table.title,
    colunas: table.heads.map(({ label }) => label),
    linhas: lines,
    ...(table.total === null ? {} : { total: lineCells(table, table.total, placeholders, workday) }),
    ...(table.count > lines.length ? { mostradas: lines.length, de: table.count } : {}),
  }
}

const figureOf = (figure: Figure, placeholders: Placeholders, workday: number | undefined) =>
  [
    `${placeholders.mask(figure.label)}: ${placeholders.mask(cellText(figure.value, figure.format, workday))}`,
    figure.note === undefined ? '' : ` (${placeholders.mask(figure.note)})`,
  ].join('')

export function contentForService(
  { figures, compared = [], tables, workday, note }: ReportContent,
  placeholders: Placeholders,
) {
  return {
    ...(note === undefined ? {} : { nota: note }),
    numeros: [...figures, ...compared].map((figure) => figureOf(figure, placeholders, workday)),
    tabelas: tables.map((table) => tableOf(table, placeholders, workday)),
  }
}
