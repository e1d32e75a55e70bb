/**
 * `npm test`: the whole proof, on a machine as it comes, as root or not. Finds or installs what the tests need
 * (a browser, a PostgreSQL), runs every suite, and closes with one line: `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../tests/api/support/postgres-server.ts'
import { type Count, countPlaywright, countVitest } from './count-results.ts'
import { findBrowser } from './find-browser.ts'
import { findPostgres } from './find-postgres.ts'
import { runStep, type Step } from './run-step.ts'

const scratch = await mkdtemp(join(tmpdir(), 'farol-test-'))
/** Servers are started a hundred times over: what Node makes of their sources is made once. */
process.env.NODE_COMPILE_CACHE ??= join(scratch, 'compiled')
/** Two runs of one user on one machine do not take each other's. */
process.env.FAROL_E2E_TEMPLATE ??= join(scratch, 'e2e-template')
const notRun: string[] = []
const failedSteps: string[] = []
const total: Count = { passed: 0, failed: 0 }

async function run(step: Step): Promise<boolean> {
  console.log(`\n── ${step.name}`)
  const { code, output, seconds } = await runStep(step)
  if (code !== 0 && !step.live) console.log(output)
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds.toFixed(0)} s)`)
  if (code !== 0) failedSteps.push(step.name)
  return code === 0
}

async function suite(
  name: string,
  step: Step,
  report: string,
  count: (json: string) => Count,
): Promise<void> {
  const ok = await run({ ...step, name, live: true })
  const json = await readFile(report, 'utf8').catch(() => null)
  const counted = json === null ? { passed: 0, failed: 0 } : count(json)
  total.passed += counted.passed
  // A suite that broke before it could count is a failure too: never a green line over a run that did not happen.
  total.failed += counted.failed > 0 || ok ? counted.failed : 1
}

/** Suites whose files need nothing of one another: else one core of two would wait. */
const SIDE_BY_SIDE = new Set(['unit', 'sync', 'simulation'])

function vitest(projects: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const name = projects.join(', ')
  const report = join(scratch, `${projects.join('-')}.json`)
  const command = [
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...(projects.every((project) => SIDE_BY_SIDE.has(project)) ? ['--maxWorkers=2'] : []),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return suite(
    `testes: ${name}`,
    { name, command: ['npx', ...command], env, live: true },
    report,
    countVitest,
  )
}

const started = Date.now()
if (!(await run({ name: 'verificação estática', command: ['npm', 'run', '--silent', 'check'], live: true })))
  total.failed += 1

await vitest(['unit', 'sync'])

const binaries = process.env.TEST_DATABASE_URL ? null : await findPostgres()
if (binaries === null && !process.env.TEST_DATABASE_URL)
  notRun.push(
    'PostgreSQL: nem TEST_DATABASE_URL, nem binários nesta máquina; os testes da API rodaram só no PGlite',
  )
const postgres = binaries === null ? null : await startPostgres({ dir: join(scratch, 'postgres') })
try {
  const url = process.env.TEST_DATABASE_URL ?? postgres?.url
  // One test of the API at a time: an open transaction anywhere in a cluster holds back what devices pull from all of it.
  await Promise.all([
    vitest(['api'], url === undefined ? {} : { TEST_DATABASE_URL: url }),
    vitest(['simulation']),
  ])
} finally {
  await postgres?.stop()
}

await vitest(['faults'])

const browser = await findBrowser()
if (browser === null) {
  notRun.push('navegador: nenhum Chromium encontrado nem instalável; os testes de ponta a ponta não rodaram')
  total.failed += 1
} else if (
  await run({ name: 'compilação do aplicativo', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
) {
  const report = join(scratch, 'e2e.json')
  const env = { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const command: Step['command'] = ['npx', 'playwright', 'test', '--reporter=list,json']
  await suite('testes: navegador', { name: 'e2e', command, env }, report, countPlaywright)
} else total.failed += 1

await rm(scratch, { recursive: true, force: true })
console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} min`)
if (failedSteps.length > 0) console.log(`FALHOU: ${failedSteps.join(' · ')}`)
for (const line of notRun) console.log(`NÃO EXECUTADO: ${line}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
