/** The pictures of the reports, as values: what each bar is, what stands at its end, and which goal it has. docs/rules.md#charts */

import { formatTenths } from '../text/formats.ts'
import { cellText } from './cell-text.ts'
import type { Format } from './table.ts'

/** No two of them are told apart by red and green: `src/features/reports/chart/chart-colors.ts`. */
export const CHART_COLORS = ['blue', 'amber', 'petrol', 'brown', 'gray'] as const
export type ChartColor = (typeof CHART_COLORS)[number]

export interface ChartSeries {
  readonly key: string
  readonly label: string
  readonly color: ChartColor
}

export interface ChartPoint {
  readonly name: string
  /** By the keys of the series. A missing value has no bar. */
  readonly values: Readonly<Record<string, number>>
  /** At the end of its bar, in place of the value or of the sum of a stack. */
  readonly end?: string
  /** Below its name: what its value is a share of. */
  readonly note?: string
  /** A tick on the bar of the first series. */
  readonly goal?: number
}

/** One chart. Its points are made of the same rows as a table. */
export interface Chart {
  /** `bars` side by side, or `stacked`. */
  readonly kind: 'bars' | 'stacked'
  /** `names`: bars below one another, with whole names. `times`: columns of weeks or months, in their order. */
  readonly along: 'names' | 'times'
  /** Names the measure; the screen adds the period. */
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly points: readonly ChartPoint[]
  /** Which rows are drawn together or not at all, and what a tick is. */
  readonly beside?: string
  /** A line across at the end of the point of that name, with its words. */
  readonly goal?: { readonly at: string; readonly label: string }
  readonly format?: Format
}

/** Three for on time, late and not decided, wherever a chart has them. */
export const ON_TIME: ChartSeries = { key: 'on_time', label: 'No prazo', color: 'blue' }
export const LATE: ChartSeries = { key: 'late', label: 'Fora do prazo', color: 'amber' }
export const UNDECIDED: ChartSeries = { key: 'undecided', label: 'Sem prazo', color: 'gray' }

/** On an axis and in a picture a share has no more digits than it needs: '75%', '33,3%'. */
export const chartText = (value: number, format: Format): string =>
  format === 'percent' ? `${formatTenths(value)}%` : cellText(value, format)

/** What stands at the end of a point's bar. */
export const endText = (
  { series, format = 'integer' }: Pick<Chart, 'series' | 'format'>,
  point: ChartPoint,
) => point.end ?? chartText(sumOfPoint(series, point), format)

export const sumOfPoint = (series: readonly ChartSeries[], { values }: ChartPoint): number =>
  series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)
