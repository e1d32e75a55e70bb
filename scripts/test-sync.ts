/**
 * `npm run test:sync`: the sync engine's tests and the simulation with the real server.
 * `-- --seeds 20000` tells that many stories, `-- --seed 17` that one alone, step by step.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { seeds: { type: 'string' }, seed: { type: 'string' } } })
const onlyStories = values.seeds !== undefined || values.seed !== undefined
const projects = onlyStories ? ['simulation'] : ['sync', 'simulation']
const child = spawn(
  'npx',
  [
    'vitest',
    'run',
    // Two files share the stories, as machines with two cores can bear.
    '--maxWorkers=2',
    ...projects.flatMap((project) => ['--project', project]),
    ...(onlyStories ? ['tests/simulation/stories'] : []),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.seeds === undefined ? {} : { SEEDS: values.seeds }),
      ...(values.seed === undefined ? {} : { SEED: values.seed }),
    },
  },
)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
