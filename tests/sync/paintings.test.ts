/** What the board showed last leaves the device with whatever it showed: docs/architecture.md#the-first-painting */
import { expect, test } from 'vitest'
import { PAINTINGS } from '../../src/db/changes/paintings.ts'
import { erasureTables, evictErased } from '../../src/db/outbox/evict-erased.ts'
import { noDirtyRows } from '../../src/db/outbox/projection.ts'
import { dropAllButQueue, wipeMirror } from '../../src/db/sign-out.ts'
import { aSyncedWorld, capture, uuid, type World } from './support/world.ts'

const NAMES = Object.values(PAINTINGS)

const paint = ({ device: { db } }: World) =>
  db.meta.bulkPut(NAMES.map((name) => ({ name, value: { markup: 'Cliente 1' } })))

/** A first sync, and what the board shows then. */
async function aPaintedWorld(): Promise<World> {
  const world = await aSyncedWorld()
  // The fake server names its catalogues in each answer.
  world.server.catalogues.length = 0
  await paint(world)
  return world
}

const paintings = async ({ device: { db } }: World) =>
  (await db.meta.bulkGet([...NAMES])).filter((record) => record !== undefined)

test('a sync that brings nothing leaves them', async () => {
  const world = await aPaintedWorld()
  await world.device.cycle()
  expect(await paintings(world)).toHaveLength(2)
})

test('a command on a lead deletes them in its own transaction', async () => {
  const world = await aPaintedWorld()
  await capture(world, 'lead-1')
  expect(await paintings(world)).toEqual([])
})

test('a lead that somebody else has changed deletes them', async () => {
  const world = await aPaintedWorld()
  world.server.change('lead-2', { client_name: 'Outro Nome' })
  await world.device.cycle()
  expect(await paintings(world)).toEqual([])
})

test('the erasure of a person deletes them, and if the device has no lead of theirs', async () => {
  const world = await aPaintedWorld()
  const { db } = world.device
  await db.transaction('rw', erasureTables(db), async () => {
    await evictErased(db, [uuid('client', 7777)], { by: 'page', dirty: noDirtyRows() })
  })
  expect(await paintings(world)).toEqual([])

  await paint(world)
  world.server.erase(uuid('client', 5001))
  await world.device.cycle()
  expect(await paintings(world)).toEqual([])
})

test('a catalogue that has changed deletes them: its names are in the cards', async () => {
  const world = await aPaintedWorld()
  const value = { id: 7, name: 'Renovação com outro nome' }
  world.server.catalogues.push({ kind: 'channel', id: '7', version: 2, value })
  await world.device.cycle()
  expect(await paintings(world)).toEqual([])
})

test.each([
  [
    'a sign-out that keeps the queue',
    (world: World) => wipeMirror(world.user.id, { queue: true, drafts: true }),
  ],
  ['a session that the server has ended', ({ device }: World) => dropAllButQueue(device.db)],
])('%s deletes them', async (_what, end) => {
  const world = await aPaintedWorld()
  await end(world)
  expect(await paintings(world)).toEqual([])
})
