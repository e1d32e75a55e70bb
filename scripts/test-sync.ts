/**
 * `npm run test:sync`: the sync engine's tests and the simulation with the real server. `-- --seeds 20000` runs that
 * many scenarios, `-- --from 301 --seeds 600` those from 301 to 600, `-- --seed 17` one scenario with a log of its
 * steps. `--workers 1` uses one core.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { OF_THE_DEVICE, OF_THE_SIMULATION } from './proof/proof.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
})
const onlyScenarios = values.seeds !== undefined || values.seed !== undefined
const projects = onlyScenarios ? ['simulation'] : [...OF_THE_DEVICE, ...OF_THE_SIMULATION]
const child = spawn(
  'npx',
  [
    'vitest',
    'run',
    // The scenarios are in two files, for machines with two cores.
    `--maxWorkers=${values.workers}`,
    ...projects.flatMap((project) => ['--project', project]),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.seeds === undefined ? {} : { SEEDS: values.seeds }),
      ...(values.from === undefined ? {} : { FROM: values.from }),
      ...(values.seed === undefined ? {} : { SEED: values.seed }),
    },
  },
)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
