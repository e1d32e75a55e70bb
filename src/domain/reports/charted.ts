/** Which rows a chart by person draws: docs/rules.md#reports */
import { cellText } from './cell-text.ts'
import type { Chart } from './report.ts'

/** More bars are not readable. */
const CHARTED = 12

interface ChartedBy<Row> {
  /** null: the row of leads without a person. */
  readonly idOf: (row: Row) => number | null
  readonly nameOf: (row: Row) => string
  readonly leadsOf: (row: Row) => number
}

interface Charted<Row> {
  readonly rows: readonly Row[]
  /** A sentence about the row that is not drawn. */
  readonly beside?: string
}

/**
 * Returns the persons with most leads. The row of leads without a person is not drawn: it is often the longest and
 * would flatten the other bars.
 */
export function chartedPersons<Row>(
  rows: readonly Row[],
  { idOf, nameOf, leadsOf }: ChartedBy<Row>,
): Charted<Row> {
  const nobody = rows.find((row) => idOf(row) === null)
  const persons = rows.filter((row) => idOf(row) !== null)
  const shown = persons.toSorted((a, b) => leadsOf(b) - leadsOf(a)).slice(0, CHARTED)
  if (nobody === undefined || leadsOf(nobody) === 0) return { rows: shown }
  const leads = leadsOf(nobody)
  return {
    rows: shown,
    beside: `Fora do gráfico: ${nameOf(nobody)}, ${cellText(leads, 'integer')} ${leads === 1 ? 'lead' : 'leads'}`,
  }
}

/** Returns that part of a chart. */
export const drawn = <Row>(
  { rows, beside }: Charted<Row>,
  pointOf: (row: Row) => Chart['points'][number],
): Pick<Chart, 'points' | 'beside'> => ({
  points: rows.map(pointOf),
  ...(beside === undefined ? {} : { beside }),
})
