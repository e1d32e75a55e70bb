/**
 * `npm run test:mutants`: proves that the tests notice faults. It plants each deliberate fault of tests/mutants in a copy
 * of the sources, one at a time, and runs the test that must fail with it. `-- --only WORD` plants those faults whose
 * patch, sentence or test contains the word. The last line of the output is `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../tests/api/support/postgres-server.ts'
import { isBrowserTest, PLANTED } from '../tests/mutants/planted.ts'
import type { Planted } from '../tests/mutants/planted-fault.ts'
import { findBrowser } from './find/browser.ts'
import { FaultCopy, type Verdict, verdictOf } from './proof/fault-copy.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const word = values.only.toLowerCase()
const chosen = PLANTED.filter(({ patch, fault, caughtBy }) =>
  [patch, fault, caughtBy].some((text) => text.toLowerCase().includes(word)),
)

const started = Date.now()
const secondsSince = (ms: number) => `${((Date.now() - ms) / 1000).toFixed(0)} s`
const notCaught: string[] = []
let passed = 0

function note({ patch, fault, caughtBy }: Planted, problem: string | null, detail: string): void {
  console.log(`${problem === null ? '✓' : '✗'} ${patch}: ${fault} (${caughtBy}, ${detail})`)
  if (problem === null) passed += 1
  else notCaught.push(`${patch}: ${problem}`)
}

/** Runs the tests of these faults on the sound sources. Returns the faults whose tests pass there. */
async function soundOnes(
  copy: FaultCopy,
  faults: readonly Planted[],
  env: Record<string, string>,
): Promise<Planted[]> {
  if (faults.length === 0) return []
  const began = Date.now()
  const run = await copy.run(faults, env)
  const sound = faults.filter((fault) => {
    const verdict = verdictOf(fault, run)
    if (verdict.kind === 'passed') return true
    note(fault, `its test does not pass without the fault: ${verdict.message}`, 'not planted')
    return false
  })
  console.log(`── without a fault: the tests of ${sound.length} faults pass (${secondsSince(began)})`)
  return sound
}

async function judged(copy: FaultCopy, fault: Planted, env: Record<string, string>): Promise<Verdict> {
  const failure = isBrowserTest(fault) ? await copy.build() : null
  if (failure !== null) return { kind: 'not run', message: failure }
  return verdictOf(fault, await copy.run([fault], env))
}

/** Returns why the fault is not caught, or null. */
function problemOf(verdict: Verdict): string | null {
  if (verdict.kind === 'failed') return null
  if (verdict.kind === 'passed') return 'its test passes with the fault'
  return `its test does not run with the fault: ${verdict.message}`
}

async function plant(copy: FaultCopy, fault: Planted, env: Record<string, string>): Promise<void> {
  const began = Date.now()
  try {
    await copy.plant(fault)
  } catch (error) {
    return note(fault, `its patch does not apply any more: ${String(error)}`, 'not planted')
  }
  try {
    const verdict = await judged(copy, fault, env)
    note(fault, problemOf(verdict), secondsSince(began))
    if (verdict.kind === 'failed') console.log(`  ${verdict.message}`)
  } finally {
    await copy.takeBack(fault)
  }
}

async function provePart(
  copy: FaultCopy,
  faults: readonly Planted[],
  env: Record<string, string> = {},
): Promise<void> {
  for (const fault of await soundOnes(copy, faults, env)) await plant(copy, fault, env)
}

async function proveInBrowser(copy: FaultCopy, faults: readonly Planted[]): Promise<void> {
  if (faults.length === 0) return
  const browser = await findBrowser()
  const failure = browser === null ? 'no Chromium was found' : await copy.build()
  if (browser === null || failure !== null) {
    for (const fault of faults) note(fault, failure, 'not planted')
    return
  }
  await provePart(copy, faults, { CHROMIUM: browser })
}

async function proveOnPostgres(copy: FaultCopy, faults: readonly Planted[]): Promise<void> {
  if (faults.length === 0) return
  const given = process.env.TEST_DATABASE_URL ?? ''
  if (given !== '') return provePart(copy, faults, { TEST_DATABASE_URL: given })
  const folder = await mkdtemp(join(tmpdir(), 'farol-faults-postgres-'))
  try {
    const postgres = await startPostgres({ dir: join(folder, 'postgres') })
    try {
      await provePart(copy, faults, { TEST_DATABASE_URL: postgres.url })
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const parted = (faults: readonly Planted[], fits: (fault: Planted) => boolean) =>
  [faults.filter(fits), faults.filter((fault) => !fits(fault))] as const

const copy = await FaultCopy.make()
try {
  const [inBrowser, others] = parted(chosen, isBrowserTest)
  // A run has titles or whole files.
  const [onPostgres, embedded] = parted(others, (fault) => fault.onPostgres === true)
  const [titled, whole] = parted(embedded, ({ title }) => title !== undefined)
  await provePart(copy, whole)
  await provePart(copy, titled)
  await proveOnPostgres(copy, onPostgres)
  await proveInBrowser(copy, inBrowser)
} finally {
  await copy.remove()
}

console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} min`)
for (const line of notCaught) console.log(`NOT CAUGHT: ${line}`)
console.log(`${passed} passed, ${notCaught.length} failed`)
process.exitCode = notCaught.length === 0 && passed > 0 ? 0 : 1
