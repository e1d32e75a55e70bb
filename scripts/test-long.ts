/**
 * `npm run test:long`: everything whole. All that `npm test` runs a slice of, the API on both databases, the browser
 * suite without repeating a failed test, and tests that `npm test` lacks: other browser engines, a server that is killed
 * repeatedly, thousands of simulation scenarios and random requests. `-- --seeds 500 --requests 5000` runs fewer,
 * `-- --repeats 10` runs the browser suite so many times.
 */
import { parseArgs } from 'node:util'
import { findBrowser } from './find/browser.ts'
import { inLanes } from './proof/lanes.ts'
import { proveOtherBrowsers } from './proof/other-browsers.ts'
import { OF_THE_DEVICE, OF_THE_SCREENS, OF_THE_SIMULATION, Proof } from './proof/proof.ts'
import { presentSlice, sealedScenarios } from './proof/slice.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '20000' },
    flood: { type: 'string', default: '10000' },
    repeats: { type: 'string', default: '1' },
  },
})

/** At so many points of each way the browser of a protected device is killed. */
const STOPS = '8'

/** Random steps of the client in Python. */
const FOREIGN_STEPS = '2000'

/** Scenarios with protected tablets. */
const SEALED = 300

const proof = await Proof.begin()
const browser = await findBrowser()
if (browser === null)
  proof.notRun('navegador: nenhum Chromium encontrado nem instalável', { isFailure: true })
const { FUZZ_SEED = '1' } = (await presentSlice()).env
const whole = { FUZZ_REQUESTS: values.requests, FLOOD: values.flood }
await proof.withPostgres((postgres) =>
  inLanes(2, [
    () => proof.projects(['api'], { env: { ...whole, ...postgres } }),
    () => proof.must({ name: 'verificação estática', command: ['npm', 'run', '--silent', 'check'] }),
    () => proof.projects(OF_THE_DEVICE),
    () =>
      browser === null ? Promise.resolve() : proof.projects(OF_THE_SCREENS, { env: { CHROMIUM: browser } }),
    () => proof.projects(OF_THE_SIMULATION, { env: { SEEDS: values.seeds } }),
    () => proof.projects(['simulation'], sealedScenarios(SEALED)),
    () => proof.foreignClient({ env: { FUZZ_SEED, FOREIGN_STEPS } }),
  ]),
)
await proof.vitest('faults', ['npm', 'run', '--silent', 'test:faults', '--'])
await proof.must({
  name: 'defeitos plantados',
  command: ['npm', 'run', '--silent', 'test:mutants'],
  live: true,
})
if (browser !== null && (await proof.buildApp())) {
  const repeats = [`--repeat-each=${values.repeats}`, '--retries=0']
  await proof.playwright('navegador', repeats, { env: { CHROMIUM: browser, STOPS }, strict: true })
}
await proveOtherBrowsers(proof)
await proof.close()
