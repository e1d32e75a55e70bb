/** Reads the JSON reports of the test runners: how many tests passed, which failed and why, and how long each took. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

const MESSAGE_LINES = 12

export interface TestTime {
  /** Relative to the root. */
  readonly file: string
  readonly title: string
  readonly seconds: number
}

export interface Failure {
  /** Relative to the root. */
  readonly file: string
  /** Empty if the file could not be loaded. */
  readonly title: string
  readonly message: string
}

export interface SuiteReport {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly Failure[]
  /** Titles of tests that failed and passed when they were repeated. */
  readonly flaky: readonly string[]
  readonly times: readonly TestTime[]
}

export const EMPTY_REPORT: SuiteReport = { passed: 0, failed: 0, failures: [], flaky: [], times: [] }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/** Reads a Vitest report. A file that can't be loaded has no failed test, but counts as one failure. */
export function readVitest(json: string): SuiteReport {
  const report = vitestReport.parse(JSON.parse(json))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests > 0 ? report.numFailedTests : Math.min(report.numFailedTestSuites, 1),
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults.filter((result) => result.status === 'failed')
      if (failed.length === 0) return status === 'failed' ? [{ file, title: '', message }] : []
      return failed.map(({ fullName, failureMessages }) => ({
        file,
        title: fullName.trim(),
        message: failureMessages?.join('\n') ?? '',
      }))
    }),
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
      results: z.array(
        z.object({
          duration: z.number(),
          error: z.object({ message: z.string().optional() }).optional(),
        }),
      ),
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
  errors: z.array(z.object({ message: z.string().optional() })),
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
    failures: [
      ...specs.flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected')
          .map(({ results }) => ({
            file: `tests/e2e/${file}`,
            title,
            message: results.at(-1)?.error?.message ?? '',
          })),
      ),
      ...errors.map(({ message = '' }) => ({ file: 'tests/e2e', title: '', message })),
    ],
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

const isOf = (one: Failure) => (other: Failure) => one.file === other.file && one.title === other.title

/**
 * Returns the report after the files of the failed tests ran once more. A failed test that passed then counts as passed,
 * and as flaky. A file without any test in the second run has failed again.
 */
export function afterRepeat(first: SuiteReport, second: SuiteReport): SuiteReport {
  const ranAgain = ({ file, title }: Failure) =>
    second.times.some((time) => time.file === file && (title === '' || time.title === title))
  const failedAgain = first.failures.filter(
    (failure) => !ranAgain(failure) || second.failures.some(isOf(failure)),
  )
  const failedNow = second.failures.filter((failure) => !first.failures.some(isOf(failure)))
  const failures = [...failedAgain, ...failedNow]
  const flaky = first.failures.filter((failure) => !failedAgain.includes(failure))
  return {
    passed: first.passed + flaky.length - failedNow.length,
    failed: failures.length,
    failures,
    flaky: [...first.flaky, ...flaky.map(({ file, title }) => `${file}  ${title}`)],
    times: first.times,
  }
}

/** The slowest tests, one a line. */
export function slowest(times: readonly TestTime[], count: number): string[] {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}  ${title.slice(0, 90)}`)
}

/** The failed tests with the beginning of their messages, so that the end of a long log says what failed. */
export function described(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ file, title, message }) => [
    `✗ ${file}  ${title}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, MESSAGE_LINES)
      .map((line) => `    ${line.slice(0, 200)}`),
  ])
}
