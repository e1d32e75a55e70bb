/** The image has what its build and its server read. A missing file is otherwise seen by `npm run test:deploy` alone. */
import { globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SOURCES } from '../../../scripts/build/app-build.ts'

const textOf = (path: string) => readFileSync(path, 'utf8')
const IGNORED = textOf('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

/** Whether a line of .dockerignore is about the path or a folder of it. A star matches one name. */
function isAbout(line: string, path: string): boolean {
  const names = path.split('/')
  const wanted = line.split('/')
  return wanted.length <= names.length && wanted.every((want, at) => want === '*' || want === names[at])
}

/** As Docker and Podman read .dockerignore: the last line about a path decides. */
function isLetThrough(path: string): boolean {
  const line = IGNORED.findLast((each) => isAbout(each.replace(/^!/, ''), path))
  return line === undefined || line.startsWith('!')
}

/** Relative paths in the sources of a folder that lead out of it, as seen from the root; a pattern without its star. */
function readOutside(folder: string): string[] {
  const found = new Set<string>()
  for (const file of globSync(`${folder}/**/*.{ts,tsx,css}`))
    for (const [, path = ''] of textOf(file).matchAll(/['"(](\.\.\/[^'"()\s?*]+)/g)) {
      const target = relative('.', join(file, '..', path))
        .split(sep)
        .join('/')
      if (!isBelow(target, folder)) found.add(target.replace(/\/$/, ''))
    }
  return [...found]
}

/** What vite.config.ts reads, by a URL or an import. */
const readByVite = [
  ...textOf('vite.config.ts').matchAll(/(?:new URL\(|from )'(?:\.\/)?([^':@]+\.[a-z]+)'/g),
].map(([, path = '']) => path)

describe('the build', () => {
  test('reads nothing but its sources, or a kept build would be of earlier texts', () => {
    const read = [...readOutside('src'), ...readByVite]
    expect(read).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'docs/ajuda', 'package.json', 'public/favicon.svg']),
    )
    expect(read.filter((path) => !SOURCES.some((source) => isBelow(path, source)))).toEqual([])
  })

  test('finds all its sources in the image', () => {
    expect(SOURCES.filter((path) => !isLetThrough(path))).toEqual([])
    expect(['tests', 'docs/rules.md', 'deploy', '.git'].filter(isLetThrough)).toEqual([])
  })
})

test('the server finds what it imports in the last stage of the image', () => {
  const copies = [...textOf('deploy/Containerfile').matchAll(/^COPY --from=build .*$/gm)].join('\n')
  const copied = [...copies.matchAll(/ \/farol\/(\S+)/g)].map(([, path = '']) => path)
  expect(copied).toContain('server')
  const read = readOutside('server')
  expect(read).not.toEqual([])
  expect(read.filter((path) => !copied.some((folder) => isBelow(path, folder)))).toEqual([])
})
