/**
 * `npm test`: runs all suites on a fresh machine, as root or not. Finds or installs a browser and a PostgreSQL. The
 * last line of the output is `N passed, N failed`.
 */
import { findBrowser } from './find-browser.ts'
import { Proof } from './proof.ts'

const proof = await Proof.begin()
await proof.must({ name: 'verificação estática', command: ['npm', 'run', '--silent', 'check'], live: true })

await proof.projects(['unit', 'sync'])

// API tests run one at a time: an open transaction in a cluster delays the pulls of all its databases.
await proof.withPostgres(async (env) => {
  await Promise.all([proof.projects(['api'], env), proof.projects(['simulation'])])
})

await proof.projects(['faults'])

const browser = await findBrowser()
if (browser === null)
  proof.notRun(
    'navegador: nenhum Chromium encontrado nem instalável; os testes de ponta a ponta não rodaram',
    { isFailure: true },
  )
else if (await proof.buildApp()) await proof.playwright('navegador', [], { CHROMIUM: browser })

await proof.close()
