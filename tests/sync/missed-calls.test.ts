/** Calls of today that nobody answered: from the kept history and from what waits on the device. docs/rules.md#outcomes */
import { expect, test } from 'vitest'
import { callWithoutOutcome, keepLastCall } from '../../src/db/last-calls.ts'
import { takeTimelines } from '../../src/db/mirror/timelines.ts'
import { missedToday } from '../../src/db/missed-calls.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { iso, NOW } from '../unit/domain/fixtures.ts'
import { aSyncedWorld, capture, goOffline, run, uuid, type World } from './support/world.ts'

/** The broker has the lead and is offline. */
async function attended(): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  return world
}

const told = (id: number, uid: string, status: number, at: string) => ({
  id,
  command: 'lead.callResult',
  user: null,
  device_id: null,
  occurred_at: iso(at),
  received_at: iso(at),
  offline: false,
  changes: { call_result: { before: null, after: { uid, status, duration: null } } },
})

const answer = (world: World, call: number, status: 0 | 2 | 3 | null) =>
  run(world, 'lead.callResult', { lead_uid: 'lead-1', call_uid: uuid('file', call), status })

test('what the history tells of today and what waits here count together, each call by its last result', async () => {
  const world = await attended()
  const { db } = world.device
  const missed = () => missedToday(db, 'lead-1', world.clock.now)
  expect(await missed()).toBe(0)
  const entries = [
    told(2, uuid('file', 1), 3, '2026-11-18T09:00:00'),
    told(1, uuid('file', 2), 0, '2026-11-17T09:00:00'),
  ]
  await takeTimelines(db, [{ lead_uid: 'lead-1', entries }], NOW)
  expect(await missed()).toBe(1)
  await answer(world, 3, 0)
  expect(await missed()).toBe(2)
  await answer(world, 3, null)
  expect(await missed()).toBe(1)
  await answer(world, 1, 2)
  expect(await missed()).toBe(0)
})

test('a call waits for its outcome all day, also after the phone system told its result, and a conversation only today', async () => {
  const world = await attended()
  const { db } = world.device
  const call = {
    lead_uid: 'lead-1',
    call_uid: uuid('file', 1),
    way: 'phone_system',
    called_at: iso('2026-11-18T09:00:00'),
  } as const
  await keepLastCall(db, call)
  const waiting = (nowMs = NOW) => callWithoutOutcome(db, 'lead-1', nowMs)
  expect(await waiting()).toEqual(call)
  expect(await waiting(NOW + DAY_MS)).toEqual(call)
  const entries = [told(1, call.call_uid, 2, '2026-11-18T09:05:00')]
  await takeTimelines(db, [{ lead_uid: 'lead-1', entries }], NOW)
  expect(await waiting()).toEqual(call)
  expect(await waiting(NOW + DAY_MS)).toBeNull()
  await keepLastCall(db, { ...call, call_uid: uuid('file', 2), way: 'whatsapp' })
  expect(await waiting()).toMatchObject({ way: 'whatsapp' })
  expect(await waiting(NOW + DAY_MS)).toBeNull()
})
