/**
 * `npm run test:long`: what `npm test` has in a short form, or not at all. Other engines than Chromium's, a server
 * that is killed again and again, thousands of scenarios of the simulation and of random requests. `-- --seeds 500
 * --requests 5000`: fewer.
 */
import { parseArgs } from 'node:util'
import { proveOtherBrowsers } from './other-browsers.ts'
import { Proof } from './proof.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '20000' },
  },
})

const proof = await Proof.begin()
await proveOtherBrowsers(proof)
await proof.vitest('faults', ['npm', 'run', '--silent', 'test:faults', '--'])
await proof.projects(['simulation'], { SEEDS: values.seeds }, ['tests/simulation/scenarios'])
await proof.withPostgres((env) =>
  proof.projects(['api'], { ...env, FUZZ_REQUESTS: values.requests }, ['tests/api/security/fuzz.test.ts']),
)
await proof.close()
