/** What an answer fills in of the bases of those that wait behind: what the answered command wrote, and nothing else. */
import { expect, test } from 'vitest'
import type { OutboxRecord } from '../../src/db/mirror/schema.ts'
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

test('the answer to a command completes the base of one made meanwhile with what it wrote', async () => {
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

/** The network is back, and this one's time has not come. */
async function cycleWithout(world: World, { key }: OutboxRecord): Promise<void> {
  const { outbox } = world.device.db
  await outbox
    .where('key')
    .equals(key)
    .modify({ retryAt: world.clock.now + 60_000 })
  goOnline(world)
  await world.device.cycle()
}

test('behind a command that found things done, what stands there now is no base: its user has never seen it', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  const waiting = await run(world, 'lead.cancel', { lead_uid: 'lead-1' })
  // The same user on another device: captured, and its sale waits for a document.
  world.server.change('lead-1', { state: 2, broker_id: world.user.id, status: 5 })
  await cycleWithout(world, waiting)
  const [cancellation, ...others] = await queue(world)
  expect(others).toEqual([])
  expect(cancellation).toMatchObject({ key: waiting.key, state: 'queued' })
  expect(cancellation?.base).not.toHaveProperty('status')
})

test('nor is what a colleague wrote in a field that the answered command left alone', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  await setStatus(world, 'lead-1', 1)
  // The lead stands where a negotiation begins: what is seen is what is wanted.
  const waiting = await run(world, 'lead.negotiate', { lead_uid: 'lead-1' })
  expect(waiting.base).toEqual({ negociate: false })
  world.server.change('lead-1', { status: 3 })
  await cycleWithout(world, waiting)
  expect((await queue(world)).map(({ key, base }) => [key, base])).toEqual([
    [waiting.key, { negociate: false }],
  ])
})
