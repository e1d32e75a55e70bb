/** Wrong passwords of a locked device are counted on it, so that no reload forgives one. docs/rules.md#protected-devices */
import { beforeEach, expect, test } from 'vitest'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { dropKeys } from '../../src/db/sealing/held-keys.ts'
import { sealedSessions, thisDevice, writeSealedSession } from '../../src/db/session/device-session.ts'
import { countTry, forgiveTries, passwordWait } from '../../src/device/keyring/password-try.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const HOUR = 3_600_000

async function protectedUser(id: number): Promise<void> {
  const keys = await deriveKeys(crypto.getRandomValues(new Uint8Array(32)), id)
  await writeSealedSession(keys, {
    token: `token-${id}`,
    user: aUser(3, { id }),
    idleMinutes: 10,
    sealingKey: null,
    nowMs: NOW,
  })
}

const fail = async (times: number) => {
  for (let time = 0; time < times; time++) expect(await countTry(7, NOW), `try ${time + 1}`).toBe(0)
}

beforeEach(async () => {
  dropKeys()
  await thisDevice().sealed.clear()
  await protectedUser(7)
  await protectedUser(8)
})

test('the sixth try waits, and a try that waits is not counted', async () => {
  await fail(5)
  expect(await countTry(7, NOW)).toBe(30)
  expect(await countTry(7, NOW + 10_000)).toBe(20)
  expect(await passwordWait(7, NOW + 10_000)).toBe(20)
  expect(await countTry(7, NOW + 30_000)).toBe(0)
  expect(await passwordWait(7, NOW + 30_000)).toBe(60)
})

test('tries at the same time are counted one by one', async () => {
  const waits = await Promise.all(Array.from({ length: 12 }, () => countTry(7, NOW)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('another user of the device does not wait', async () => {
  await fail(5)
  expect(await passwordWait(8, NOW)).toBe(0)
})

test('a clock that was set back begins the wait anew, and the wait then ends', async () => {
  await fail(5)
  expect(await passwordWait(7, NOW - HOUR)).toBe(30)
  expect(await passwordWait(7, NOW - HOUR + 20_000)).toBe(10)
  expect(await countTry(7, NOW - HOUR + 30_000)).toBe(0)
})

test('the right password ends the count, and so does a sign-in', async () => {
  await fail(5)
  await forgiveTries(7)
  expect(await passwordWait(7, NOW)).toBe(0)
  await fail(5)
  await protectedUser(7)
  expect(await passwordWait(7, NOW)).toBe(0)
  expect((await sealedSessions()).every((session) => session.tries === undefined)).toBe(true)
})
