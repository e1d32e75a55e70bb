import { expect, it } from 'vitest'
import {
  afterRepeat,
  described,
  type Failure,
  readPlaywright,
  readVitest,
  type SuiteReport,
} from '../../../scripts/proof/reports.ts'

it('the end of a run names the failed tests of both runners, with the beginning of their messages', () => {
  const vitest = readVitest(
    JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      numFailedTestSuites: 2,
      testResults: [
        {
          name: `${process.cwd()}/tests/api/leads.test.ts`,
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: ' a lead is found', status: 'passed', duration: 4, failureMessages: [] },
            {
              fullName: ' a lead is lost',
              status: 'failed',
              duration: 9,
              failureMessages: [
                '\u001B[31mAssertionError\u001B[39m: expected 409 to be 200\n    at leads.test.ts:4',
              ],
            },
          ],
        },
        {
          name: `${process.cwd()}/tests/api/users.test.ts`,
          status: 'failed',
          message: 'Cannot find package',
          assertionResults: [],
        },
      ],
    }),
  )
  const playwright = readPlaywright(
    JSON.stringify({
      stats: { expected: 0, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          specs: [
            {
              title: 'a report keeps its place',
              file: 'reports.spec.ts',
              tests: [
                { status: 'unexpected', results: [{ duration: 9, error: { message: 'Timed out' } }] },
                { status: 'flaky', results: [{ duration: 9, error: { message: 'once' } }, { duration: 5 }] },
              ],
            },
          ],
        },
      ],
    }),
  )
  expect(described([...vitest.failures, ...playwright.failures])).toEqual([
    '✗ tests/api/leads.test.ts  a lead is lost',
    '    AssertionError: expected 409 to be 200',
    '        at leads.test.ts:4',
    '✗ tests/api/users.test.ts  ',
    '    Cannot find package',
    '✗ tests/e2e/reports.spec.ts  a report keeps its place',
    '    Timed out',
  ])
})

const failure = (title: string): Failure => ({ file: 'tests/api/leads.test.ts', title, message: 'why' })
const report = (passed: readonly string[], failed: readonly string[]): SuiteReport => ({
  passed: passed.length,
  failed: failed.length,
  failures: failed.map(failure),
  flaky: [],
  times: [...passed, ...failed].map((title) => ({ file: 'tests/api/leads.test.ts', title, seconds: 1 })),
})

it('a test that passes when it is repeated is named as flaky, and one that fails again is a failure', () => {
  const first = report(['a', 'b'], ['c', 'd'])
  expect(afterRepeat(first, report(['a', 'b', 'c'], ['d']))).toMatchObject({
    passed: 3,
    failed: 1,
    failures: [failure('d')],
    flaky: ['tests/api/leads.test.ts  c'],
  })
})

it('what fails only in the repeat, and a file that does not run again, are failures', () => {
  const first = report(['a', 'b'], ['c'])
  expect(afterRepeat(first, report(['b', 'c'], ['a']))).toMatchObject({
    passed: 2,
    failed: 1,
    failures: [failure('a')],
  })
  expect(afterRepeat(first, report([], []))).toMatchObject({ passed: 2, failed: 1, failures: [failure('c')] })
})
