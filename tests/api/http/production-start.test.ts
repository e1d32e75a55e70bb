/** `npm start` in an install without the packages that build the app, and on a Node that can't read TypeScript. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder } from '../../support/remove-folder.ts'

const START = fileURLToPath(new URL('../../../scripts/start.js', import.meta.url))

/** The machine's own Node, where it is older than the project's. */
function olderNode(): string | null {
  const places = ['/usr/local/bin/node', '/usr/bin/node', '/opt/node/bin/node'].filter((path) =>
    existsSync(path),
  )
  const version = (path: string) =>
    Number.parseInt(execFileSync(path, ['-p', 'process.versions.node']).toString(), 10)
  return places.find((path) => version(path) < 24) ?? null
}
const OLDER_NODE = olderNode()

let copy: string
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'farol-production-'))
  await mkdir(join(copy, 'scripts'))
  await mkdir(join(copy, 'server'))
  await writeFile(join(copy, 'package.json'), '{"type":"module"}')
  await cp(START, join(copy, 'scripts/start.js'))
  await writeFile(join(copy, 'server/main.ts'), 'const word: string = "serves"\nconsole.log(word)\n')
})
afterEach(() => removeFolder(copy))

const starts = (node: string) => promisify(execFile)(node, [join(copy, 'scripts/start.js')])

test('serves the built app', async () => {
  await mkdir(join(copy, 'dist'))
  await writeFile(join(copy, 'dist/index.html'), '<!doctype html>')
  expect((await starts(process.execPath)).stdout).toBe('serves\n')
})

test('says in one sentence that the app is not built', async () => {
  await expect(starts(process.execPath)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Farol não pôde iniciar: o aplicativo não está compilado em dist.*\n$/),
  })
})

test.skipIf(OLDER_NODE === null)('says in one sentence that its Node is too old', async () => {
  await expect(starts(OLDER_NODE ?? '')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Farol não pôde iniciar: falta o Node 24; este é o \d+\.[\d.]+\. .*\n$/),
  })
})
