/**
 * `npm run build`: the built app in `dist`. With `--report` it also writes a treemap of what the chunks hold, and prints
 * where. Other options are Vite's.
 */
import { runStep } from './run-step.ts'

const options = process.argv.slice(2)
const report = options.includes('--report') ? ['--config', 'scripts/build-report.config.ts'] : []
const { code } = await runStep({
  name: 'vite',
  command: ['npx', 'vite', 'build', ...report, ...options.filter((option) => option !== '--report')],
  live: true,
})
process.exitCode = code
