/** `npm run check` finds errors of types by the runtime of a file, and promises that nobody awaits, in one run of oxlint. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const later = 'const later = () => Promise.resolve(1)\n'
/** Each file, and the rule or error that it breaks. */
const BROKEN: readonly [file: string, code: string, text: string][] = [
  ['src/domain/window.ts', 'typescript(TS2304)', 'export const name = window.name\n'],
  ['src/commands/fetch.ts', 'typescript(TS2304)', "export const answer = fetch('/')\n"],
  ['src/sw/window.ts', 'typescript(TS2304)', 'export const name = window.name\n'],
  ['src/features/clients/process.ts', 'typescript(TS2591)', 'export const name = process.env.NAME\n'],
  ['server/window.ts', 'typescript(TS2304)', 'export const name = window.name\n'],
  ['tests/unit/wrong.ts', 'typescript(TS2322)', "export const one: number = 'one'\n"],
  ['src/db/missing.ts', 'typescript(TS2307)', "export { two } from './two.ts'\n"],
  ['src/db/expected.ts', 'typescript(TS2578)', '// @ts-expect-error there is none\nexport const one = 1\n'],
  ['server/floating.ts', 'typescript(no-floating-promises)', `${later}later()\n`],
  ['src/ui/misused.ts', 'typescript(no-misused-promises)', `${later}if (later()) throw new Error('never')\n`],
  ['src/domain/up.ts', 'eslint(no-restricted-imports)', "import type {} from '../db/sound.ts'\n"],
]
const report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farol-types-'))
  for (const path of ['tsconfig', 'tsconfig.json', 'oxlint.config.ts', 'src/env.d.ts'])
    await cp(path, join(root, path), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  for (const [file, , text] of [...BROKEN, ['src/db/sound.ts', '', 'export const one = 1\n'] as const]) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
})
afterAll(() => rm(root, { recursive: true }))

test('each planted error is named, with its file, and a sound file is not', async () => {
  const output = await new Promise<string>((done) =>
    execFile(resolve('node_modules/.bin/oxlint'), ['--format=json'], { cwd: root }, (_, stdout) =>
      done(stdout),
    ),
  )
  const { diagnostics } = report.parse(JSON.parse(output))
  const found = diagnostics.map(({ code, filename }) => `${filename} ${code}`)
  expect(found).toEqual(expect.arrayContaining(BROKEN.map(([file, code]) => `${file} ${code}`)))
  expect(new Set(diagnostics.map(({ filename }) => filename))).toEqual(new Set(BROKEN.map(([file]) => file)))
})
