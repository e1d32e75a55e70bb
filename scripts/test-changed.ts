/**
 * `npm run test:changed`: the tests that the uncommitted change can reach, or the last commit's change without one. The
 * nearest run first, and changed tests always; what does not fit into `--seconds` (30) is named and left to `npm test`.
 * `--list` only prints them.
 */
import { parseArgs } from 'node:util'
import { git, sourcesNow } from './changed/sources.ts'
import { type ChosenTest, testsOfChange } from './changed/tests-of-change.ts'
import { findBrowser } from './find/browser.ts'
import { OF_THE_DEVICE, OF_THE_SCREENS, OF_THE_SIMULATION, Proof } from './proof/proof.ts'
import { readTimes, secondsOf } from './proof/times.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, list: { type: 'boolean', default: false } },
})
/** A start of Vitest, of its browser, or of the browser suite with the app's build. */
const startSeconds = (suite: string) => ({ e2e: 30, screens: 6 })[suite] ?? 3

async function changedFiles(): Promise<string[]> {
  const uncommitted = [
    ...(await git('diff', '--name-only', 'HEAD')),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ]
  if (uncommitted.length > 0) return uncommitted
  return git('diff-tree', '--no-commit-id', '--name-only', '-r', '-m', '--first-parent', 'HEAD')
}

const changed = await changedFiles()
const chosen = testsOfChange(changed, await sourcesNow('src', 'server', 'scripts', 'tests'))
const times = await readTimes()
const suitesStarted = new Set<string>()
let left = Number(values.seconds)
const now: ChosenTest[] = []
const later: ChosenTest[] = []
for (const test of chosen) {
  const cost = secondsOf(times, test.file) + (suitesStarted.has(test.suite) ? 0 : startSeconds(test.suite))
  if (cost > left && test.distance > 0) later.push(test)
  else {
    left -= cost
    suitesStarted.add(test.suite)
    now.push(test)
  }
}
/** The projects of a folder of tests that has several. */
const PROJECTS: Readonly<Record<string, readonly string[]>> = {
  unit: OF_THE_DEVICE,
  sync: OF_THE_DEVICE,
  screens: OF_THE_SCREENS,
  simulation: OF_THE_SIMULATION,
}
const filesOf = (suite: string) => now.filter((test) => test.suite === suite).map(({ file }) => file)

console.log(`${changed.length} arquivos alterados, ${chosen.length} arquivos de teste alcançados`)
for (const { file, distance } of now) console.log(`  ${distance}  ${file}`)

if (!values.list) {
  const proof = await Proof.begin()
  if (later.length > 0)
    proof.notRun(`${later.length} arquivos mais distantes: ${later.map(({ file }) => file).join(' ')}`, {
      isFailure: false,
    })
  // In the order of their nearest tests; the browser suite waits for the app's build.
  for (const suite of suitesStarted)
    if (suite !== 'e2e')
      await proof.projects(PROJECTS[suite] ?? [suite], {
        files: filesOf(suite),
        env: { TEST_DATABASE: 'pglite' },
        workers: 2,
      })
  if (filesOf('e2e').length > 0) {
    const browser = await findBrowser()
    if (browser === null) proof.notRun('navegador: nenhum Chromium encontrado', { isFailure: true })
    else if (await proof.buildApp())
      await proof.playwright('navegador', filesOf('e2e'), { env: { CHROMIUM: browser }, strict: true })
  }
  await proof.close()
}
