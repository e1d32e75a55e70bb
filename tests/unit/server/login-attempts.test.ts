/** Login attempts are counted in memory. */
import { expect, test } from 'vitest'
import { LoginAttempts } from '../../../server/session/login-attempts.ts'

test('a delayed attempt uses no memory', () => {
  const attempts = new LoginAttempts()
  const begin = (login: string) =>
    attempts.begin({ login, address: '203.0.113.1', knownDevice: null }, 0).waitSeconds
  for (let place = 0; place < 20; place++) expect(begin(`alguem${place}`)).toBe(0)
  const held = attempts.size
  for (let place = 0; place < 50; place++) expect(begin(`outro${place}`)).toBe(60)
  expect(attempts.size).toBe(held)
})
