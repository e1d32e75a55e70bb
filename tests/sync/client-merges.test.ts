/** Clients that are merged while a device has queued work for either: docs/sync-protocol.md#merged-clients */
import { expect, test } from 'vitest'
import { clientFieldsSchema } from '../../src/domain/client/changes.ts'
import {
  aSyncedWorld,
  capture,
  create,
  goOffline,
  goOnline,
  queue,
  saveClient,
  uuid,
  type World,
} from './support/world.ts'

const ALIAS = uuid('client', 5001)
const SURVIVOR = uuid('client', 5002)

const client = ({ device }: World, uid: string) => device.db.clients.get(uid)
const clientOfLead = async ({ device }: World, uid: string) => (await device.db.leads.get(uid))?.client_uid
const survivorOf = ({ server }: World) => {
  const {
    uid: _uid,
    id: _id,
    version: _version,
    ...fields
  } = server.rows.clients.get(SURVIVOR) ?? expect.fail()
  return fields
}

/** Only pulls: the queue stays, as it does while an answer to it is lost. */
async function pullAlone(world: World): Promise<void> {
  const { network } = world
  network.fault = (path) => (path.includes('push') ? 'server error' : null)
  await world.device.cycle()
}

test('the alias leaves the device, and its leads name the survivor', async () => {
  const world = await aSyncedWorld()
  world.server.merge(ALIAS, SURVIVOR, ['lead-1'])
  await world.device.cycle()
  expect(await client(world, ALIAS)).toBeUndefined()
  expect(await client(world, SURVIVOR)).toBeDefined()
  expect(await clientOfLead(world, 'lead-1')).toBe(SURVIVOR)
})

test('an edit of the alias shows on the survivor, and is written to it', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await saveClient(world, ALIAS, { mail: 'novo@exemplo.com.br' })
  world.server.merge(ALIAS, SURVIVOR, ['lead-1'])
  await pullAlone(world)
  expect(await queue(world)).toMatchObject([
    { clientUid: SURVIVOR, entityUid: SURVIVOR, args: { client_uid: ALIAS } },
  ])
  expect((await client(world, SURVIVOR))?.mail).toBe('novo@exemplo.com.br')
  expect(await client(world, ALIAS)).toBeUndefined()
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.rows.clients.get(SURVIVOR)?.mail).toBe('novo@exemplo.com.br')
  expect((await client(world, SURVIVOR))?.mail).toBe('novo@exemplo.com.br')
  expect(await client(world, ALIAS)).toBeUndefined()
})

test('after an undo the same edit shows on the client of its own, and goes to it', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await saveClient(world, ALIAS, { mail: 'novo@exemplo.com.br' })
  world.server.merge(ALIAS, SURVIVOR, ['lead-1'])
  await pullAlone(world)
  world.server.merge(ALIAS, ALIAS, ['lead-1'])
  await pullAlone(world)
  expect(await queue(world)).toMatchObject([{ clientUid: ALIAS, entityUid: ALIAS }])
  expect((await client(world, ALIAS))?.mail).toBe('novo@exemplo.com.br')
  expect((await client(world, SURVIVOR))?.mail).not.toBe('novo@exemplo.com.br')
  goOnline(world)
  await world.device.cycle()
  expect(world.server.rows.clients.get(ALIAS)?.mail).toBe('novo@exemplo.com.br')
  expect(await clientOfLead(world, 'lead-1')).toBe(ALIAS)
})

test('a lead that was begun for the alias belongs to the survivor, and the alias goes with the answer', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  const typed = clientFieldsSchema.parse(survivorOf(world))
  await create(world, 7, { client_uid: ALIAS, client: typed })
  world.server.merge(ALIAS, SURVIVOR, ['lead-1'])
  await pullAlone(world)
  expect(await client(world, ALIAS)).toBeDefined()
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(await clientOfLead(world, uuid('lead', 7))).toBe(SURVIVOR)
  expect(await client(world, ALIAS)).toBeUndefined()
})
