/** Which rows a chart draws one by one, and how it draws the rest: docs/rules.md#charts */
import { cellText } from './cell-text.ts'
import type { Chart, ChartPoint } from './chart.ts'
import { sumOf } from './figures.ts'

/** More bars are not readable. */
const CHARTED = 12
export const REST_NAME = 'Outros'

/** 'lead', 'leads'. */
type Unit = readonly [one: string, many: string]
const LEADS: Unit = ['lead', 'leads']

const counted = (number: number, [one, many]: Unit) =>
  `${cellText(number, 'integer')} ${number === 1 ? one : many}`

interface MostAndRest<Row> {
  /** The greatest first. */
  readonly most: readonly Row[]
  readonly rest: readonly Row[]
}

/** Returns the greatest rows and the others. One row alone is no rest: it takes no more room than its name. */
export function mostAndRest<Row>(
  rows: readonly Row[],
  of: (row: Row) => number,
  charted = CHARTED,
): MostAndRest<Row> {
  const order = rows.toSorted((a, b) => of(b) - of(a))
  const end = order.length === charted + 1 ? order.length : charted
  return { most: order.slice(0, end), rest: order.slice(end) }
}

/** The points of all rows as one. */
function restPoint(points: readonly ChartPoint[]): ChartPoint {
  const keys = new Set(points.flatMap(({ values }) => Object.keys(values)))
  return {
    name: REST_NAME,
    values: Object.fromEntries(
      [...keys].map((key) => [key, sumOf(points, ({ values }) => values[key] ?? 0)]),
    ),
  }
}

interface Charted<Row> {
  readonly of: (row: Row) => number
  readonly pointOf: (row: Row) => ChartPoint
  readonly unit?: Unit
}

/**
 * Draws the greatest rows, and the others as one bar that says how many they are. Others that are together more than the greatest
 * row would flatten the bars that the chart is for: they are named beside it, and not drawn.
 */
export function chartedRows<Row>(
  rows: readonly Row[],
  { of, pointOf, unit = LEADS }: Charted<Row>,
): Pick<Chart, 'points' | 'beside'> {
  const { most, rest } = mostAndRest(rows, of)
  const points = most.map(pointOf)
  if (rest.length === 0) return { points }
  const others = sumOf(rest, of)
  const isDrawn = others <= Math.max(...most.map(of))
  return {
    points: isDrawn ? [...points, restPoint(rest.map(pointOf))] : points,
    beside: `Os ${most.length} com mais ${unit[1]} · outros ${rest.length}${isDrawn ? '' : ', fora do gráfico'}: ${counted(others, unit)}`,
  }
}

interface ChartedPersons<Row> extends Charted<Row> {
  /** null: the row of leads without a person. */
  readonly idOf: (row: Row) => number | null
  readonly nameOf: (row: Row) => string
}

/**
 * As `chartedRows`. The row of leads without a person is not drawn but named: it is often the longest and would
 * flatten the other bars.
 */
export function chartedPersons<Row>(
  rows: readonly Row[],
  { idOf, nameOf, ...charted }: ChartedPersons<Row>,
): Pick<Chart, 'points' | 'beside'> {
  const nobody = rows.find((row) => idOf(row) === null)
  const persons = rows.filter((row) => idOf(row) !== null)
  const { points, beside } = chartedRows(persons, charted)
  const leads = nobody === undefined ? 0 : charted.of(nobody)
  const words = [
    beside,
    nobody === undefined || leads === 0
      ? undefined
      : `Fora do gráfico: ${nameOf(nobody)}, ${counted(leads, charted.unit ?? LEADS)}`,
  ].filter((part) => part !== undefined)
  return { points, ...(words.length === 0 ? {} : { beside: words.join(' · ') }) }
}
