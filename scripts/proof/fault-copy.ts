/** A copy of the sources in which a deliberate fault is planted and tests run. The tree itself never changes. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { applyPatch } from '../../tests/mutants/apply-patch.ts'
import { isBrowserTest, patchFile } from '../../tests/mutants/planted.ts'
import type { Planted } from '../../tests/mutants/planted-fault.ts'
import { runStep, type Step } from '../run-step.ts'

/** One test of a report. */
interface Ran {
  readonly file: string
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Of a failure. */
  readonly message: string
}

export interface TestRun {
  readonly ran: readonly Ran[]
  /** Why files could not be loaded, or what the runner printed. */
  readonly output: string
}

/** What became of the tests that a fault names. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  /** No test ran to its end: the sources do not compile, a hook failed, the server did not start, or a title is wrong. */
  | { readonly kind: 'not run'; readonly message: string }

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const outcomeOf = (status: string): Ran['outcome'] =>
  status === 'passed' || status === 'failed' ? status : 'skipped'

function readVitest(json: unknown): TestRun {
  const { testResults } = vitestReport.parse(json)
  return {
    output: testResults.map(({ message }) => message).join(''),
    ran: testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName: title, status, failureMessages }) => ({
        file,
        title,
        outcome: outcomeOf(status),
        message: failureMessages?.[0] ?? '',
      })),
    ),
  }
}

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'skipped', 'flaky']),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
})
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites(): z.ZodOptional<z.ZodArray<typeof playwrightSuite>> {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

const PLAYWRIGHT_OUTCOMES = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
} as const

const specsOf = ({
  specs,
  suites = [],
}: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

function readPlaywright(json: unknown): TestRun {
  const { suites, errors } = playwrightReport.parse(json)
  return {
    output: errors.map(({ message }) => message ?? '').join('\n'),
    ran: suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
      tests.map(({ status, results }) => ({
        file: `tests/e2e/${file}`,
        title,
        outcome: PLAYWRIGHT_OUTCOMES[status],
        message: results.flatMap(({ errors: found }) => found.map(({ message }) => message ?? ''))[0] ?? '',
      })),
    ),
  }
}

/** Errors of tests/e2e/support/server.ts: the fault was not judged. */
const NO_SERVER = /the server (ended with|was not healthy)/

export function verdictOf({ caughtBy, title = '' }: Planted, { ran, output }: TestRun): Verdict {
  const own = ran.filter(
    (test) => test.file.endsWith(caughtBy) && test.title.includes(title) && test.outcome !== 'skipped',
  )
  const failed = own.filter(({ outcome }) => outcome === 'failed')
  const judged = failed.find(({ message }) => !NO_SERVER.test(message))
  if (judged !== undefined) return { kind: 'failed', message: firstLine(judged.message) }
  if (failed.length === 0 && own.length > 0) return { kind: 'passed' }
  return { kind: 'not run', message: stripVTControlCharacters(failed[0]?.message ?? output.slice(-2000)) }
}

const firstLine = (text: string) => stripVTControlCharacters(text).split('\n')[0] ?? ''

/** For a regular expression on a command line. */
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The words by which a runner chooses tests; null: a fault wants a whole file. */
function titlesOf(faults: readonly Planted[]): string | null {
  const titles = faults.flatMap(({ title }) => (title === undefined ? [] : [literal(title)]))
  return titles.length < faults.length ? null : [...new Set(titles)].join('|')
}

const filesOf = (faults: readonly Planted[]) => [...new Set(faults.map(({ caughtBy }) => caughtBy))]

export class FaultCopy {
  readonly #scratch: string
  readonly #root: string
  #reports = 0

  private constructor(scratch: string) {
    this.#scratch = scratch
    this.#root = join(scratch, 'farol')
  }

  /** Copies the tracked and the new files of the present folder as they are, and works in the copy from then on. */
  static async make(): Promise<FaultCopy> {
    const from = process.cwd()
    const copy = new FaultCopy(await realpath(await mkdtemp(join(tmpdir(), 'farol-faults-'))))
    const { stdout } = await promisify(execFile)(
      'git',
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      { maxBuffer: 100_000_000 },
    )
    for (const file of stdout.split('\0').filter((path) => path !== '' && existsSync(path)))
      await cp(file, join(copy.#root, file), { verbatimSymlinks: true })
    await symlink(await realpath(join(from, 'node_modules')), join(copy.#root, 'node_modules'), 'junction')
    process.chdir(copy.#root)
    return copy
  }

  plant({ patch }: Planted): Promise<void> {
    return applyPatch(patchFile(patch), { root: this.#root })
  }

  takeBack({ patch }: Planted): Promise<void> {
    return applyPatch(patchFile(patch), { root: this.#root, reverse: true })
  }

  /** Returns what the build printed if it failed, else null. */
  async build(): Promise<string | null> {
    const { code, output } = await runStep({
      name: 'build',
      command: ['node', 'scripts/build.ts', '--kept'],
    })
    return code === 0 ? null : output
  }

  /** Runs the tests that the faults name, all of Vitest or all of the browser. */
  run(faults: readonly Planted[], env: Readonly<Record<string, string>> = {}): Promise<TestRun> {
    return faults.some(isBrowserTest) ? this.#playwright(faults, env) : this.#vitest(faults, env)
  }

  async remove(): Promise<void> {
    process.chdir(tmpdir())
    await rm(this.#scratch, { recursive: true, force: true, maxRetries: 5 })
  }

  #vitest(faults: readonly Planted[], env: Readonly<Record<string, string>>): Promise<TestRun> {
    const titles = titlesOf(faults)
    const report = this.#newReport()
    return this.#run(report, readVitest, {
      name: 'vitest',
      command: [
        'npx',
        'vitest',
        'run',
        ...filesOf(faults),
        ...(titles === null ? [] : ['--testNamePattern', titles]),
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      // On the embedded database, unless the fault needs another: it needs no server.
      env: { TEST_DATABASE_URL: '', ...env },
    })
  }

  #playwright(faults: readonly Planted[], env: Readonly<Record<string, string>>): Promise<TestRun> {
    const titles = titlesOf(faults)
    const report = this.#newReport()
    return this.#run(report, readPlaywright, {
      name: 'playwright',
      command: [
        'npx',
        'playwright',
        'test',
        ...filesOf(faults),
        ...(titles === null ? [] : ['--grep', titles]),
        '--retries=0',
        '--reporter=json',
      ],
      env: {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        FAROL_E2E_RUN: join(this.#scratch, 'e2e'),
      },
    })
  }

  async #run(report: string, read: (json: unknown) => TestRun, step: Step): Promise<TestRun> {
    const { output } = await runStep(step)
    const json = await readFile(report, 'utf8').catch(() => null)
    const run = json === null ? null : read(JSON.parse(json))
    return { ran: run?.ran ?? [], output: run?.output || output }
  }

  #newReport(): string {
    this.#reports += 1
    return join(this.#scratch, `report-${this.#reports}.json`)
  }
}
