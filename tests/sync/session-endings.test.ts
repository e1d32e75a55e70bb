/** Sign-outs without a connection: the device sends a proof of the ended session later, and stores no token. */

import Dexie from 'dexie'
import { beforeEach, expect, test } from 'vitest'
import type { SessionEnding } from '../../src/db/schema/records.ts'
import {
  DeviceDb,
  deviceId,
  readSession,
  thisDevice,
  writeSession,
} from '../../src/db/session/device-session.ts'
import {
  deliverEndings,
  endingProof,
  keepEnding,
  leaveSession,
} from '../../src/db/session/session-endings.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const TOKEN = 'token-of-the-first'

beforeEach(() => thisDevice().endings.clear())

const anEnding = async (token = TOKEN, since = NOW) => ({ proof: await endingProof(token), since })
const waiting = () => thisDevice().endings.toArray()

/** Returns a server that records the proofs and confirms them if `answers`. */
function aServer(answers: boolean) {
  const heard: string[] = []
  return {
    heard,
    tell: ({ proof }: SessionEnding) => {
      heard.push(proof)
      return Promise.resolve(answers)
    },
  }
}

test('a sign-out replaces the session by its ending, without a token', async () => {
  await writeSession(TOKEN, aUser(3))
  const ending = await anEnding()
  await leaveSession(ending)
  expect(await readSession()).toBeUndefined()
  expect(await waiting()).toEqual([ending])
  expect(JSON.stringify(await waiting())).not.toContain(TOKEN)
  expect(ending.proof).toMatch(/^[0-9a-f]{64}$/)
})

test('an ending waits beside the next user’s session until the server has confirmed it', async () => {
  const ending = await anEnding()
  await keepEnding(ending)
  await writeSession('token-of-the-second', aUser(1))
  const down = aServer(false)
  expect(await deliverEndings({ tell: down.tell, nowMs: NOW + DAY_MS })).toBe(1)
  expect(await waiting()).toEqual([ending])
  const up = aServer(true)
  expect(await deliverEndings({ tell: up.tell, nowMs: NOW + 2 * DAY_MS })).toBe(0)
  expect([down.heard, up.heard]).toEqual([[ending.proof], [ending.proof]])
  expect(await waiting()).toEqual([])
  expect(await readSession()).toMatchObject({ token: 'token-of-the-second' })
})

test('an ending that the server does not confirm delays no other', async () => {
  const [first, second] = [await anEnding('one'), await anEnding('two')]
  await keepEnding(first)
  await keepEnding(second)
  const left = await deliverEndings({ tell: async ({ proof }) => proof === second.proof, nowMs: NOW })
  expect(left).toBe(1)
  expect(await waiting()).toEqual([first])
})

test('an ending is deleted after 90 days without a request', async () => {
  await keepEnding(await anEnding('old', NOW - 91 * DAY_MS))
  await keepEnding(await anEnding('young', NOW - 89 * DAY_MS))
  const { heard, tell } = aServer(false)
  expect(await deliverEndings({ tell, nowMs: NOW })).toBe(1)
  expect(heard).toEqual([await endingProof('young')])
})

test('an upgrade from the previous version keeps session and device id', async () => {
  const name = 'farol-device'
  thisDevice().close({ disableAutoOpen: false })
  await Dexie.delete(name)
  const old = new Dexie(name)
  old.version(1).stores({ session: 'name', device: 'name' })
  await old.table('device').put({ name: 'id', value: 'device-of-old' })
  await old.table('session').put({ name: 'current', token: TOKEN, user: aUser(3), expired: false })
  old.close()
  const device = new DeviceDb()
  expect(await deviceId(device)).toBe('device-of-old')
  expect(await readSession(device)).toMatchObject({ token: TOKEN })
  await leaveSession(await anEnding(), device)
  expect(await device.endings.count()).toBe(1)
  device.close()
})
