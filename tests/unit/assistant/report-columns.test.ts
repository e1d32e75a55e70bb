/** A column of text is a person's name unless somebody has decided otherwise: a new one is decided here. */
import { expect, test } from 'vitest'
import { WITHOUT_PEOPLE } from '../../../server/assistant/tools/report-cells.ts'
import { NEVER_SENT } from '../../../src/domain/reports/never-sent.ts'

const files = import.meta.glob<string>('../../../src/domain/reports/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Keys of columns of text that name people. */
const PEOPLE = [
  'additional_information',
  'broker',
  'broker_name',
  'client_info',
  'client_name',
  'cpf',
  'inviter_name',
  'name',
  'released_by',
  'response',
  'user_relead',
]

test('each column of text names people, is known not to, or never leaves', () => {
  const columns = Object.values(files).flatMap((text) => [
    ...[...text.matchAll(/key: '(\w+)',\s*label: [^,]+,\s*format: 'text'/g)].map(([, key]) => key ?? ''),
    ...[...text.matchAll(/field\('(\w+)', '[^']+', 'text'/g)].map(([, key]) => key ?? ''),
  ])
  expect(columns.length).toBeGreaterThan(40)
  expect(columns.filter((key) => ![...PEOPLE, ...NEVER_SENT, ...WITHOUT_PEOPLE].includes(key))).toEqual([])
  expect(PEOPLE.filter((key) => WITHOUT_PEOPLE.includes(key))).toEqual([])
})
