/** The session of the device. */
import { expect, test } from 'vitest'
import {
  clearSession,
  deviceId,
  markExpired,
  readSession,
  writeSession,
} from '../../src/db/session/device-session.ts'
import { tokenKey } from '../../src/db/session/token-key.ts'
import { aUser } from '../unit/domain/fixtures.ts'

test('the device keeps its id across sign-outs', async () => {
  const id = await deviceId()
  await writeSession('one', aUser(3))
  await clearSession()
  await writeSession('two', aUser(1))
  expect(await readSession()).toMatchObject({ deviceId: id, token: 'two', expired: false })
})

test('a late refusal of the old token does not end the new session', async () => {
  await writeSession('new', aUser(3))
  await markExpired('old', true)
  expect(await readSession()).not.toHaveProperty('revoked')
  expect((await readSession())?.expired).toBe(false)
  await markExpired('new', false)
  expect((await readSession())?.expired).toBe(true)
})

test.each([
  ['farol.example.com.br', 'farol_token'],
  ['stg.farol.example.com.br', 'stg_farol_token'],
])('the token of %s is stored under %s', (host, key) => {
  expect(tokenKey(host)).toBe(key)
})
