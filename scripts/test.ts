/**
 * `npm test`: the whole proof, on a machine as it comes, as root or not. Finds or installs what the tests need
 * (a browser, a PostgreSQL), runs every suite, and closes with one line: `N passed, N failed`.
 */
import { findBrowser } from './find-browser.ts'
import { Proof } from './proof.ts'

const proof = await Proof.begin()
await proof.must({ name: 'verificação estática', command: ['npm', 'run', '--silent', 'check'], live: true })

await proof.projects(['unit', 'sync'])

// One test of the API at a time: an open transaction anywhere in a cluster holds back what devices pull from all of it.
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
