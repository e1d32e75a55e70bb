/**
 * `npm run build`: the built app in `dist`, with compressed copies of its hashed files. With `--report` it also writes a
 * treemap of what the chunks hold, and prints where. Other options are Vite's.
 */
import { parseArgs } from 'node:util'
import { compressAssets } from './compressed-assets.ts'
import { runStep } from './run-step.ts'

const options = process.argv.slice(2)
const { values } = parseArgs({
  args: options,
  strict: false,
  options: { outDir: { type: 'string', default: 'dist' }, report: { type: 'boolean' } },
})
const config = values.report === true ? ['--config', 'scripts/build-report.config.ts'] : []
const { code } = await runStep({
  name: 'vite',
  command: ['npx', 'vite', 'build', ...config, ...options.filter((option) => option !== '--report')],
  live: true,
})
if (code === 0) await compressAssets(String(values.outDir))
process.exitCode = code
