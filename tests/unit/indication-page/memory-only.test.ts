/** The page without login writes nothing to the disk of a device that somebody protected. docs/rules.md#external-indication */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_INDICATION } from '../../../src/domain/indication/form.ts'

const TYPED = { ...EMPTY_INDICATION, client: { ...EMPTY_INDICATION.client, name: 'Ana' } }
const NOW = 1_000_000
const CODE = '3-aaaaaaaaaa'

let stored: Map<string, string>

/** The page's modules, as of a page that is opened now, beside these files of the origin. */
async function openedPage(files: readonly string[] | null) {
  vi.resetModules()
  const folder = {
    keys: async function* () {
      yield* files ?? []
    },
  }
  const storage = {
    getDirectory: async () => (files === null ? Promise.reject(new Error('denied')) : folder),
  }
  vi.stubGlobal('navigator', { storage, onLine: false })
  const { isMemoryOnly, lookForProtection } = await import('../../../src/indication-page/memory-only.ts')
  await lookForProtection()
  return { isMemoryOnly, ...(await import('../../../src/indication-page/kept-form.ts')) }
}

beforeEach(() => {
  stored = new Map()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['a protected user', ['keyring-7'], true],
  ['files of something else', ['outro', 'keyring-', 'keyring-7.bak'], false],
  ['no file', [], false],
  ['a browser that refuses its file system', null, false],
])('beside %s', async (_name, files, only) => {
  expect((await openedPage(files)).isMemoryOnly()).toBe(only)
})

test('on a device that stays protected after the last sign-out', async () => {
  stored.set('farol_protected', '1')
  expect((await openedPage([])).isMemoryOnly()).toBe(true)
})

test('typed values stay in memory, and what was on the disk before leaves it', async () => {
  const before = await openedPage([])
  before.keepTyped(CODE, TYPED, NOW)
  expect(stored.size).toBe(1)
  const page = await openedPage(['keyring-7'])
  expect(page.readTyped(CODE, NOW)).toEqual(TYPED)
  expect(stored.size).toBe(0)
  page.keepTyped(CODE, { ...TYPED, client: { ...TYPED.client, name: 'Bia' } }, NOW)
  expect(page.readTyped(CODE, NOW)?.client.name).toBe('Bia')
  expect(page.hasTypedInMemory()).toBe(true)
  page.dropTyped(CODE)
  expect(page.readTyped(CODE, NOW)).toBeNull()
  expect(page.hasTypedInMemory()).toBe(false)
  expect(stored.size).toBe(0)
})
