/** Runs test suites and counts them together. The last line of the output is `N passed, N failed`. */
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { findPostgres } from '../find/postgres.ts'
import { findProgram } from '../find/program.ts'
import { runStep, type Step } from '../run-step.ts'
import {
  afterRepeat,
  described,
  EMPTY_REPORT,
  type Failure,
  readPlaywright,
  readVitest,
  type SuiteReport,
  slowest,
  type TestTime,
} from './reports.ts'
import { keepTimes } from './times.ts'

/** A step with tests. Its command writes the JSON report. */
interface Suite {
  readonly step: Step
  readonly report: string
  readonly read: (json: string) => SuiteReport
  /** A test that passed only when it was repeated counts as a failure. */
  readonly strict: boolean
  /** Runs these files once more; null: the failed tests are not repeated. */
  readonly repeat: ((files: readonly string[]) => Promise<SuiteReport>) | null
}

interface Projects {
  readonly env?: Record<string, string>
  readonly files?: readonly string[]
  readonly workers?: number
  /** The files of a few failed tests run once more, one after the other. docs/testing.md#what-runs-when */
  readonly repeats?: boolean
}

/** The projects of `tests/unit` and `tests/sync`. A file of these folders is in one of the first three. */
export const OF_THE_DEVICE: readonly string[] = ['unit', 'sync', 'replacing', 'sync-sealed']
/** The projects of `tests/simulation`. */
export const OF_THE_SIMULATION: readonly string[] = ['simulation', 'mutants']
/** The projects of `tests/screens`. A file that replaces modules is in the second. */
export const OF_THE_SCREENS: readonly string[] = ['screens', 'screens-alone']

/** Compiled code of earlier runs; it saves the hundred server starts of the tests their compilation. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.tmp/compiled')
const SLOWEST = 20

/** More failed tests than these have one cause: a repeat would only take time. */
const MOST_REPEATED = 5

/** In memory where there is room: the tests copy databases and browser profiles hundreds of times. */
async function scratchFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  const hasRoom = memory !== null && memory.bavail * memory.bsize > 4 * 2 ** 30
  return mkdtemp(join(hasRoom ? '/dev/shm' : tmpdir(), 'farol-test-'))
}

export class Proof {
  readonly #scratch: string
  readonly #started = Date.now()
  readonly #notes: string[] = []
  readonly #notRun: string[] = []
  readonly #failedSteps: string[] = []
  readonly #failures: Failure[] = []
  readonly #flaky: string[] = []
  readonly #steps: { readonly name: string; readonly seconds: number }[] = []
  readonly #times: TestTime[] = []
  #passed = 0
  #failed = 0
  #reports = 0

  private constructor(scratch: string) {
    this.#scratch = scratch
  }

  static async begin(): Promise<Proof> {
    const scratch = await scratchFolder()
    process.env.TMPDIR = scratch
    process.env.NODE_COMPILE_CACHE ??= COMPILED
    return new Proof(scratch)
  }

