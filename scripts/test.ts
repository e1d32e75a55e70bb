/**
 * `npm test`: runs all suites on a fresh machine, as root or not, on two cores. Finds or installs a browser and a
 * PostgreSQL. The commit's hash chooses the slice of the longest suites. The last line of the output is
 * `N passed, N failed`.
 */
import { findBrowser } from './find/browser.ts'
import { inLanes } from './proof/lanes.ts'
import { OF_THE_DEVICE, OF_THE_SCREENS, OF_THE_SIMULATION, Proof } from './proof/proof.ts'
import { presentSlice, sealedScenarios } from './proof/slice.ts'

const proof = await Proof.begin()

/** As in playwright.config.ts: a test that fails only beside a busy neighbour is named, and does not stop a release. */
const repeats = Boolean(process.env.CI)
const slice = await presentSlice()
proof.note(slice.words)
let isBuilt = false

const browser = await findBrowser()
if (browser === null)
  proof.notRun(
    'navegador: nenhum Chromium encontrado nem instalável; telas montadas e testes de ponta a ponta não rodaram',
    { isFailure: true },
  )
const inBrowser = { ...slice.env, CHROMIUM: browser ?? '' }

// The longest job first: the other lane runs the rest meanwhile.
await proof.withPostgres((postgres) =>
  inLanes(2, [
    // Two workers beside the other lane: each waits for its database half of the time.
    () => proof.projects(['api'], { env: { ...slice.env, ...postgres }, workers: 2, repeats }),
    () => proof.must({ name: 'verificação estática', command: ['npm', 'run', '--silent', 'check'] }),
    () => proof.projects(OF_THE_DEVICE, { env: slice.env, repeats }),
    async () => {
      isBuilt = await proof.buildApp()
    },
    () =>
      browser === null ? Promise.resolve() : proof.projects(OF_THE_SCREENS, { env: inBrowser, repeats }),
    () => proof.projects(OF_THE_SIMULATION, { env: slice.env, repeats }),
    () => proof.projects(['simulation'], { ...sealedScenarios(6), repeats }),
    () => proof.projects(['faults'], { env: slice.env, repeats }),
    () => proof.foreignClient({ env: slice.env, repeats }),
  ]),
)

if (browser !== null && isBuilt) await proof.playwright('navegador', [], { env: inBrowser })

await proof.close()
