/**
 * `npm run test:fuzz`: sends random requests to each route of a running server. `-- --requests 20000 --seed 7` sets
 * the number and the seed; the same values repeat the same requests. `--at-once 1` sends one at a time.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '4' },
  },
})
const child = spawn('npx', ['vitest', 'run', '--project', 'api', 'tests/api/security/fuzz.test.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_REQUESTS: values.requests,
    FUZZ_SEED: values.seed,
    FUZZ_AT_ONCE: values['at-once'],
  },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
