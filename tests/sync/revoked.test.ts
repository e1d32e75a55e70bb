/** What is promised when the server ends a session: grown old, everything stays; ended on purpose, only the queue does. */
import { expect, test, vi } from 'vitest'
import { markExpired, readSession } from '../../src/db/session/device-session.ts'
import { fileOutcomes, settleFile } from '../../src/db/session/files.ts'
import { reportFileOutcomes } from '../../src/device/file-outcomes.ts'
import { notify } from '../../src/ui/notify.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, uuid, type World } from './support/world.ts'

const rows = ({ device: { db } }: World) =>
  Promise.all([db.leads, db.clients, db.serverLeads, db.blocks].map((table) => table.count()))

/** The journal says nothing but which leads went: an open board learns it from there. */
async function onlyDepartures({ device: { db } }: World, uids: readonly string[]): Promise<void> {
  const entries = await db.journal.toArray()
  expect(entries).toHaveLength(1)
  expect(entries[0]?.uids.toSorted()).toEqual(uids.toSorted())
}

async function aWorldWithAQueue(): Promise<World> {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  goOnline(world)
  world.server.tokens.clear()
  return world
}

test('a session that grew old keeps what the device has', async () => {
  const world = await aWorldWithAQueue()
  const before = await rows(world)
  await world.device.cycle()
  expect(world.device.status.needsLogin).toBe(true)
  expect(await rows(world)).toEqual(before)
})

test('a session ended on purpose leaves the queue and nothing else, and a new sign-in brings all back', async () => {
  const world = await aWorldWithAQueue()
  const mirrored = await world.device.db.leads.toCollection().primaryKeys()
  world.network.revokes = true
  await world.device.cycle()
  expect(world.device.status.needsLogin).toBe(true)
  expect(await rows(world)).toEqual([0, 0, 0, 0])
  await onlyDepartures(world, mirrored)
  expect(await queue(world)).toMatchObject([{ command: 'lead.capture', state: 'sending' }])

  await world.device.signIn('next')
  await world.device.cycle()
  expect(world.server.applied).toHaveLength(1)
  expect(await queue(world)).toEqual([])
  expect((await world.device.db.leads.get('lead-1'))?.state).toBe(2)
  expect(await readSession()).not.toHaveProperty('revoked')
})

test('what another part of the app learned of it, the engine does at its next turn', async () => {
  const world = await aSyncedWorld()
  await markExpired((await readSession())?.token ?? '', true)
  const mirrored = await world.device.db.leads.toCollection().primaryKeys()
  await world.device.cycle()
  expect(await rows(world)).toEqual([0, 0, 0, 0])
  await onlyDepartures(world, mirrored)
})

/** Live queries have run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 400))

test('what goes with the session is no news of a document: no tab says that one was sent', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const success = vi.spyOn(notify, 'success').mockReturnValue()
  const stop = reportFileOutcomes(world.user.id)
  let sent = 0
  await vi.waitFor(async () => {
    await settleFile(db, uuid('file', ++sent))
    expect(success).toHaveBeenCalled()
  })
  await settled()
  const told = success.mock.calls.length

  world.server.tokens.clear()
  world.network.revokes = true
  await world.device.cycle()
  expect(await db.leads.count()).toBe(0)
  expect((await fileOutcomes(db)).lastSent).toBe(uuid('file', sent))
  await db.meta.clear()
  await settled()
  expect(success).toHaveBeenCalledTimes(told)
  stop()
})
