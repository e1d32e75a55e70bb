/**
 * A release of the committed state of a checkout. It checks everything first, then writes, and on any failure takes back
 * all that it wrote: files, commit and tag. docs/operations.md#releases
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withRelease } from '../../src/domain/release/changelog.ts'
import { formatDay, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { digests, RELEASED, readReleased } from './frozen.ts'

export interface LongSteps {
  /** Builds the app and weighs its screens. */
  readonly build: () => Promise<void>
  readonly test: () => Promise<void>
  /** Writes the version's database and device below `STATES`. */
  readonly record: (version: string) => Promise<void>
}

const CHANGELOG = 'CHANGELOG.md'
/** The files that a release changes. It adds one folder, the version's below `STATES`, and nothing else. */
const CHANGED = [CHANGELOG, 'package.json', 'package-lock.json', RELEASED]
const STATES = 'tests/api/upgrades/states'

const isHigher = (version: string, than: string) =>
  version.localeCompare(than, undefined, { numeric: true }) > 0

/** Makes the release. Throws with the checkout as it was before. */
export async function makeRelease(root: string, version: string, steps: LongSteps): Promise<void> {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim()
  const tag = `v${version}`
  const mustBeClean = () => {
    const changes = run('git', 'status', '--porcelain')
    if (changes !== '') throw new Error(`Há mudanças sem commit:\n${changes}`)
  }

  if (!/^\d+\.\d+\.\d+$/u.test(version)) throw new Error('Diga a versão: npm run release -- 1.2.3')
  mustBeClean()
  if (run('git', 'tag', '--list', tag) !== '') throw new Error(`A etiqueta ${tag} já existe.`)
  const released = await readReleased(root)
  const last = Object.keys(released).at(-1)
  if (last !== undefined && !isHigher(version, last)) throw new Error(`A última versão é ${last}.`)
  const changelog = withRelease(
    await readFile(join(root, CHANGELOG), 'utf8'),
    version,
    formatDay(saoPauloDay(Date.now())),
  )
  const before = run('git', 'rev-parse', 'HEAD')
  await steps.build()
  await steps.test()
  // Someone may have worked on during the tests: what follows would commit it, or take it back.
  mustBeClean()
  if (run('git', 'rev-parse', 'HEAD') !== before) throw new Error('Há um commit novo: comece de novo.')

  try {
    await writeFile(join(root, CHANGELOG), changelog)
    run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version')
    const frozen = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
    const added = Object.entries(await digests(root)).filter(([file]) => !frozen.has(file))
    await writeFile(
      join(root, RELEASED),
      `${JSON.stringify({ ...released, [version]: Object.fromEntries(added) }, null, 2)}\n`,
    )
    await steps.record(version)
    run('git', 'add', '--', ...CHANGED, `${STATES}/${version}`)
    run('git', 'commit', '--quiet', '--message', `Release ${version}`)
    mustBeClean()
    run('git', 'tag', '--annotate', tag, '--message', `Farol ${version}`)
  } catch (error) {
    run('git', 'reset', '--quiet', before)
    run('git', 'checkout', '--quiet', '--', ...CHANGED)
    run('git', 'clean', '--quiet', '--force', '-d', '--', `${STATES}/${version}`)
    throw error
  }
}
