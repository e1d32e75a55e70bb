/** `npm run release -- 0.2.0`: makes a release of the committed state. docs/operations.md#releases */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runStep } from '../run-step.ts'
import { makeRelease } from './release.ts'

const stop = new AbortController()
// An interruption ends the present step, and the release takes back what it wrote.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())

async function npm(script: string, ...parameters: string[]): Promise<void> {
  console.log(`\n── npm run ${script}`)
  const { code } = await runStep({
    name: script,
    command: ['npm', 'run', '--silent', script, '--', ...parameters],
    live: true,
    signal: stop.signal,
  })
  if (code !== 0) throw new Error(`npm run ${script} falhou: nada foi publicado, e tudo está como antes.`)
}

const [version = ''] = parseArgs({ allowPositionals: true }).positionals
try {
  await makeRelease(join(import.meta.dirname, '../..'), version, {
    build: () => npm('build', '--kept'),
    test: () => npm('test'),
    record: (name) => npm('upgrades:record', '--name', name),
  })
  console.log(`Farol ${version}: confira o commit e envie com git push --follow-tags.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
