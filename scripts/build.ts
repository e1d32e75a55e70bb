/**
 * `npm run build`: the built app in `dist`, with compressed copies of its hashed files. It fails when a screen has become
 * heavier than two percent above its weight in `scripts/build/budgets.json`; `--record` writes the present weights there. `--kept` builds
 * only when a source has changed. `--anyWeight` leaves the limits to the tests, for an installation. `--report` also writes
 * a treemap of what the chunks hold, and prints where.
 */
import { parseArgs } from 'node:util'
import { buildApp, ensureBuilt } from './build/app-build.ts'
import { grown, readBudgets, recordBudgets } from './build/weights.ts'

const { values } = parseArgs({
  options: {
    outDir: { type: 'string' },
    logLevel: { type: 'string', default: 'info' },
    report: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    anyWeight: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
  },
})
const options = [
  '--logLevel',
  values.logLevel,
  ...(values.report ? ['--config', 'scripts/build/report.config.ts'] : []),
]
const { weights, output } = values.kept ? await ensureBuilt() : await buildApp(options, values.outDir)
if (output !== '') console.log(output)
if (weights === null) process.exitCode = 1
else if (values.record) await recordBudgets(weights)
else if (!values.anyWeight) {
  const lines = grown(weights, await readBudgets())
  for (const line of lines) console.error(line)
  process.exitCode = lines.length === 0 ? 0 : 1
}
