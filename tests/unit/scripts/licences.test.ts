/** Which licences may enter, and what is shipped: docs/operations.md#licences. */
import { expect, test } from 'vitest'
import { isAllowed } from '../../../scripts/licences/allowed.ts'
import { shippedPackages } from '../../../scripts/licences/shipped.ts'

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

const MIT = { version: '1.0.0', license: 'MIT' }
const LOCK = {
  packages: {
    '': { dependencies: { server: '1.0.0' }, devDependencies: { app: '1.0.0', tool: '1.0.0' } },
    'node_modules/server': {
      ...MIT,
      dependencies: { '@scope/b': '2.0.0' },
      optionalDependencies: { other: '1' },
    },
    'node_modules/server/node_modules/@scope/b': { version: '2.0.0', license: 'ISC' },
    'node_modules/@scope/b': { ...MIT, dev: true },
    'node_modules/app': {
      ...MIT,
      dev: true,
      peerDependencies: { peer: '1', unwanted: '1' },
      peerDependenciesMeta: { unwanted: { optional: true } },
    },
    'node_modules/peer': { ...MIT, dev: true, dependencies: { '@scope/b': '1.0.0' } },
    'node_modules/unwanted': { ...MIT, dev: true },
    'node_modules/other': { ...MIT, optional: true },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  },
}
const paths = (inApp: readonly string[]) => shippedPackages(LOCK, inApp).map(({ path }) => path)

test('a production install is shipped, with what its packages need', () => {
  expect(shippedPackages(LOCK, [])).toEqual([
    { path: 'node_modules/other', name: 'other', version: '1.0.0', licence: 'MIT' },
    { path: 'node_modules/server', name: 'server', version: '1.0.0', licence: 'MIT' },
    {
      path: 'node_modules/server/node_modules/@scope/b',
      name: '@scope/b',
      version: '2.0.0',
      licence: 'ISC',
    },
  ])
})

test('so are development packages that the app contains, with their peers', () => {
  expect(paths(['app'])).toEqual([
    'node_modules/@scope/b',
    'node_modules/app',
    'node_modules/other',
    'node_modules/peer',
    'node_modules/server',
    'node_modules/server/node_modules/@scope/b',
  ])
})
