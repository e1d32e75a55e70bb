/** The leads behind a figure of a summary: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { ownValue } from '../../../src/domain/record/own-value.ts'
import type { FigureLeads } from '../../../src/domain/reports/figure-leads.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { invalidField } from '../../wire/errors.ts'

export interface AskedFigure {
  /** A column of the summary. */
  readonly figure?: string | undefined
  /** The summary row's number; the row of totals has none. */
  readonly row?: string | undefined
  /** 1: the answer says which of its leads each figure counts. */
  readonly with_figures?: number | undefined
}

/** All leads of a figure in an order. */
export interface AskedRows extends AskedFigure {
  /** A column's key; with '-' before it the greatest first. */
  readonly order?: string | undefined
}

/** The summary's count of all leads where no figure chooses among them; else undefined. */
export const countedIn = ({ figure, row }: AskedFigure, all: number): number | undefined =>
  figure === undefined && row === undefined ? all : undefined

/**
 * Returns the condition of the figure and of its row: the column `rowId` has the row's number. Throws 400 for a figure
 * that the summary lacks.
 */
export function figureSql(
  figures: Readonly<Record<string, RawBuilder<boolean>>>,
  { figure, row }: AskedFigure,
  rowId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const condition = figure === undefined ? sql<boolean>`true` : ownValue(figures, figure)
  if (condition === undefined)
    throw invalidField(
      'figure',
      `O resumo não tem esta coluna. As que tem: ${Object.keys(figures).join(', ')}`,
    )
  if (row === undefined) return condition
  if (!/^\d{1,9}$/.test(row)) throw invalidField('row', 'Envie o número de uma linha')
  return sql<boolean>`(${condition} and ${rowId} = ${Number(row)})`
}

/** A figure whose leads are all in the table: what it counts, and the row of the summary that a lead belongs to. */
export interface HeldFigure {
  readonly figure: string
  readonly counts: RawBuilder<unknown>
  readonly row: RawBuilder<unknown>
}

/** The figures of a summary whose rows are all by one column. */
export const figuresBy = (
  figures: Readonly<Record<string, RawBuilder<unknown>>>,
  row: RawBuilder<unknown>,
): HeldFigure[] => Object.entries(figures).map(([figure, counts]) => ({ figure, counts, row }))

const heldSchema = z.array(z.object({ figure: z.string(), row: z.string(), ids: z.array(z.number()) }))

interface Holding {
  readonly asked: { readonly with_figures?: number | undefined }
  /** The leads of the answer. */
  readonly rows: readonly { readonly id: number }[]
  readonly figures: readonly HeldFigure[]
  /** The source to which the conditions refer: `leads l`, or its facts by the same name. */
  readonly from?: RawBuilder<unknown>
}

/** Returns which of these leads each figure counts, where the call asked for it. */
export async function heldFigures(
  db: Reader,
  { asked, rows: leads, figures, from = sql`leads l` }: Holding,
): Promise<{ readonly figure_leads?: FigureLeads }> {
  if (asked.with_figures !== 1) return {}
  const held = figures.map(
    ({ figure, counts, row }) => sql`(${sql.lit(figure)}, coalesce(${counts}, false), (${row})::text)`,
  )
  const { rows } = await sql<{ figure: string }>`
    select f.figure, f.row, json_agg(l.id order by l.id) as ids
    from ${from}
    cross join lateral (values ${sql.join(held)}) f (figure, counts, row)
    where l.id = any(${leads.map(({ id }) => id)}::int[]) and f.counts
    group by f.figure, f.row`.execute(db)
  const byRow = Map.groupBy(heldSchema.parse(rows), ({ figure }) => figure)
  // A figure that counts none of them opens an empty table.
  return {
    figure_leads: Object.fromEntries(
      figures.map(({ figure }) => [
        figure,
        Object.fromEntries((byRow.get(figure) ?? []).map(({ row, ids }) => [row, ids])),
      ]),
    ),
  }
}
