/** Counts passed and failed tests in the JSON reports of the runners. */
import { z } from 'zod'

export interface Count {
  passed: number
  failed: number
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
})

/**
 * Returns the counts of a Vitest report. A file that can't be loaded has no failed test, but counts as one failure.
 */
export function countVitest(json: string): Count {
  const report = vitestReport.parse(JSON.parse(json))
  const failed = report.numFailedTests > 0 ? report.numFailedTests : Math.min(report.numFailedTestSuites, 1)
  return { passed: report.numPassedTests, failed }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/** Returns the counts of a Playwright report. A test that passed when it was repeated counts as passed. */
export function countPlaywright(json: string): Count {
  const { stats, errors } = playwrightReport.parse(JSON.parse(json))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}
