/** Reads how many tests passed and failed out of the runners' JSON reports. */
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

/** A file that could not even be loaded has no failed test in it, but counts as one failure. */
export function countVitest(json: string): Count {
  const report = vitestReport.parse(JSON.parse(json))
  const failed = report.numFailedTests > 0 ? report.numFailedTests : Math.min(report.numFailedTestSuites, 1)
  return { passed: report.numPassedTests, failed }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/** A flaky test is a failed one: the product or the test does not hold. */
export function countPlaywright(json: string): Count {
  const { stats, errors } = playwrightReport.parse(JSON.parse(json))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}
