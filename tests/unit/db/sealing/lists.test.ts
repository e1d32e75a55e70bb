import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LayeredMirror } from '../../../../src/db/open.ts'
import {
  BULK_META,
  CLEAR_META,
  ROW_META,
  type Sealing,
  sealingOf,
  sealingOfRecord,
} from '../../../../src/db/sealing/lists.ts'

const src = join(import.meta.dirname, '../../../../src')

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }))

/** Texts by which a module names a record of `meta`. */
const NAMING = [
  /\breadMeta\(\s*(?:db|openMirror\(userId\)|mirror),\s*(\w+|'\w+')\s*\)/g,
  /\bmeta\b\s*(?:\?\.|\.)(?:get|delete|update)\(\s*(\w+|'\w+')/g,
  /\bmeta\.put\(\{\s*name:\s*(\w+|'\w+')/g,
  /\b#write\(\{\s*name:\s*(\w+|'\w+')/g,
]

function literalOf(name: string, text: string): string {
  if (name.startsWith("'")) return name.slice(1, -1)
  const here = new RegExp(`const ${name} = '(\\w+)'`)
  const found =
    here.exec(text) ?? sources.map((source) => here.exec(source.text)).find((each) => each !== null)
  return found?.[1] ?? `unknown: ${name}`
}

/** `key` and `name` are arguments of functions that read what they are given. */
const GIVEN = ['name', 'key']

const metaNames = new Set(
  sources.flatMap(({ text }) =>
    NAMING.flatMap((naming) =>
      [...text.matchAll(naming)].flatMap(([, name = '']) =>
        GIVEN.includes(name) ? [] : [literalOf(name, text)],
      ),
    ),
  ),
)

test('each name of a meta record that the sources use is in one list', () => {
  expect(metaNames.size).toBeGreaterThan(15)
  const lists = [...CLEAR_META, ...BULK_META, ...ROW_META]
  expect([...metaNames].filter((name) => !lists.includes(name))).toEqual([])
  expect(new Set(lists).size).toBe(lists.length)
})

test('no list names a meta record that the sources do not use', () => {
  const known = [...CLEAR_META, ...BULK_META, ...ROW_META]
  expect(
    known.filter(
      (name) =>
        !sources.some(({ name: file, text }) => !file.endsWith('lists.ts') && text.includes(`'${name}'`)),
    ),
  ).toEqual([])
})

test('each table is in the list, and each of its indexes is a clear or a blinded column', () => {
  for (const { name, schema } of new LayeredMirror(1).tables) {
    const sealing = sealingOf(name)
    if (sealing === 'clear' || 'byName' in sealing) continue
    const columns = [...sealing.clear, ...Object.keys(sealing.blind ?? {})]
    const indexed = [schema.primKey, ...schema.indexes].flatMap(({ keyPath }) => keyPath ?? [])
    expect(
      indexed.filter((column) => !columns.includes(column)),
      name,
    ).toEqual([])
  }
  expect(() => sealingOf('unknown')).toThrow('no list')
})

test('a meta record and a block without a list are sealed', () => {
  const row: Partial<Sealing> = { cipher: 'row' }
  expect(sealingOfRecord('meta', { name: 'anything' })).toMatchObject(row)
  expect(sealingOfRecord('blocks', { name: 'rows-0' })).toMatchObject({ cipher: 'bulk' })
  expect(sealingOfRecord('blocks', { name: 'head' })).toBe('clear')
})
