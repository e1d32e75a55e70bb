/** A release is made in a checkout of its own, with the project's files; its long steps are stand-ins. docs/operations.md#releases */
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readReleased } from '../../../scripts/release/frozen.ts'
import { type LongSteps, makeRelease } from '../../../scripts/release/release.ts'
import { releasesOf } from '../../../src/domain/release/changelog.ts'

const VERSION = '999.1.0'
const COPIED = [
  '.gitignore',
  'package.json',
  'package-lock.json',
  'server/db/migrations',
  'server/db/released-migrations.json',
]
const CHANGELOG = '# Novidades\n\n## Em preparo\n\n- Um aviso.\n\n## 0.1.0\n\n- O primeiro.\n'
const STATE = `tests/api/upgrades/states/${VERSION}/device.json`

let root = ''
let done: string[] = []

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim()
/** Commits, branches and tags, the branch that is checked out, and each file that differs from its commit or is not in it. */
const present = () => [
  git('log', '--all', '--format=%H %D'),
  git('for-each-ref'),
  git('status', '--porcelain', '--ignored'),
  git('symbolic-ref', 'HEAD'),
]
const put = async (file: string, text: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}
const STEPS: LongSteps = {
  build: async () => void done.push('build'),
  test: async () => void done.push('test'),
  record: async (version) => {
    done.push(`record ${version}`)
    await put(STATE, '{}')
  },
}
const fails = (step: string) => () => Promise.reject(new Error(`${step} failed`))

beforeEach(async () => {
  done = []
  root = await mkdtemp(join(tmpdir(), 'farol-release-'))
  for (const path of COPIED) await cp(path, join(root, path), { recursive: true })
  await put('CHANGELOG.md', CHANGELOG)
  await put('src/app.ts', 'export {}\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Farol')
  git('config', 'user.email', 'farol@example.com')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'The state to release')
})
afterEach(() => rm(root, { recursive: true }))

test('a release checks, then writes version, changelog, frozen migrations and recorded state into a tagged commit', async () => {
  await put('server/db/migrations/9999-later.ts', 'export {}\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'A migration')
  await makeRelease(root, VERSION, STEPS)

  expect(done).toEqual(['build', 'test', `record ${VERSION}`])
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s %D')).toContain(`Release ${VERSION}`)
  expect(git('rev-parse', `v${VERSION}^{commit}`)).toBe(git('rev-parse', 'HEAD'))
  expect(git('diff', '--name-only', 'HEAD^').split('\n')).toEqual([
    'CHANGELOG.md',
    'package-lock.json',
    'package.json',
    'server/db/released-migrations.json',
    STATE,
  ])
  expect(await readFile(join(root, 'package.json'), 'utf8')).toContain(`"version": "${VERSION}"`)
  expect(releasesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'))[0]).toMatchObject({
    version: VERSION,
    changes: ['Um aviso.'],
  })
  expect(Object.keys((await readReleased(root))[VERSION] ?? {})).toContain('9999-later.ts')
})

describe('a release that fails leaves files, commits and tags as they were', () => {
  const failing: [at: string, steps: Partial<LongSteps>, prepare: () => unknown, after: string[]][] = [
    ['build failed', { build: fails('build') }, () => {}, []],
    ['test failed', { test: fails('test') }, () => {}, ['build']],
    [
      'record failed',
      {
        record: async () => {
          await put(STATE, 'half')
          throw new Error('record failed')
        },
      },
      () => {},
      ['build', 'test'],
    ],
    // npm runs the script after it has written both of its files.
    ['npm version', {}, () => withScript('version'), ['build', 'test']],
    ['a hook refuses the commit', {}, () => hook('pre-commit'), ['build', 'test', `record ${VERSION}`]],
    [
      'git tag',
      {},
      () => hook('reference-transaction', 'grep -q refs/tags/ && exit 1; exit 0'),
      ['build', 'test', `record ${VERSION}`],
    ],
    ['A etiqueta', {}, () => git('tag', `v${VERSION}`), []],
    ["não tem nada em 'Em preparo'", {}, () => commit('CHANGELOG.md', '# Novidades\n\n## Em preparo\n'), []],
  ]
  const hook = async (name: string, script = `echo a hook refuses the commit >&2; exit 1`) => {
    const file = join(root, '.git/hooks', name)
    await put(join('.git/hooks', name), `#!/bin/sh\n${script}\n`)
    await chmod(file, 0o755)
  }
  const commit = async (file: string, text: string) => {
    await put(file, text)
    git('add', '--all')
    git('commit', '--quiet', '--message', file)
  }
  const withScript = async (name: string) => {
    const text = await readFile(join(root, 'package.json'), 'utf8')
    await commit('package.json', text.replace('"scripts": {', `"scripts": {\n    "${name}": "exit 1",`))
  }

  test.each(failing)('%s', async (at, steps, prepare, after) => {
    await prepare()
    const before = present()
    await expect(makeRelease(root, VERSION, { ...STEPS, ...steps })).rejects.toThrow(at)
    expect(done).toEqual(after)
    expect(present()).toEqual(before)
  })
})

describe('a release does not begin', () => {
  test.each(['', '1.2', 'v1.2.3', '0.0.1'])('with the version %j', async (version) => {
    await expect(makeRelease(root, version, STEPS)).rejects.toThrow(/versão/)
    expect(done).toEqual([])
  })

  test('with work that is not committed, and keeps it', async () => {
    await put('src/app.ts', 'export const work = 1\n')
    await expect(makeRelease(root, VERSION, STEPS)).rejects.toThrow('src/app.ts')
    expect(done).toEqual([])
    expect(git('status', '--porcelain')).toBe('M src/app.ts')
  })
})

test('work that someone saves during the tests stays, and nothing is written', async () => {
  const test = () => put('src/app.ts', 'export const work = 1\n')
  await expect(makeRelease(root, VERSION, { ...STEPS, test })).rejects.toThrow('src/app.ts')
  expect(git('status', '--porcelain')).toBe('M src/app.ts')
  expect(git('tag')).toBe('')
})

test('work that someone saves while it writes stays, and the release is taken back', async () => {
  const head = git('rev-parse', 'HEAD')
  const record = async () => {
    await put(STATE, '{}')
    await put('src/app.ts', 'export const work = 1\n')
  }
  await expect(makeRelease(root, VERSION, { ...STEPS, record })).rejects.toThrow('src/app.ts')
  expect(git('status', '--porcelain')).toBe('M src/app.ts')
  expect(git('rev-parse', 'HEAD')).toBe(head)
})
