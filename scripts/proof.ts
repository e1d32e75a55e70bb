/** Runs test suites and counts them together. The last line of the output is `N passed, N failed`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../tests/api/support/postgres-server.ts'
import { type Count, countPlaywright, countVitest } from './count-results.ts'
import { findPostgres } from './find-postgres.ts'
import { runStep, type Step } from './run-step.ts'

/** Suites whose files are independent. Their files run in parallel, to use both cores. */
const SIDE_BY_SIDE = new Set(['unit', 'sync', 'simulation'])

export class Proof {
  readonly #scratch: string
  readonly #started = Date.now()
  readonly #notRun: string[] = []
  readonly #failedSteps: string[] = []
  readonly #total: Count = { passed: 0, failed: 0 }
  #reports = 0

  private constructor(scratch: string) {
    this.#scratch = scratch
  }

  static async begin(): Promise<Proof> {
    const scratch = await mkdtemp(join(tmpdir(), 'farol-test-'))
    // The tests start the server about a hundred times. The cache avoids compiling its sources each time.
    process.env.NODE_COMPILE_CACHE ??= join(scratch, 'compiled')
    // Two runs of one user must not share the template.
    process.env.FAROL_E2E_TEMPLATE ??= join(scratch, 'e2e-template')
    return new Proof(scratch)
  }

  async run(step: Step): Promise<boolean> {
    console.log(`\n── ${step.name}`)
    const { code, output, seconds } = await runStep(step)
    if (code !== 0 && !step.live) console.log(output)
    console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds.toFixed(0)} s)`)
    if (code !== 0) this.#failedSteps.push(step.name)
    return code === 0
  }

  /** A step without tests of its own. It counts as one failure when it fails. */
  async must(step: Step): Promise<boolean> {
    const ok = await this.run(step)
    if (!ok) this.#total.failed += 1
    return ok
  }

  /** The line is printed at the end. */
  notRun(line: string, { isFailure }: { readonly isFailure: boolean }): void {
    this.#notRun.push(line)
    if (isFailure) this.#total.failed += 1
  }

  /** Runs a Vitest suite. Reporters are added to `command`. */
  async vitest(name: string, command: Step['command'], env: Record<string, string> = {}): Promise<void> {
    const report = this.#newReport()
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const step: Step = { name: `testes: ${name}`, command: [...command, ...reporters], env, live: true }
    await this.#suite(step, report, countVitest)
  }

  projects(projects: readonly string[], env: Record<string, string> = {}, files: readonly string[] = []) {
    const chosen = projects.flatMap((project) => ['--project', project])
    const workers = projects.every((project) => SIDE_BY_SIDE.has(project)) ? ['--maxWorkers=2'] : []
    return this.vitest(projects.join(', '), ['npx', 'vitest', 'run', ...chosen, ...workers, ...files], env)
  }

  async playwright(name: string, parameters: readonly string[], env: Record<string, string> = {}) {
    const report = this.#newReport()
    const command: Step['command'] = ['npx', 'playwright', 'test', '--reporter=list,json', ...parameters]
    const step: Step = {
      name: `testes: ${name}`,
      command,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      live: true,
    }
    await this.#suite(step, report, countPlaywright)
  }

  buildApp(): Promise<boolean> {
    return this.must({
      name: 'compilação do aplicativo',
      command: ['npx', 'vite', 'build', '--logLevel', 'warn'],
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
      await act(url === undefined ? {} : { TEST_DATABASE_URL: url })
    } finally {
      await postgres?.stop()
    }
  }

  async close(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true })
    console.log(`\n${((Date.now() - this.#started) / 60_000).toFixed(1)} min`)
    if (this.#failedSteps.length > 0) console.log(`FALHOU: ${this.#failedSteps.join(' · ')}`)
    for (const line of this.#notRun) console.log(`NÃO EXECUTADO: ${line}`)
    console.log(`${this.#total.passed} passed, ${this.#total.failed} failed`)
    process.exitCode = this.#total.failed === 0 ? 0 : 1
  }

  #newReport(): string {
    this.#reports += 1
    return join(this.#scratch, `report-${this.#reports}.json`)
  }

  async #suite(step: Step, report: string, count: (json: string) => Count): Promise<void> {
    const ok = await this.run(step)
    const json = await readFile(report, 'utf8').catch(() => null)
    const counted = json === null ? { passed: 0, failed: 0 } : count(json)
    this.#total.passed += counted.passed
    // A suite that failed without a count is one failure: the result must not be green for tests that did not run.
    this.#total.failed += counted.failed > 0 || ok ? counted.failed : 1
  }
}
