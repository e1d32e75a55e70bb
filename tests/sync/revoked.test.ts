/** The end of a session by the server: an expired one keeps all rows, a revoked one keeps only the queue. */
import { expect, test, vi } from 'vitest'
import { markExpired, readSession } from '../../src/db/session/device-session.ts'
import { fileOutcomes, settleFile } from '../../src/db/session/files.ts'
import { reportFileOutcomes } from '../../src/device/file-outcomes.ts'
import { notify } from '../../src/ui/notify.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, uuid, type World } from './support/world.ts'

const rows = ({ device: { db } }: World) =>
  Promise.all([db.leads, db.clients, db.serverLeads, db.blocks].map((table) => table.count()))

/** The journal has one entry with the removed leads, so that an open board drops them. */
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

test('an expired session keeps the rows of the device', async () => {
  const world = await aWorldWithAQueue()
  const before = await rows(world)
  await world.device.cycle()
  expect(world.device.status.needsLogin).toBe(true)
  expect(await rows(world)).toEqual(before)
})

test('a revoked session keeps only the queue, and a new sign-in fetches the rows again', async () => {
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

test('the engine clears the rows in its next cycle after another part of the app found a revocation', async () => {
  const world = await aSyncedWorld()
  await markExpired((await readSession())?.token ?? '', true)
  const mirrored = await world.device.db.leads.toCollection().primaryKeys()
  await world.device.cycle()
  expect(await rows(world)).toEqual([0, 0, 0, 0])
  await onlyDepartures(world, mirrored)
})

/** Resolves when live queries have run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 400))

test('the rows deleted with a revoked session cause no notice that a document was sent', async () => {
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
  const notices = success.mock.calls.length

  world.server.tokens.clear()
  world.network.revokes = true
  await world.device.cycle()
  expect(await db.leads.count()).toBe(0)
  expect((await fileOutcomes(db)).lastSent).toBe(uuid('file', sent))
  await db.meta.clear()
  await settled()
  expect(success).toHaveBeenCalledTimes(notices)
  stop()
})
