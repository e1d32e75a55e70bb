/** deploy/.env.example has each setting, and none that does not exist. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describedSettings } from '../../../server/base/config.ts'

/** Of compose.yaml alone, and of Amazon's SDK. */
const NOT_OF_THE_SERVER = [
  'DB_PASSWORD',
  'FAROL_UPSTREAMS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_REGION',
]
const SETTING_NAMES = describedSettings().map(({ name }) => name)
const known = new Set([...SETTING_NAMES, ...NOT_OF_THE_SERVER])
const missingIn = (names: readonly string[]) => SETTING_NAMES.filter((name) => !names.includes(name))
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

test('.env.example has each setting once', async () => {
  const names = namesIn(await readFile('deploy/.env.example', 'utf8'), /^#?([A-Z][A-Z0-9_]*)=/gm)
  expect(missingIn(names)).toEqual([])
  expect(names.filter((name) => !known.has(name))).toEqual([])
  expect(names).toHaveLength(new Set(names).size)
})

test('README.md names only settings that exist', async () => {
  const readme = await readFile('README.md', 'utf8')
  const table = readme.slice(readme.indexOf('\n## Settings'), readme.indexOf('\n## On PostgreSQL'))
  const names = namesIn(namesIn(table, /^\| (.*?) \|/gm).join(' '), /`([A-Z][A-Z0-9_]*)`/g)
  expect(names).toContain('DATABASE_URL')
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('compose.yaml sets only settings that exist', async () => {
  const text = await readFile('deploy/compose.yaml', 'utf8')
  const farol = text.slice(text.indexOf('x-farol:'), text.indexOf('\nservices:'))
  const names = namesIn(farol, /^ {4}([A-Z][A-Z0-9_]*): /gm)
  expect(names).toContain('TRUST_PROXY')
  expect(names.filter((name) => !known.has(name))).toEqual([])
  const filledIn = namesIn(text, /\$\{([A-Z_]+)/g)
  expect(filledIn.filter((name) => !known.has(name))).toEqual([])
})
