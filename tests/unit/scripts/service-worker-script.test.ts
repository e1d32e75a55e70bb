/** The service worker is registered as a classic script. What only a module may contain ended every start of it. */
import { expect, test } from 'vitest'
import { scriptProblem } from '../../../scripts/build/app-build.ts'

test('a script of a service worker has nothing of a module', () => {
  expect(scriptProblem('self.skipWaiting()')).toBeNull()
  expect(scriptProblem('new URL("keys.js", import.meta.url)')).toContain('import.meta')
  expect(scriptProblem('export const version = 1')).toContain('export')
})
