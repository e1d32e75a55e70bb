/** The copy of the queue: after the browser cleared the database it is restored once and applied once. */

import { expect, test } from 'vitest'
import { mirrorId, type QueueCopy, restoreQueue } from '../../src/db/outbox/queue-copy.ts'
import { type CopyStore, dropOldCopies, readCopy, writeCopy } from '../../src/db/outbox/queue-copy-store.ts'
import { heldKeys } from '../../src/db/sealing/held-keys.ts'
import { Sealer } from '../../src/db/sealing/sealer.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, setStatus, type World } from './support/world.ts'

/** A user with this device's kind of store. */
function of(userId: number) {
  const keys = heldKeys(userId)
  return { userId, sealer: keys && new Sealer(keys) }
}

async function copied(world: World): Promise<QueueCopy> {
  const id = await mirrorId(world.device.db)
  const copy: QueueCopy = { mirrorId: id, records: await queue(world) }
  return JSON.parse(JSON.stringify(copy))
}

/** Clears the database as a browser does: the engine ends, and the next one starts with empty tables. */
async function clear({ device }: World): Promise<void> {
  const { db } = device
  await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())))
  await device.restart()
}

test('a cleared database gets its queue back in order, and the server applies each command once', async () => {
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

test('a restored command that was already sent is answered from the server’s log', async () => {
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

test('a copy is not restored to the database it was made from', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  const copy = await copied(world)
  goOnline(world)
  await world.device.cycle()
  expect(await restoreQueue(world.device.db, copy)).toBe(0)
  expect(await queue(world)).toEqual([])
})

/** Returns a store like `localStorage` for texts up to `room` characters. */
function aStore(room = 1_000_000): CopyStore {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (place) => [...texts.keys()][place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > room) throw new Error('QuotaExceededError')
      texts.set(key, text)
    },
    removeItem: (key) => void texts.delete(key),
  }
}

const NOW = 1_700_000_000_000

async function aCopy(): Promise<QueueCopy> {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  return copied(world)
}

test('an empty queue or a full store leaves no copy', async () => {
  const copy = await aCopy()
  const store = aStore()
  writeCopy(store, of(1), copy)
  expect(readCopy(store, of(1))?.records).toHaveLength(1)
  writeCopy(store, of(1), { ...copy, records: [] })
  expect(store.length).toBe(0)
  const small = aStore(10)
  writeCopy(small, of(1), copy)
  expect(small.length).toBe(0)
})

test('copies of any user are deleted after thirty days, and other keys stay', async () => {
  const copy = await aCopy()
  const store = aStore()
  writeCopy(store, of(1), { ...copy, keptAt: NOW - 31 * DAY_MS })
  writeCopy(store, of(2), { ...copy, keptAt: NOW - 29 * DAY_MS })
  writeCopy(store, of(3), copy)
  store.setItem('farol_queue_4', '{"cut off')
  store.setItem('farol_token', 'x')
  dropOldCopies(store, NOW)
  expect([1, 2, 3, 4].map((user) => readCopy(store, of(user))?.keptAt)).toEqual([
    undefined,
    NOW - 29 * DAY_MS,
    NOW,
    undefined,
  ])
  expect(store.length).toBe(3)
  // The copy without an age got one at the first call.
  dropOldCopies(store, NOW + 31 * DAY_MS)
  expect(store.length).toBe(1)
})
