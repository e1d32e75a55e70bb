/** An order to erase reaches a locked device by its secret, in a page and in the service worker. docs/rules.md#erasing-a-device */
import Dexie from 'dexie'
import { beforeEach, expect, test } from 'vitest'
import { mirrorName } from '../../src/db/sealing/mirror-name.ts'
import { thisDevice } from '../../src/db/session/device-session.ts'
import {
  type ErasingDeps,
  finishErasures,
  forgetErased,
  obeyOrder,
} from '../../src/db/session/locked-erasures.ts'

const USER = 71
const SECRET = 'S'.repeat(43)

const steps: string[] = []
/** The step at which the browser dies or the network goes. */
let breaksAt: string | null = null
let isOrdered = true

const step = async (name: string) => {
  if (breaksAt === name) throw new Error(`broken at ${name}`)
  steps.push(name)
}

const deps: ErasingDeps = {
  report: async (stage, locked) => {
    expect(locked).toEqual({ user_id: USER, device_secret: SECRET })
    await step(stage)
    return isOrdered ? { by: 'Olívia' } : null
  },
  destroyKeyring: async (userId) => {
    // Nothing else is deleted before it.
    expect(await Dexie.exists(mirrorName(userId, true))).toBe(true)
    await step('keyring')
  },
}

async function aDatabase(name: string): Promise<void> {
  const db = new Dexie(name)
  db.version(1).stores({ outbox: '++seq' })
  await db.open()
  db.close()
}

beforeEach(async () => {
  steps.length = 0
  breaksAt = null
  isOrdered = true
  const device = thisDevice()
  await Promise.all([device.device.clear(), device.sealed.clear()])
  const session = {
    firstName: 'Ana',
    usedAt: 1,
    idleMinutes: 10,
    tokenKey: '',
    s: new Uint8Array(),
    expired: false,
  }
  await device.sealed.bulkPut([
    { ...session, userId: USER },
    { ...session, userId: 72 },
  ])
  for (const user of [USER, 72]) await aDatabase(mirrorName(user, true))
  // What a move to the sealed store left.
  await aDatabase(mirrorName(USER, false))
})

const forgotten = async () => {
  const users: { userId: number; by: string | null }[] = []
  await forgetErased(({ userId, by }) => users.push({ userId, by }))
  return users
}

const isGone = async () => {
  for (const isSealed of [true, false]) expect(await Dexie.exists(mirrorName(USER, isSealed))).toBe(false)
  expect((await thisDevice().sealed.toArray()).map(({ userId }) => userId)).toEqual([72])
  expect(await Dexie.exists(mirrorName(72, true))).toBe(true)
}

test('without an order nothing happens', async () => {
  isOrdered = false
  expect(await obeyOrder(deps, USER, SECRET)).toBe(false)
  expect(steps).toEqual(['asks'])
  expect(await Dexie.exists(mirrorName(USER, true))).toBe(true)
  expect(await forgotten()).toEqual([])
})

test('the keyring goes first, then both databases and the session; the server hears of each step', async () => {
  expect(await obeyOrder(deps, USER, SECRET)).toBe(true)
  expect(steps).toEqual(['asks', 'received', 'keyring', 'erased'])
  await isGone()
  // What a page deletes besides, once.
  expect(await forgotten()).toEqual([{ userId: USER, by: 'Olívia' }])
  expect(await forgotten()).toEqual([])
  expect(await thisDevice().device.get('erasures')).toBeUndefined()
})

test.each([
  'received',
  'keyring',
  'erased',
])('what breaks at %s goes on later, and is confirmed then', async (at) => {
  breaksAt = at
  await expect(obeyOrder(deps, USER, SECRET)).rejects.toThrow('broken')
  expect(steps).not.toContain('erased')
  // The keyring may be gone, and the secret with it.
  breaksAt = null
  await finishErasures(deps)
  expect(steps.at(-1)).toBe('erased')
  await isGone()
  expect(await forgotten()).toEqual([{ userId: USER, by: 'Olívia' }])
  steps.length = 0
  await finishErasures(deps)
  expect(steps).toEqual([])
})

test('until the server has answered, the secret stays noted, also when a page has forgotten the user', async () => {
  breaksAt = 'erased'
  await expect(obeyOrder(deps, USER, SECRET)).rejects.toThrow('broken')
  expect(await forgotten()).toHaveLength(1)
  breaksAt = null
  await finishErasures(deps)
  expect(steps.at(-1)).toBe('erased')
  // The user may have signed in again: what local storage has by now is the new session's.
  expect(await forgotten()).toEqual([])
  expect(await thisDevice().device.get('erasures')).toBeUndefined()
})
