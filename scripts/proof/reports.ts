/** Reads the JSON reports of the test runners: how many tests passed, and how long each took. */
import { relative } from 'node:path'
import { z } from 'zod'

export interface TestTime {
  /** Relative to the root. */
  readonly file: string
  readonly title: string
  readonly seconds: number
}

export interface SuiteReport {
  readonly passed: number
  readonly failed: number
  /** Titles of tests that failed and passed when they were repeated. */
  readonly flaky: readonly string[]
  readonly times: readonly TestTime[]
}

export const EMPTY_REPORT: SuiteReport = { passed: 0, failed: 0, flaky: [], times: [] }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
})

/** Reads a Vitest report. A file that can't be loaded has no failed test, but counts as one failure. */
export function readVitest(json: string): SuiteReport {
  const report = vitestReport.parse(JSON.parse(json))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests > 0 ? report.numFailedTests : Math.min(report.numFailedTestSuites, 1),
    flaky: [],
    times: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: relative(process.cwd(), name),
        title: fullName.trim(),
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  }
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
})
const suiteSchema = z.object({
  specs: z.array(specSchema).default([]),
  get suites() {
    return z.array(suiteSchema).default([])
  },
})
type Suite = z.output<typeof suiteSchema>
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(suiteSchema),
})

const specsOf = ({ specs, suites }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]

/** Reads a Playwright report. A test that passed when it was repeated counts as passed, and as flaky. */
export function readPlaywright(json: string): SuiteReport {
  const { stats, errors, suites } = playwrightReport.parse(JSON.parse(json))
  const specs = suites.flatMap(specsOf)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    flaky: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => title),
    times: specs.flatMap(({ file, title, tests }) =>
      tests.map(({ results }) => ({
        file: `tests/e2e/${file}`,
        title,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
  }
}

/** The slowest tests, one a line. */
export function slowest(times: readonly TestTime[], count: number): string[] {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}  ${title.slice(0, 90)}`)
}
