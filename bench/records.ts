/**
 * The figures of a bench against their records: 'slower than its record by more than a third'. A record is a ratio to a
 * calibration loop of the same run, so that machines and busy hours compare. `bench/records.json` has them;
 * `BENCH_RECORD=1` adds new figures and keeps the better of two.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { median } from './table.ts'

const FILE = join(import.meta.dirname, 'records.json')
const recordsSchema = z.record(z.string(), z.record(z.string(), z.number().positive()))

/** A figure that is so many times its record is said. */
const MUCH_SLOWER = 4 / 3
const ROUNDS = 7

/** Sorts, joins and parses a fixed list: what the product's own code does most. Returns ms. */
function loop(): number {
  const began = performance.now()
  let seed = 1
  const rows = Array.from({ length: 20_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return { id: seed, name: `nome ${seed % 9973}`, at: seed % 86_400 }
  })
  rows.sort((one, other) => (one.name < other.name ? -1 : 1))
  const counts = new Map<string, number>()
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (JSON.parse(JSON.stringify(rows)).length !== rows.length) throw new Error('the loop lost rows')
  return performance.now() - began
}

const calibrate = () => median(Array.from({ length: ROUNDS }, loop))

export type Ratios = Readonly<Record<string, number>>

/** Returns the figures that are slower than their record by more than a third, with how many times it they are. */
export const slowerThan = (records: Ratios, ratios: Ratios): { name: string; times: number }[] =>
  Object.entries(ratios).flatMap(([name, ratio]) => {
    const record = records[name]
    return record !== undefined && ratio > record * MUCH_SLOWER ? [{ name, times: ratio / record }] : []
  })

/** Returns the records with these figures: the better of two is kept. */
export const betterOf = (records: Ratios, ratios: Ratios): Ratios => ({
  ...records,
  ...Object.fromEntries(
    Object.entries(ratios).map(([name, ratio]) => [name, Math.min(ratio, records[name] ?? ratio)]),
  ),
})

const rounded = (ratio: number) => Number(ratio.toPrecision(3))

export class Records {
  readonly #bench: string
  readonly #figures = new Map<string, number>()
  readonly #calibrations = [calibrate()]

  /** `bench`: as its command is called, 'opening' for `npm run bench:opening`. */
  constructor(bench: string) {
    this.#bench = bench
  }

  /** Takes a time in ms, of which less is better. What could not be measured is left out. */
  note(name: string, ms: number): void {
    if (Number.isFinite(ms) && ms > 0) this.#figures.set(name, ms)
  }

  /** Prints what is much slower than its record. */
  async end(): Promise<void> {
    this.#calibrations.push(calibrate())
    const unit = median(this.#calibrations)
    const ratios = Object.fromEntries([...this.#figures].map(([name, ms]) => [name, rounded(ms / unit)]))
    const all = recordsSchema.parse(JSON.parse(await readFile(FILE, 'utf8')))
    const own = all[this.#bench] ?? {}
    console.log(`\nRecords (a calibration loop took ${unit.toFixed(1)} ms)`)
    for (const { name, times } of slowerThan(own, ratios))
      console.log(`  slower than its record by more than a third: ${name}, ${times.toFixed(2)} times`)
    const unknown = Object.keys(ratios).filter((name) => own[name] === undefined)
    console.log(`  ${Object.keys(ratios).length} figures, ${unknown.length} of them without a record`)
    if (process.env.BENCH_RECORD !== '1') return
    const next = { ...all, [this.#bench]: betterOf(own, ratios) }
    await writeFile(FILE, `${JSON.stringify(next, null, 2)}\n`)
  }
}
