/** How long each test file took in its last run on this machine, for choosing and ordering tests. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { TestTime } from './reports.ts'

const FILE = join(import.meta.dirname, '../../node_modules/.tmp/test-times.json')
const timesSchema = z.record(z.string(), z.number())
/** Seconds by test file. */
export type Times = z.output<typeof timesSchema>

/** What a file is thought to take before its first run on this machine. */
const UNKNOWN_SECONDS = { unit: 0.5, other: 4 }

export async function readTimes(): Promise<Times> {
  const text = await readFile(FILE, 'utf8').catch(() => null)
  return text === null ? {} : timesSchema.parse(JSON.parse(text))
}

export const secondsOf = (times: Times, file: string): number =>
  times[file] ?? (/^tests\/(unit|sync)\//u.test(file) ? UNKNOWN_SECONDS.unit : UNKNOWN_SECONDS.other)

/** Keeps the times of these tests; files that did not run keep theirs. */
export async function keepTimes(tests: readonly TestTime[]): Promise<void> {
  const now: Record<string, number> = {}
  for (const { file, seconds } of tests) now[file] = (now[file] ?? 0) + seconds
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, JSON.stringify({ ...(await readTimes()), ...now }))
}
