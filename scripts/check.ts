/**
 * `npm run check`: all checks without tests: types, lint with import directions, format, dead code, sizes of what a
 * browser loads, citations, and whether the lock file installs.
 */
import { runStep, type Step, type StepResult } from './run-step.ts'

const steps: Step[] = [
  { name: 'tipos', command: ['tsc', '-b', '--noEmit'] },
  { name: 'lint e direções de importação', command: ['oxlint', '--deny-warnings'] },
  { name: 'formatação', command: ['biome', 'check', '--linter-enabled=false'] },
  { name: 'código morto', command: ['knip', '--no-progress'] },
  { name: 'tamanho do que se baixa', command: ['node', 'scripts/check-budgets.ts'] },
  { name: 'citações', command: ['node', 'scripts/check-citations.ts'] },
  {
    name: 'package-lock.json',
    command: ['npm', 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'],
  },
]

const results: StepResult[] = []
const queue = [...steps]
/** Two steps at a time, for a machine with two cores. */
async function lane(): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) results.push(await runStep(step))
}
await Promise.all([lane(), lane()])

for (const { name, code, output, seconds } of results) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(output)
}
process.exitCode = results.every((result) => result.code === 0) ? 0 : 1
