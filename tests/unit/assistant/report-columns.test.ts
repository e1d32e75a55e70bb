/** A column of text or dates is given to the service only after a decision. */
import { expect, test } from 'vitest'
import { isGiven, NOT_GIVEN, OF_PEOPLE, WITHOUT_PEOPLE } from '../../../server/assistant/given-columns.ts'
import { NEVER_SENT } from '../../../src/domain/reports/never-sent.ts'

const files = import.meta.glob<string>(
  ['../../../src/domain/reports/*.ts', '../../../src/domain/reports/plain/*.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

test('each column of text names people, is known not to, or never leaves', () => {
  const patterns = [
    /key: '(\w+)',\s*label: [^,]+,\s*format: 'text'/g,
    /fieldColumn\(\s*'(\w+)',[^,]+,\s*'text'/g,
    /titleColumn\(\s*'(\w+)'/g,
    /(\w+): \{ type: [^,]+, label: [^,]+, format: 'text'/g,
  ]
  const columns = patterns.map((pattern) =>
    Object.values(files).flatMap((text) => [...text.matchAll(pattern)].map(([, key]) => key ?? '')),
  )
  expect(columns.map((found) => found.length > 4)).toEqual(patterns.map(() => true))
  const decided = [...OF_PEOPLE, ...NEVER_SENT, ...NOT_GIVEN, ...WITHOUT_PEOPLE]
  expect(columns.flat().length).toBeGreaterThan(40)
  expect(columns.flat().filter((key) => !decided.includes(key))).toEqual([])
  expect(OF_PEOPLE.filter((key) => WITHOUT_PEOPLE.includes(key))).toEqual([])
})

test.each([
  ['product', 'text'],
  ['insurance_details', 'text'],
  ['birth_date', 'date'],
  ['mail', 'text'],
  ['last_seen', 'moment'],
] as const)('a column that people type, or without a decision (%s), is not given', (key, format) => {
  expect(isGiven({ name: 'leads' }, { key, format })).toBe(false)
})