  async run(step: Step): Promise<boolean> {
    console.log(`\n── ${step.name}`)
    const { code, output, seconds } = await runStep(step)
    if (code !== 0 && !step.live) console.log(output)
    console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds.toFixed(0)} s)`)
    this.#steps.push({ name: step.name, seconds })
    if (code !== 0) this.#failedSteps.push(step.name)
    return code === 0
  }

  /** A step without tests of its own. It counts as one failure when it fails. */
  async must(step: Step): Promise<boolean> {
    const ok = await this.run(step)
    if (!ok) this.#failed += 1
    return ok
  }

  /** The line is printed at the end. */
  note(line: string): void {
    this.#notes.push(line)
  }

  /** The line is printed at the end. */
  notRun(line: string, { isFailure }: { readonly isFailure: boolean }): void {
    this.#notRun.push(line)
    if (isFailure) this.#failed += 1
  }

  /** Runs a Vitest suite. Reporters are added to `command`. */
  vitest(name: string, command: Step['command'], env: Record<string, string> = {}): Promise<void> {
    return this.#suite({ ...this.#vitestStep(name, command, env), strict: true, repeat: null })
  }

  /** Runs Vitest projects, or some of their files, in so many worker processes. */
  projects(
    projects: readonly string[],
    { env = {}, files = [], workers = 1, repeats = false }: Projects = {},
  ): Promise<void> {
    const name = projects.join(', ')
    const chosen = projects.flatMap((project) => ['--project', project])
    const commandOf = (given: readonly string[], count: number): Step['command'] => [
      ...(['npx', 'vitest', 'run'] as const),
      ...chosen,
      `--maxWorkers=${count}`,
      ...given,
    ]
    const repeat = async (failed: readonly string[]): Promise<SuiteReport> => {
      const { step, report, read } = this.#vitestStep(`${name}, repetidos`, commandOf(failed, 1), env)
      console.log(`\n── ${step.name}: ${failed.join(' ')}`)
      await runStep(step)
      const json = await readFile(report, 'utf8').catch(() => null)
      return json === null ? EMPTY_REPORT : read(json)
    }
    return this.#suite({
      ...this.#vitestStep(name, commandOf(files, workers), env),
      strict: !repeats,
      repeat: repeats ? repeat : null,
    })
  }

  /** The sync client in Python, with a Python that is found or installed. */
  async foreignClient(projects: Projects): Promise<void> {
    if ((await findProgram('python3')) === null)
      this.notRun(
        'Python: nenhum python3 encontrado nem instalável; o cliente de sincronização em Python não rodou',
        {
          isFailure: false,
        },
      )
    else await this.projects(['foreign'], projects)
  }

  /** `strict`: a test that passed only when it was repeated counts as a failure. */
  playwright(
    name: string,
    parameters: readonly string[],
    { env = {}, strict = false }: { env?: Record<string, string>; strict?: boolean } = {},
  ): Promise<void> {
    const report = this.#newReport()
    const command: Step['command'] = ['npx', 'playwright', 'test', '--reporter=list,json', ...parameters]
    const step: Step = {
      name: `testes: ${name}`,
      command,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      live: true,
    }
    return this.#suite({ step, report, read: readPlaywright, strict, repeat: null })
  }

  /** Builds the app unless the build is of these sources, and weighs its screens. */
  buildApp(): Promise<boolean> {
    return this.must({
      name: 'compilação e peso do aplicativo',
      command: ['node', 'scripts/build.ts', '--kept'],
    })
  }

  /**
   * Runs `act` with the environment of the API tests: TEST_DATABASE_URL, or a PostgreSQL that runs meanwhile, if one
   * can be found.
   */
  async withPostgres(act: (env: Record<string, string>) => Promise<void>): Promise<void> {
    const given = process.env.TEST_DATABASE_URL
    const binaries = given ? null : await findPostgres()
    if (binaries === null && !given)
      this.notRun(
        'PostgreSQL: nem TEST_DATABASE_URL, nem binários nesta máquina; os testes da API rodaram só no PGlite',
        { isFailure: false },
      )
    const postgres = binaries === null ? null : await startPostgres({ dir: join(this.#scratch, 'postgres') })
    try {
      const url = given ?? postgres?.url
      // Without a PostgreSQL the whole API runs on the embedded database.
      await act(url === undefined ? { TEST_DATABASE: 'pglite' } : { TEST_DATABASE_URL: url })
    } finally {
      await postgres?.stop()
    }
  }

  async close(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true })
    await keepTimes(this.#times)
    console.log(`\nOs ${SLOWEST} testes mais lentos:`)
    for (const line of slowest(this.#times, SLOWEST)) console.log(line)
    console.log('\nEtapas:')
    for (const { name, seconds } of this.#steps) console.log(`${seconds.toFixed(0).padStart(6)} s  ${name}`)
    if (this.#failures.length > 0) console.log('\nFalhas:')
    for (const line of described(this.#failures)) console.log(line)
    for (const line of this.#notes) console.log(`\n${line}`)
    console.log(`\n${((Date.now() - this.#started) / 60_000).toFixed(1)} min`)
    if (this.#failedSteps.length > 0) console.log(`FALHOU: ${this.#failedSteps.join(' · ')}`)
    for (const line of this.#flaky) console.log(`SÓ PASSOU REPETIDO: ${line}`)
    for (const line of this.#notRun) console.log(`NÃO EXECUTADO: ${line}`)
    console.log(`${this.#passed} passed, ${this.#failed} failed`)
    process.exitCode = this.#failed === 0 ? 0 : 1
  }

  #newReport(): string {
    this.#reports += 1
    return join(this.#scratch, `report-${this.#reports}.json`)
  }

  #vitestStep(name: string, command: Step['command'], env: Record<string, string>) {
    const report = this.#newReport()
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const step: Step = { name: `testes: ${name}`, command: [...command, ...reporters], env }
    return { step, report, read: readVitest }
  }

  async #suite({ step, report, read, strict, repeat }: Suite): Promise<void> {
    const ok = await this.run(step)
    const json = await readFile(report, 'utf8').catch(() => null)
    const first = json === null ? EMPTY_REPORT : read(json)
    const files = [...new Set(first.failures.map(({ file }) => file))]
    const isRepeated = repeat !== null && files.length > 0 && first.failed <= MOST_REPEATED
    const { passed, failed, failures, flaky, times } = isRepeated
      ? afterRepeat(first, await repeat(files))
      : first
    if (isRepeated && failed === 0) this.#failedSteps.splice(this.#failedSteps.indexOf(step.name), 1)
    this.#passed += passed
    this.#times.push(...times)
    this.#failures.push(...failures)
    this.#flaky.push(...flaky)
    // A suite that failed without a count is one failure: the result must not be green for tests that did not run.
    this.#failed += failed > 0 || ok || isRepeated ? failed : 1
    if (strict) this.#failed += flaky.length
  }
}
