/** The patches of tests/mutants fit the present sources. `npm run test:mutants` proves that tests catch them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verdictOf } from '../../../scripts/proof/fault-copy.ts'
import { applyPatch } from '../../mutants/apply-patch.ts'
import { PLANTED, patchFile } from '../../mutants/planted.ts'
import type { Planted } from '../../mutants/planted-fault.ts'

const ROOT = process.cwd()

test('each patch applies to the sources', async () => {
  const stale: string[] = []
  for (const { patch } of PLANTED)
    await applyPatch(patchFile(patch), { root: ROOT, check: true }).catch((error: unknown) => {
      stale.push(
        `${patchFile(patch)} no longer applies, make it again (tests/mutants/planted.ts): ${String(error)}`,
      )
    })
  expect(stale).toEqual([])
})

test('each patch is listed once, and each line of the list has its patch', () => {
  const files = readdirSync('tests/mutants', { recursive: true, encoding: 'utf8' })
  const patches = files.filter((path) => path.endsWith('.patch')).map((path) => path.replaceAll('\\', '/'))
  expect(PLANTED.map(({ patch }) => `${patch}.patch`).toSorted()).toEqual(patches.toSorted())
})

test('each patch changes the product alone', () => {
  const changed = PLANTED.flatMap(({ patch }) =>
    [...readFileSync(patchFile(patch), 'utf8').matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file),
  )
  expect(changed.length).toBeGreaterThanOrEqual(PLANTED.length)
  expect(changed.filter((file) => !/^(src|server)\//.test(file ?? ''))).toEqual([])
})

/** A title may begin with a value, as `${login} sees its own menu` does. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(file)) return false
  const source = readFileSync(file, 'utf8')
  return source.includes(title) || source.includes(title.replace(/^\S+/, '}'))
}

test('each fault names a test that exists', () => {
  const unknown = PLANTED.filter(({ caughtBy, title = '' }) => !hasTest(caughtBy, title))
  expect(unknown.map(({ patch, caughtBy, title }) => ({ patch, caughtBy, title }))).toEqual([])
})

describe('a fault', () => {
  const FILE = 'tests/e2e/privacy.spec.ts'
  const fault: Planted = { patch: 'x', fault: 'x', breaks: 'x', caughtBy: FILE, title: 'wipes the device' }
  const ran = (
    outcome: 'passed' | 'failed' | 'skipped',
    message = '',
    title = 'a sign-out wipes the device',
  ) => ({
    file: `/copy/${FILE}`,
    title,
    outcome,
    message,
  })
  const verdict = (...tests: ReturnType<typeof ran>[]) =>
    verdictOf(fault, { ran: tests, output: 'SyntaxError' }).kind

  test('is caught by a test that fails, whatever its other tests do', () => {
    expect(verdict(ran('passed'), ran('failed', 'expected 1 to be 2'))).toBe('failed')
  })

  test('is not caught where the test passes, or another test fails', () => {
    expect(verdict(ran('passed'))).toBe('passed')
    expect(verdict(ran('passed'), ran('failed', 'expected 1 to be 2', 'another'))).toBe('passed')
  })

  test('is not judged by sources that do not compile, tests that were skipped, or a server that did not start', () => {
    expect(verdict()).toBe('not run')
    expect(verdict(ran('skipped'))).toBe('not run')
    expect(verdict(ran('failed', 'Error: the server ended with 1:\n'))).toBe('not run')
  })
})
