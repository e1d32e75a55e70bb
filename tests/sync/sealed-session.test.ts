/** Sessions of a protected device: one for each user, sealed by the user's keys. */
import { beforeEach, expect, test } from 'vitest'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { dropKeys, holdKeys } from '../../src/db/sealing/held-keys.ts'
import type { StoreKeys } from '../../src/db/sealing/keys.ts'
import {
  clearSession,
  markExpired,
  noteSealedUse,
  readSession,
  sealedSessions,
  thisDevice,
  updateSessionUser,
  writeSealedSession,
  writeSession,
} from '../../src/db/session/device-session.ts'
import { beginErasure } from '../../src/db/session/erasure.ts'
import { leaveSession } from '../../src/db/session/session-endings.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const keysOf = (userId: number) => deriveKeys(crypto.getRandomValues(new Uint8Array(32)), userId)
const user = (id: number, name = 'Ana Beatriz Prado') => aUser(3, { id, name })
const write = (keys: StoreKeys, token: string, nowMs = 1000) =>
  writeSealedSession(keys, { token, user: user(keys.userId), idleMinutes: 10, sealingKey: null, nowMs })

beforeEach(async () => {
  dropKeys()
  await Promise.all([thisDevice().session.clear(), thisDevice().sealed.clear()])
})

test('the session opens in a thread with the keys, and in no other', async () => {
  const keys = await keysOf(7)
  await write(keys, 'the-token')
  expect(await readSession()).toBeUndefined()
  holdKeys(keys)
  expect(await readSession()).toMatchObject({
    mode: 'sealed',
    token: 'the-token',
    user: { name: 'Ana Beatriz Prado' },
    expired: false,
  })
  dropKeys()
  expect(await readSession()).toBeUndefined()
})

test('what lies on the disk has the first name and no other word of the session', async () => {
  const keys = await keysOf(7)
  await write(keys, 'the-token')
  const [stored] = await sealedSessions()
  expect(stored).toMatchObject({ userId: 7, firstName: 'Ana', usedAt: 1000, idleMinutes: 10 })
  const text = JSON.stringify(stored) + new TextDecoder('latin1').decode(stored?.s)
  for (const hidden of ['the-token', 'Beatriz', user(7).login, user(7).email])
    expect(text).not.toContain(hidden)
})

test("another user's keys, or other keys of the same user, do not open it", async () => {
  await write(await keysOf(7), 'the-token')
  holdKeys(await keysOf(8))
  expect(await readSession()).toBeUndefined()
  holdKeys(await keysOf(7))
  await expect(readSession()).rejects.toThrow()
})

test('a protected sign-in leaves no clear session', async () => {
  await writeSession('clear', user(7))
  const keys = await keysOf(7)
  await write(keys, 'sealed')
  expect(await thisDevice().session.get('current')).toBeUndefined()
})

test('changes name the session by its token; a late one of an older token changes nothing', async () => {
  const keys = await keysOf(7)
  holdKeys(keys)
  await write(keys, 'new')
  await markExpired('old', true)
  expect(await readSession()).toMatchObject({ expired: false })
  await updateSessionUser('old', user(7, 'Outra'))
  expect(await readSession()).toMatchObject({ user: { name: 'Ana Beatriz Prado' } })
  await markExpired('new', false)
  await updateSessionUser('new', user(7, 'Bia Prado'))
  expect(await readSession()).toMatchObject({ expired: true, token: 'new', user: { name: 'Bia Prado' } })
  expect((await sealedSessions())[0]?.firstName).toBe('Bia')
})

test('each user of a tablet has a session of the own; the last one to unlock comes first', async () => {
  const [ana, leo] = await Promise.all([keysOf(7), keysOf(8)])
  await write(ana, 'of-ana', 1000)
  await write(leo, 'of-leo', 2000)
  expect((await sealedSessions()).map(({ userId }) => userId)).toEqual([8, 7])
  await noteSealedUse(7, { usedAt: 3000 })
  expect((await sealedSessions()).map(({ userId }) => userId)).toEqual([7, 8])
  holdKeys(leo)
  expect(await readSession()).toMatchObject({ token: 'of-leo' })
})

test('a sign-out ends the session of whoever is unlocked, and of nobody else', async () => {
  const [ana, leo] = await Promise.all([keysOf(7), keysOf(8)])
  await write(ana, 'of-ana')
  await write(leo, 'of-leo')
  holdKeys(leo)
  await leaveSession({ proof: 'a'.repeat(64), since: 1 })
  expect((await sealedSessions()).map(({ userId }) => userId)).toEqual([7])
  holdKeys(ana)
  await clearSession()
  expect(await sealedSessions()).toEqual([])
})

test('an erasure removes the session also where it is locked', async () => {
  await write(await keysOf(7), 'of-ana')
  await write(await keysOf(8), 'of-leo')
  await beginErasure({ token: 'another', userId: 7 }, 1)
  expect((await sealedSessions()).map(({ userId }) => userId)).toEqual([8])
})
