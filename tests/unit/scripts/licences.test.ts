/** Which licences may enter: docs/operations.md#licences. */
import { expect, test } from 'vitest'
import { isAllowed, shippedPackages } from '../../../scripts/licences/allowed.ts'

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['MIT AND GPL-2.0-only', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('%s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed)
})

test('packages for development alone are not shipped', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/a/node_modules/@scope/b': { version: '2.0.0', license: 'ISC' },
      'node_modules/c': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    },
  }
  expect(shippedPackages(lock)).toEqual([
    { path: 'node_modules/a', name: 'a', version: '1.0.0', licence: 'MIT' },
    {
      path: 'node_modules/a/node_modules/@scope/b',
      name: '@scope/b',
      version: '2.0.0',
      licence: 'ISC',
    },
  ])
})
