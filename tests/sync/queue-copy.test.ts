/** What is promised when the browser clears the database: the copied queue comes back once, and is done once. */
import { expect, test } from 'vitest'
import { mirrorId, type QueueCopy, restoreQueue } from '../../src/db/queue-copy.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, setStatus, type World } from './support/world.ts'

async function copied(world: World): Promise<QueueCopy> {
  const id = await mirrorId(world.device.db)
  const copy: QueueCopy = { mirrorId: id, records: await queue(world) }
  return JSON.parse(JSON.stringify(copy))
}

async function clear({ device: { db } }: World): Promise<void> {
  await Promise.all(db.tables.map((table) => table.clear()))
}

test('a cleared database gets its queue back, in order, and the server does each command once', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  await setStatus(world, 'lead-1', 3)
  const copy = await copied(world)
  await clear(world)

  expect(await restoreQueue(world.device.db, copy)).toBe(2)
  expect(await restoreQueue(world.device.db, copy)).toBe(0)
  expect((await queue(world)).map(({ key }) => key)).toEqual(copy.records.map(({ key }) => key))
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.applied).toHaveLength(2)
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ state: 2, service_status: 3 })
})

test('a copy older than what was sent is answered from the server’s log', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  const copy = await copied(world)
  goOnline(world)
  await world.device.cycle()
  await clear(world)
  expect(await restoreQueue(world.device.db, copy)).toBe(1)
  await world.device.cycle()
  expect(world.server.applied).toHaveLength(1)
  expect(await queue(world)).toEqual([])
})

test('where the database is the one that was copied, nothing comes back', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  const copy = await copied(world)
  goOnline(world)
  await world.device.cycle()
  expect(await restoreQueue(world.device.db, copy)).toBe(0)
  expect(await queue(world)).toEqual([])
})
