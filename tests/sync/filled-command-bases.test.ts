/** An answer adds to the bases of later commands only the values that the answered command wrote. */
import { expect, test } from 'vitest'
import type { OutboxRecord } from '../../src/db/schema/records.ts'
import {
  aSyncedWorld,
  capture,
  goOffline,
  goOnline,
  queue,
  run,
  schedule,
  setStatus,
  type World,
} from './support/world.ts'

test('the answer to a command adds its written fields to the base of a command made meanwhile', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  const bases: unknown[] = []
  world.network.onRequest = async (path) => {
    if (path !== '/api/sync/push' || bases.length > 0) return
    const made = await schedule(world, 'lead-1', '2026-11-19T12:00:00.000Z')
    bases.push(made.base)
    world.network.onRequest = () => goOffline(world)
  }
  await world.device.cycle()
  bases.push((await queue(world))[0]?.base)
  const written = world.server.leads.get('lead-1')?.lead_scheduling
  expect(bases).toEqual([{}, { lead_scheduling: written }])
})

/** Runs a cycle online in which this command is not due yet. */
async function cycleWithout(world: World, { key }: OutboxRecord): Promise<void> {
  const { outbox } = world.device.db
  await outbox
    .where('key')
    .equals(key)
    .modify({ retryAt: world.clock.now + 60_000 })
  goOnline(world)
  await world.device.cycle()
}

test('the answer to a command that changed nothing adds no values to later bases', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  const waiting = await run(world, 'lead.cancel', { lead_uid: 'lead-1' })
  // The same user captured the lead on another device, and its sale waits for a document.
  world.server.change('lead-1', { state: 2, broker_id: world.user.id, status: 5 })
  await cycleWithout(world, waiting)
  const [cancellation, ...others] = await queue(world)
  expect(others).toEqual([])
  expect(cancellation).toMatchObject({ key: waiting.key, state: 'queued' })
  expect(cancellation?.base).not.toHaveProperty('status')
})

test('an answer adds no value of a colleague in a field that its command did not write', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  await setStatus(world, 'lead-1', 1)
  // The lead already has the status of a negotiation, so the base contains only the flag.
  const waiting = await run(world, 'lead.negotiate', { lead_uid: 'lead-1' })
  expect(waiting.base).toEqual({ negociate: false })
  world.server.change('lead-1', { status: 3 })
  await cycleWithout(world, waiting)
  expect((await queue(world)).map(({ key, base }) => [key, base])).toEqual([
    [waiting.key, { negociate: false }],
  ])
})
