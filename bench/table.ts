/** Prints the results as a table: one line for each promised speed. */

export interface Line {
  readonly what: string
  readonly measured: string
  /** The reference value, from the same run if possible. */
  readonly against: string
  /** Measured value divided by the reference, or the inverse; `wanted` names the limit. */
  readonly ratio: number | null
  readonly wanted: string
  readonly kept: boolean
  /** What `bench/records.json` compares: a name without figures, and ms. */
  readonly record?: { readonly name: string; readonly ms: number }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns 'median (minimum to maximum)' with the unit. */
export function spread(values: readonly number[], unit: string, digits = 0): string {
  const show = (value: number) => value.toFixed(digits)
  return `${show(median(values))} ${unit} (${show(Math.min(...values))} to ${show(Math.max(...values))})`
}

/** Returns the value that 95 of 100 values do not exceed. */
export const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0

export { median }

export function printTable(lines: readonly Line[]): void {
  const rows = lines.map((line) => [
    line.kept ? '✓' : '✗',
    line.what,
    line.measured,
    line.against,
    line.ratio === null ? '' : line.ratio.toFixed(2),
    line.wanted,
  ])
  const all = [['', 'what', 'measured', 'against', 'ratio', 'wanted'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
