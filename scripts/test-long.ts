/**
 * `npm run test:long`: the long versions of tests of `npm test`, and tests that it lacks: other browser engines, a
 * server that is killed repeatedly, thousands of simulation scenarios and random requests. `-- --seeds 500 --requests
 * 5000` runs fewer.
 */
import { parseArgs } from 'node:util'
import { proveOtherBrowsers } from './other-browsers.ts'
import { Proof } from './proof.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '20000' },
    flood: { type: 'string', default: '10000' },
  },
})

const proof = await Proof.begin()
await proveOtherBrowsers(proof)
await proof.vitest('faults', ['npm', 'run', '--silent', 'test:faults', '--'])
await proof.projects(['simulation'], { SEEDS: values.seeds }, ['tests/simulation/scenarios'])
await proof.withPostgres((env) =>
  proof.projects(['api'], { ...env, FUZZ_REQUESTS: values.requests, FLOOD: values.flood }, [
    'tests/api/security/fuzz.test.ts',
    'tests/api/security/external-flood.test.ts',
  ]),
)
await proof.close()
