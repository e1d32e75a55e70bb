/**
 * The same lists, written in some forty ways: each value that is read is the true one, or its column is doubted, or it is left
 * out with a note, or its line is refused; it is never another value. A failure names the seed of its file.
 * docs/rules.md#spreadsheets
 */
import { expect, test } from 'vitest'
import { runsOf } from '../../../support/slice.ts'
import { type ReadBack, readBack } from './found-wrong.ts'
import { type MadeFile, madeFile, plainFile } from './made-files.ts'
import { shownTable } from './written-table.ts'

const FILES = runsOf(10_000, 20)
const PLAIN_FILES = 300
/** Longer than they take on a busy machine. */
const LONG = 600_000

async function sumOf(make: (seed: number) => MadeFile, count: number) {
  const sum = { lines: 0, good: 0, columns: 0, found: 0, days: 0, doubted: 0 }
  const names = ['lines', 'good', 'columns', 'found', 'days', 'doubted'] as const satisfies (keyof ReadBack)[]
  for (let seed = 1; seed <= count; seed++) {
    const made = make(seed)
    const read = await readBack(made)
    expect(read.wrong, `file ${seed}: ${made.list}, ${made.file.way}\n${shownTable(made.table)}`).toEqual([])
    for (const name of names) sum[name] += read[name]
  }
  return sum
}

test(
  'files of any kind are never read as other values in silence',
  async () => {
    const { lines, good, columns, found } = await sumOf(madeFile, FILES)
    expect(good / lines).toBeGreaterThan(0.8)
    expect(found / columns).toBeGreaterThan(0.9)
  },
  LONG,
)

test(
  'plain files are read',
  async () => {
    const { lines, good, columns, found, days, doubted } = await sumOf(plainFile, PLAIN_FILES)
    expect(good / lines).toBeGreaterThan(0.99)
    expect(found / columns).toBeGreaterThan(0.97)
    // Days of the first twelve of a month alone, and files of one or two lines, say nothing.
    expect(doubted / days).toBeLessThan(0.5)
  },
  LONG,
)
