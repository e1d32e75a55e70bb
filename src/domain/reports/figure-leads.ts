/** The leads behind the figures of a report, as an answer holds them and as a screen names them. docs/rules.md#reports */
import { z } from 'zod'
import type { Figure } from './report.ts'
import { figureAt, type ReportLine, type ShownTable } from './table.ts'

/** By figure, then by row of the summary: numbers of the leads in the answer that it counts. */
export const figureLeadsSchema = z.record(
  z.string(),
  z.record(z.string(), z.array(z.number().int().positive())),
)
export type FigureLeads = z.infer<typeof figureLeadsSchema>

/**
 * Field of an answer that was asked with `with_figures`: without a network its figures open their leads. Answers of earlier
 * versions lack it. A figure is missing whose leads the answer does not hold.
 */
export const figureLeads = { figure_leads: figureLeadsSchema.optional() }

const holds = (part: unknown): part is { readonly figure_leads?: FigureLeads } =>
  typeof part === 'object' && part !== null && 'figure_leads' in part

/**
 * Returns which leads each figure counts, from an answer of any report. The call has parsed the answer already: its
 * schema has the field.
 */
export function figureLeadsOf(answer: unknown): FigureLeads | null {
  for (const part of Array.isArray(answer) ? answer : [answer])
    if (holds(part) && part.figure_leads !== undefined) return part.figure_leads
  return null
}

export interface OpenFigure {
  readonly figure: string
  /** Of the summary; without it the figure of all rows. */
  readonly row?: string | undefined
}

/** The lines of a table of leads that a figure counts; null: the answer does not say which. */
export function linesOfFigure(
  { lines }: Pick<ShownTable, 'lines'>,
  held: FigureLeads | null,
  { figure, row }: OpenFigure,
): readonly ReportLine[] | null {
  const byRow = held === null || !Object.hasOwn(held, figure) ? undefined : held[figure]
  if (byRow === undefined) return null
  const ids = new Set(row === undefined ? Object.values(byRow).flat() : (byRow[row] ?? []))
  return lines.filter(({ lead }) => lead !== null && ids.has(lead))
}

/** What of a report's content names its figures. */
export interface NamesFigures {
  readonly figures: readonly Figure[]
  readonly tables: readonly ShownTable[]
}

/** As an address or a call names it. */
export interface AskedFigure {
  readonly figure?: string | undefined
  readonly row?: string | undefined
}

/** Names an open figure: 'Vendidos de Ana', 'Contatos · WhatsApp', 'Leads de Ana · Me Indico'; null: all leads are open. */
export function figureWords({ figures, tables }: NamesFigures, { figure, row }: AskedFigure): string | null {
  if (figure === undefined && row === undefined) return null
  if (figure !== undefined) {
    for (const table of tables) {
      const words = wordsIn(table, { figure, row }, [])
      if (words !== null) return words
    }
    const tile = figures.find(({ opens }) => opens?.figure === figure && opens.row === row)
    if (tile !== undefined) return tile.label
  }
  return wordsOfRow(tables, { figure, row })
}

/** Of a figure or a row that the answer does not have. */
function wordsOfRow(tables: readonly ShownTable[], { figure, row }: AskedFigure): string {
  const heads = tables.flatMap((table) => table.heads)
  const label =
    heads.find((head) => figure !== undefined && head.figure === figure)?.label ?? figure ?? 'Linhas'
  if (row === undefined) return label
  const table = tables.find(({ lines }) => lines.some(({ id }) => id === row))
  const title = table?.heads.findIndex(({ isTitle }) => isTitle) ?? 0
  const whose = table?.lines.find(({ id }) => id === row)?.cells[title] ?? `Nº ${row}`
  return `${label} de ${String(whose)}`
}

function wordsIn(table: ShownTable, open: OpenFigure, above: readonly string[]): string | null {
  const titleAt = table.heads.findIndex(({ isTitle }) => isTitle)
  for (const line of table.lines) {
    const title = String(line.cells[titleAt] ?? '')
    const path = [...above, title]
    for (const [place, head] of table.heads.entries()) {
      if (figureAt(head, line, place) !== open.figure) continue
      if ((line.figures?.[place] ?? null) !== null) return head.isUnnamed ? title : `${title} · ${head.label}`
      if (line.id === open.row) return `${head.label} de ${path.join(' · ')}`
    }
    const below = line.child === undefined ? null : wordsIn(line.child, open, path)
    if (below !== null) return below
  }
  return null
}
