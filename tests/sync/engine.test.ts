/** What is promised about the loop: when it works, when it rests, and what it says. */
import { expect, test, vi } from 'vitest'
import { clearSession } from '../../src/db/session/device-session.ts'
import { stageRows } from '../../src/db/staging/middleware.ts'
import { backoffMs } from '../../src/sync/backoff.ts'
import { deviceClock } from '../../src/sync/device-clock.ts'
import { aSyncedWorld, aWorld, capture, goOffline, goOnline, leadNumber, queue } from './support/world.ts'

test('without pokes it polls as often as the setting says, and every ten minutes where there is none', async () => {
  const world = await aSyncedWorld()
  expect(world.device.wait).toBe(600_000)
  const value = { key: 'refresh_lead_seconds', value: 30 }
  world.server.catalogues.push({ kind: 'setting', id: 'refresh_lead_seconds', version: 2, value })
  await world.device.cycle()
  expect(world.device.wait).toBe(30_000)
})

test('each failure waits longer, with jitter, up to a minute; a success starts over', async () => {
  expect([1, 2, 3, 7, 50].map((failures) => backoffMs(failures, () => 1))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ])
  expect(backoffMs(3, () => 0)).toBe(2000)
  const world = await aSyncedWorld()
  goOffline(world)
  await world.device.cycle()
  expect(world.device.wait).toBeLessThanOrEqual(1000)
  for (let n = 0; n < 3; n++) await world.device.cycle()
  expect(world.device.wait).toBeGreaterThanOrEqual(4000)
  goOnline(world)
  await world.device.cycle()
  goOffline(world)
  await world.device.cycle()
  expect(world.device.wait).toBeLessThanOrEqual(1000)
})

test('a wait that the server asks for is not cut short by a nudge', async () => {
  const world = await aSyncedWorld()
  world.network.fault = () => 'busy'
  await world.device.cycle()
  expect(world.device.wait).toBe(2000)
  const asked = world.network.requests.length
  for (let n = 0; n < 5; n++) world.device.nudge()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(world.network.requests).toHaveLength(asked)
})

test('a nudge in the middle of a cycle brings another cycle, not a wait', async () => {
  const world = await aSyncedWorld()
  let nudged = false
  world.network.onRequest = () => {
    if (!nudged) world.device.nudge()
    nudged = true
  }
  const before = world.network.count('/api/sync')
  await world.device.cycle()
  expect(world.network.count('/api/sync')).toBe(before + 2)
})

test('a poke fetches at once; a stream that ends soon is left to the next poll', async () => {
  const world = await aWorld()
  world.network.streams = true
  await world.device.cycle()
  await vi.waitFor(() => expect(world.network.count('/api/sync')).toBe(3))
  world.server.change('lead-1', { on_fire: true })
  world.network.say('event: poke\ndata: {"at":"now"}\n\n')
  await vi.waitFor(async () =>
    expect(await world.device.db.leads.get('lead-1')).toMatchObject({ on_fire: true }),
  )
  const asked = world.network.count('/api/sync')
  world.network.endStream()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(world.network.count('/api/sync')).toBe(asked)
  // On a machine that is busy the end may be heard after a poll: then it is the one after.
  await vi.waitFor(async () => {
    await world.device.cycle()
    expect(world.network.count('/api/sync/events')).toBe(2)
  })
  await world.device.stop()
})

test('it says how far the first sync is, and whether the last exchange reached the server', async () => {
  const world = await aWorld({ leads: 7 })
  await world.device.cycle()
  const progress = world.device.told.flatMap((status) => status.progress ?? [])
  expect(progress).toEqual(
    expect.arrayContaining([
      { done: 3, expected: 7 },
      { done: 6, expected: 7 },
    ]),
  )
  expect(world.device.status).toMatchObject({
    connection: 'online',
    phase: 'idle',
    progress: null,
    lastSyncAt: world.clock.now,
  })
  goOffline(world)
  await world.device.cycle()
  expect(world.device.status).toMatchObject({ connection: 'offline', lastSyncAt: world.clock.now })
})

test('a captive portal is no connection', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.network.fault = () => 'captive portal'
  await world.device.cycle()
  expect(world.device.status.connection).toBe('offline')
  expect(await queue(world)).toMatchObject([{ state: 'sending', problem: null }])
})

test('a full disk is said in Portuguese, and the sync goes on when there is room', async () => {
  const world = await aWorld()
  world.device.faults.full = true
  await world.device.cycle()
  expect(world.device.status.problem).toMatch(/armazenamento deste aparelho está cheio/)
  world.device.faults.full = false
  await world.device.cycle()
  expect(world.device.status.problem).toBeNull()
  expect(await world.device.db.leads.count()).toBe(4)
})

test('it ends when the user signs out, so that the lock is free', async () => {
  const world = await aSyncedWorld()
  await clearSession()
  const asked = world.network.requests.length
  await world.device.cycle()
  await world.device.stop()
  expect(world.network.requests).toHaveLength(asked)
})

/** Rows as a first sync leaves them, on a device that has nothing else to do. */
async function aStagedWorld() {
  const world = await aSyncedWorld()
  const { db } = world.device
  const opened = vi.spyOn(db.scratch, 'open')
  await world.device.cycle()
  expect(opened).not.toHaveBeenCalled()
  const rows = Array.from({ length: 250 }, (_, number) => ({ ...leadNumber(number + 100), generation: 1 }))
  await db.transaction('rw', db.leads, async () => {
    stageRows()
    await db.leads.bulkPut(rows)
  })
  expect(await db.chunks.count()).toBe(3)
  const untilWait = async (ms: number) => {
    do await world.device.cycle()
    while (world.device.wait !== ms)
  }
  return { ...world, opened, untilWait }
}

const TIDY_PAUSE = 500
const REST = 600_000

test('the store is tidied once, when the rows of a first sync have left their packs', async () => {
  const { device, opened, untilWait } = await aStagedWorld()
  const read = vi.spyOn(device.db.device.table('session'), 'bulkGet')
  await untilWait(TIDY_PAUSE)
  expect(await device.db.chunks.count()).toBe(0)
  await untilWait(REST)
  expect(opened).toHaveBeenCalledOnce()
  expect(read.mock.calls.length).toBeGreaterThan(1)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(device.db.scratch.name)

  await device.cycle()
  expect(opened).toHaveBeenCalledOnce()
})

test('what comes up while the store is tidied goes first, and the next rest begins anew', async () => {
  const { device, network, opened, untilWait } = await aStagedWorld()
  await untilWait(TIDY_PAUSE)
  const before = network.count('/api/sync')
  device.nudge()
  await device.cycle()
  expect(network.count('/api/sync')).toBe(before + 1)
  expect(device.wait).toBe(TIDY_PAUSE)
  await untilWait(REST)
  expect(opened).toHaveBeenCalledTimes(2)
})

test('a store that cannot be tidied is no problem of the sync', async () => {
  const { device, opened, untilWait } = await aStagedWorld()
  opened.mockRejectedValue(new DOMException('no space', 'QuotaExceededError'))
  await untilWait(REST)
  expect(opened).toHaveBeenCalledOnce()
  expect(device.status).toMatchObject({ problem: null, connection: 'online' })
})

test('the clock of a device lets nobody sleep whose rest is over', async () => {
  await expect(
    Promise.race([deviceClock.sleep(60_000, AbortSignal.abort()), Promise.resolve().then(() => 'asleep')]),
  ).resolves.toBeUndefined()
})
