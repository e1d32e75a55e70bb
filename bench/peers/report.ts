/** Prints medians, and each engine's ratio to Farol's figure. */

export type Figures = Readonly<Record<string, number | undefined>>

const COLUMNS: readonly [string, string][] = [
  ['sync', 'first sync'],
  ['syncLongest', 'longest task'],
  ['open', 'reopen'],
  ['counts', 'counters'],
  ['search', 'filter'],
  ['searchCards', 'filter+cards'],
  ['searchWhole', 'filter, counted'],
  ['mutate', 'change seen'],
  ['delta', '500 rows'],
  ['deltaLongest', 'longest task'],
]

export function medianOf(runs: readonly Figures[], name: string): number {
  const values = runs.flatMap((run) => run[name] ?? []).toSorted((a, b) => a - b)
  return values[values.length >> 1] ?? Number.NaN
}

const show = (value: number) =>
  Number.isNaN(value) ? '-' : value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)

function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
}

export function printSize(
  leads: number,
  rounds: number,
  runs: Readonly<Record<string, readonly Figures[]>>,
): void {
  console.log(`\n${leads.toLocaleString('en')} leads: ms, median of ${rounds}; in brackets, times Farol's`)
  const farol = runs.farol ?? []
  const lines = Object.entries(runs).map(([engine, figures]) => [
    engine,
    ...COLUMNS.map(([name]) => {
      const value = medianOf(figures, name)
      const own = medianOf(farol, name)
      const ratio = engine !== 'farol' && own > 0 && !Number.isNaN(value)
      return `${show(value)}${ratio ? ` (${(value / own).toFixed(1)})` : ''}`
    }),
  ])
  printRows([['', ...COLUMNS.map(([, title]) => title)], ...lines])
}

/** Prints the memory after the first sync of the largest size. */
export function printMemory(results: Readonly<Record<number, Record<string, Figures[]>>>): void {
  const leads = Math.max(...Object.keys(results).map(Number))
  console.log(`\nMemory after the first sync, ${leads.toLocaleString('en')} leads`)
  printRows([
    ['', 'janela MB', 'workers MB'],
    ...Object.entries(results[leads] ?? {}).map(([engine, runs]) => [
      engine,
      show(medianOf(runs, 'windowMb')),
      show(medianOf(runs, 'workersMb')),
    ]),
  ])
}
