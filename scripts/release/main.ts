/**
 * `npm run release -- 0.2.0`: makes a release of the committed state: version, changelog, frozen migrations, the state for
 * the rehearsal of upgrades, a commit and a tag. docs/operations.md#releases
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withRelease } from '../../src/domain/release/changelog.ts'
import { formatDay, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { digests, RELEASED, readReleased } from './frozen.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }).trim()

const isHigher = (version: string, than: string) =>
  version.localeCompare(than, undefined, { numeric: true }) > 0

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [version = ''] = positionals
  if (!/^\d+\.\d+\.\d+$/u.test(version)) throw new Error('Diga a versão: npm run release -- 1.2.3')
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Há mudanças sem commit.')
  const released = await readReleased()
  const last = Object.keys(released).findLast(() => true)
  if (last !== undefined && !isHigher(version, last)) throw new Error(`A última versão é ${last}.`)

  await writeFile(
    CHANGELOG,
    withRelease(await readFile(CHANGELOG, 'utf8'), version, formatDay(saoPauloDay(Date.now()))),
  )
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version')
  const before = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  const added = Object.entries(await digests()).filter(([file]) => !before.has(file))
  await writeFile(
    RELEASED,
    `${JSON.stringify({ ...released, [version]: Object.fromEntries(added) }, null, 2)}\n`,
  )
  run('npm', 'run', 'build', '--', '--kept')
  run('npm', 'run', 'upgrades:record', '--', '--name', version)
  run('git', 'add', '--all')
  run('git', 'commit', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Farol ${version}`)
  console.log(`Farol ${version}: confira o commit e envie com git push --follow-tags.`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
