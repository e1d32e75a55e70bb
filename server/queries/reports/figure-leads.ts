/** The leads behind a figure of a summary: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { ownValue } from '../../../src/domain/record/own-value.ts'
import { invalidField } from '../../http/errors.ts'

export interface AskedFigure {
  /** A column of the summary. */
  readonly figure?: string | undefined
  /** The summary row's number; the row of totals has none. */
  readonly row?: string | undefined
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
  if (condition === undefined) throw invalidField('figure', 'O resumo não tem esta coluna')
  if (row === undefined) return condition
  if (!/^\d{1,9}$/.test(row)) throw invalidField('row', 'Envie o número de uma linha')
  return sql<boolean>`(${condition} and ${rowId} = ${Number(row)})`
}
