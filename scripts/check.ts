/**
 * `npm run check`: all checks without tests: types, lint with import directions, format, dead code, the binding layout, bare
 * numbers, second names, citations, licences of what is shipped, and whether the lock file installs.
 */
import { inLanes } from './proof/lanes.ts'
import { runStep, type Step, type StepResult } from './run-step.ts'

const steps: Step[] = [
  { name: 'tipos, lint e direções de importação', command: ['node', 'scripts/lint.ts'] },
  { name: 'formatação', command: ['biome', 'check', '--linter-enabled=false'] },
  { name: 'código morto', command: ['knip', '--no-progress'] },
  { name: 'pastas combinadas', command: ['node', 'scripts/check-layout.ts'] },
  { name: 'números de perfil, estado e status', command: ['node', 'scripts/check-numbers.ts'] },
  { name: 'um nome para cada coisa', command: ['node', 'scripts/check-words.ts'] },
  { name: 'citações', command: ['node', 'scripts/check-citations.ts'] },
  { name: 'página dos comandos', command: ['node', 'scripts/commands/main.ts', '--check'] },
  { name: 'página das configurações', command: ['node', 'scripts/settings/main.ts', '--check'] },
  { name: 'migrações publicadas', command: ['node', 'scripts/release/check-migrations.ts'] },
  { name: 'licenças', command: ['node', 'scripts/licences/main.ts'] },
  {
    name: 'package-lock.json',
    // Strict: each package admits the project's own Node, so that `npm ci` on such a Node warns of none.
    command: ['npm', 'ci', '--dry-run', '--engine-strict', '--ignore-scripts', '--no-audit', '--no-fund'],
  },
]

const results: StepResult[] = []
// Two steps at a time, for a machine with two cores.
await inLanes(
  2,
  steps.map((step) => async () => {
    results.push(await runStep(step))
  }),
)

for (const { name, code, output, seconds } of results) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(output)
}
process.exitCode = results.every((result) => result.code === 0) ? 0 : 1
