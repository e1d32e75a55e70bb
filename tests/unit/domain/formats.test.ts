import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { formatNumber, joinAll, joinAny } from '../../../src/domain/text/formats.ts'

const ONE_PLACE = 'src/domain/text/formats.ts'
/** It says which data of Node are missing, so it asks Intl itself. */
const ASKS_INTL = 'server/health/findings/version.ts'

test('formatters are made in one place', () => {
  const files = globSync('{src,server}/**/*.{ts,tsx}', { exclude: ['server/db/migrations/**'] })
  const others = files.filter(
    (file) =>
      file !== ONE_PLACE &&
      file !== ASKS_INTL &&
      /\bIntl\.\w+\(|\.toLocale(?:Date|Time)?String\(/u.test(readFileSync(file, 'utf8')),
  )
  expect(others).toEqual([])
})

test('a module that is loaded makes none: the first one of a page takes 20 ms', async () => {
  vi.resetModules()
  const made: string[] = []
  for (const kind of ['NumberFormat', 'ListFormat'] as const)
    vi.spyOn(Intl, kind).mockImplementation(() => {
      made.push(kind)
      throw new Error('made while a module is loaded')
    })
  const modules = import.meta.glob('../../../src/{domain,contract,commands,board-index}/**/*.ts')
  const refused = await Promise.all(
    Object.entries(modules).map(async ([path, load]) =>
      load().then(
        () => null,
        () => path,
      ),
    ),
  )
  vi.restoreAllMocks()
  expect(refused.filter((path) => path !== null)).toEqual([])
  expect(made).toEqual([])
  expect(Object.keys(modules).length).toBeGreaterThan(300)
})

test('numbers and lists are written as Brazilians do', () => {
  expect([formatNumber(1234.5), joinAll(['a', 'b', 'c']), joinAny(['a', 'b', 'c'])]).toEqual([
    '1.234,5',
    'a, b e c',
    'a, b ou c',
  ])
})

test('a whole number is written as Intl writes it', () => {
  const written = new Intl.NumberFormat('pt-BR')
  for (const value of [
    0,
    7,
    999,
    1000,
    9999,
    12_345,
    1_234_567,
    -5,
    -1234,
    0.5,
    1234.5678,
    2 ** 60,
    10n ** 20n,
  ])
    expect(formatNumber(value)).toBe(written.format(value))
})
