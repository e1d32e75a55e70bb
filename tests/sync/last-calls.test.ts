/** The last call of a lead waits for its result. It can be discarded while only the device has it. */
import { liveQuery } from 'dexie'
import { expect, test, vi } from 'vitest'
import { discardCall, dropLastCall, keepLastCall, type LastCall, lastCalls } from '../../src/db/last-calls.ts'
import { takeTimelines } from '../../src/db/mirror/timelines.ts'
import { iso, NOW } from '../unit/domain/fixtures.ts'
import {
  aSyncedWorld,
  capture,
  goOffline,
  goOnline,
  queue,
  run,
  setStatus,
  uuid,
  type World,
} from './support/world.ts'

const PHONE = '11987654321'

/** The broker has the lead and is offline. */
async function attended(): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  return world
}

async function call(world: World, number: number, leadUid = 'lead-1'): Promise<LastCall> {
  const named = { lead_uid: leadUid, call_uid: uuid('file', number) }
  const { occurredAt } = await run(world, 'lead.recordCall', { ...named, phone: PHONE, way: 'device' })
  const kept = { ...named, way: 'device', called_at: occurredAt } as const
  await keepLastCall(world.device.db, kept)
  return kept
}

/** What the phone system says of a call, as the history has it. */
const told = (uid: string) => ({
  id: 1,
  command: 'lead.callResult',
  user: null,
  device_id: null,
  occurred_at: iso('2026-11-18T10:00:00'),
  received_at: iso('2026-11-18T10:00:00'),
  offline: false,
  changes: { call_result: { before: null, after: { uid, status: 2, duration: 60 } } },
})

const first = async ({ device }: World) => {
  const lead = await device.db.leads.get('lead-1')
  return [lead?.first_call_date, lead?.first_call_on_time]
}

test('a call that only this device has is removed from the queue, and the commands behind it are sent', async () => {
  const world = await attended()
  const slip = await call(world, 1)
  await setStatus(world, 'lead-1', 2)
  expect(await first(world)).toEqual([slip.called_at, 1])
  expect(await discardCall(world.device.db, slip)).toBe(true)
  expect(await first(world)).toEqual([null, null])
  expect((await queue(world)).map(({ command, dependsOn }) => [command, dependsOn])).toEqual([
    ['lead.setServiceStatus', null],
  ])
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 2, first_call_date: null })
})

test('a call that is in flight or applied is not discarded; lead.undoCall undoes it on the server', async () => {
  const world = await attended()
  const slip = await call(world, 1)
  await world.device.db.outbox.toCollection().modify({ state: 'sending' })
  expect(await discardCall(world.device.db, slip)).toBe(false)
  const { lead_uid, call_uid, called_at } = slip
  await run(world, 'lead.undoCall', { lead_uid, call_uid, called_at })
  expect(await first(world)).toEqual([null, null])
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(await discardCall(world.device.db, slip)).toBe(false)
  expect(world.server.leads.get('lead-1')).toMatchObject({ first_call_date: null, first_call_on_time: null })
})

test('a lead has one last call, and a result in its timeline removes it', async () => {
  const world = await attended()
  const { db } = world.device
  const before = await call(world, 1)
  const other = await call(world, 2)
  expect([...(await lastCalls(db)).values()]).toEqual([other])
  await dropLastCall(db, before.call_uid)
  expect((await lastCalls(db)).get('lead-1')).toEqual(other)
  await takeTimelines(db, [{ lead_uid: 'lead-1', entries: [told(before.call_uid)] }], NOW)
  expect((await lastCalls(db)).size).toBe(1)
  await takeTimelines(
    db,
    [{ lead_uid: 'lead-1', entries: [told(other.call_uid), told(before.call_uid)] }],
    NOW,
  )
  expect((await lastCalls(db)).size).toBe(0)
})

test('a live query drops the call when a pull brings its result', async () => {
  const world = await attended()
  const { db } = world.device
  const made = await call(world, 1)
  const seen: number[] = []
  const observing = liveQuery(async () => lastCalls(db)).subscribe((calls) => seen.push(calls.size))
  await vi.waitFor(() => expect(seen).toEqual([1]))
  await takeTimelines(db, [{ lead_uid: 'lead-1', entries: [told(made.call_uid)] }], NOW)
  await vi.waitFor(() => expect(seen).toEqual([1, 0]))
  observing.unsubscribe()
})

test('the result of a call depends on the call and is sent after it', async () => {
  const world = await attended()
  const made = await call(world, 1)
  const { lead_uid, call_uid } = made
  await run(world, 'lead.callResult', { lead_uid, call_uid, status: 3 })
  const [record, answer] = await queue(world)
  expect(answer?.dependsOn).toBe(record?.key)
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
})
