/** The loop of the sync engine: when it runs, how long it waits, and which status it reports. */
import { expect, test, vi } from 'vitest'
import { clearSession } from '../../src/db/session/device-session.ts'
import { CHUNK_SIZES, SEALED_CHUNK_SIZES } from '../../src/db/staging/chunk-store.ts'
import { stageRows } from '../../src/db/staging/middleware.ts'
import { backoffMs } from '../../src/sync/backoff.ts'
import { deviceClock } from '../../src/sync/device-clock.ts'
import { readPullState } from '../../src/sync/pull-state.ts'
import { aSyncedWorld, aWorld, capture, goOffline, goOnline, leadNumber, queue } from './support/world.ts'

test('without pokes the engine polls at the interval of the setting, or every ten minutes without one', async () => {
  const world = await aSyncedWorld()
  expect(world.device.wait).toBe(600_000)
  const value = { key: 'refresh_lead_seconds', value: 30 }
  world.server.catalogues.push({ kind: 'setting', id: 'refresh_lead_seconds', version: 2, value })
  await world.device.cycle()
  expect(world.device.wait).toBe(30_000)
})

test('the wait grows with each failure, with jitter, up to a minute, and a success resets it', async () => {
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

test('a nudge does not shorten a wait that the server asked for', async () => {
  const world = await aSyncedWorld()
  world.network.fault = () => 'busy'
  await world.device.cycle()
  expect(world.device.wait).toBe(2000)
  const asked = world.network.requests.length
  for (let n = 0; n < 5; n++) world.device.nudge()
  expect(world.device.isAsleep).toBe(true)
  expect(world.network.requests).toHaveLength(asked)
})

test('a nudge during a cycle starts another cycle without a wait', async () => {
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

test('a poke starts a pull at once, and a stream that ends soon is reopened only at the next poll', async () => {
  const world = await aWorld()
  world.network.streams = true
  await world.device.cycle()
  await vi.waitFor(() => expect(world.network.count('/api/sync')).toBe(3))
  world.server.change('lead-1', { on_fire: true })
  world.network.say('event: poke\ndata: {"at":"now"}\n\n')
  await vi.waitFor(async () =>
    expect(await world.device.db.leads.get('lead-1')).toMatchObject({ on_fire: true }),
  )
  // A pull that the poke met on its way is followed by another one.
  await world.device.rest()
  const asked = world.network.count('/api/sync')
  world.network.endStream()
  // The end may be noticed after a poll; then the next poll reopens the stream.
  let polls = 0
  await vi.waitFor(async () => {
    polls += 1
    await world.device.cycle()
    expect(world.network.count('/api/sync/events')).toBe(2)
  })
  // The stream that opens is one more reason to pull.
  await vi.waitFor(() => expect(world.network.count('/api/sync')).toBe(asked + polls + 1))
  await world.device.stop()
})

test('a burst of pokes costs one pull at a time, and one after the last', async () => {
  const world = await aWorld()
  const { network, device } = world
  network.streams = true
  await device.cycle()
  await vi.waitFor(() => expect(network.count('/api/sync')).toBe(3))
  const before = network.count('/api/sync')
  const gate = Promise.withResolvers<void>()
  network.onRequest = (path) => (path === '/api/sync' ? gate.promise : undefined)
  for (let pokes = 0; pokes < 40; pokes++) {
    network.say('event: poke\ndata: {}\n\n')
    await vi.waitFor(() => expect(network.isHeard).toBe(true), { interval: 1 })
  }
  await vi.waitFor(() => expect(network.count('/api/sync')).toBe(before + 1))
  gate.resolve()
  await vi.waitFor(() => expect(network.count('/api/sync')).toBe(before + 2))
  await device.rest()
  expect(network.count('/api/sync')).toBe(before + 2)
  await device.stop()
})

test('the status reports the progress of the first sync and whether the last request reached the server', async () => {
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

test('the last sync is an instant of the server, whatever the clock of the device says', async () => {
  const world = await aWorld({ leads: 7 })
  world.clock.skew = -3 * 3_600_000
  await world.device.cycle()
  expect(world.device.status.lastSyncAt).toBe(world.clock.now)
  expect((await readPullState(world.device.db)).lastSyncAt).toBe(world.clock.now)
  world.clock.skew = 3_600_000
  await world.device.cycle()
  expect((await readPullState(world.device.db)).lastSyncAt, 'a pull without rows').toBe(world.clock.now)
})

test('a captive portal counts as offline', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.network.fault = () => 'captive portal'
  await world.device.cycle()
  expect(world.device.status.connection).toBe('offline')
  expect(await queue(world)).toMatchObject([{ state: 'sending', problem: null }])
})

test('a full disk is reported in Portuguese, and the sync continues when there is room', async () => {
  const world = await aWorld()
  world.device.faults.full = true
  await world.device.cycle()
  expect(world.device.status.problem).toMatch(/armazenamento deste aparelho está cheio/)
  world.device.faults.full = false
  await world.device.cycle()
  expect(world.device.status.problem).toBeNull()
  expect(await world.device.db.leads.count()).toBe(4)
})

test('the engine ends when the user signs out, which releases the lock', async () => {
  const world = await aSyncedWorld()
  await clearSession()
  const asked = world.network.requests.length
  await world.device.cycle()
  await world.device.stop()
  expect(world.network.requests).toHaveLength(asked)
})

/** An idle device with 250 staged rows of a first sync. */
async function aStagedWorld() {
  const world = await aSyncedWorld()
  const { db } = world.device
  const scratch = db.newScratch()
  vi.spyOn(db, 'newScratch').mockReturnValue(scratch)
  const opened = vi.spyOn(scratch, 'open')
  await world.device.cycle()
  expect(opened).not.toHaveBeenCalled()
  const rows = Array.from({ length: 250 }, (_, number) => ({ ...leadNumber(number + 100), generation: 1 }))
  await db.transaction('rw', db.leads, async () => {
    stageRows()
    await db.leads.bulkPut(rows)
  })
  expect(await db.chunks.count()).toBe(
    Math.ceil(rows.length / (db.sealer === null ? CHUNK_SIZES : SEALED_CHUNK_SIZES).rows),
  )
  const untilWait = async (ms: number) => {
    do await world.device.cycle()
    while (world.device.wait !== ms)
  }
  return { ...world, opened, untilWait }
}

const TIDY_PAUSE = 500
const REST = 600_000

test('the store is tidied once, when all chunks of a first sync are drained', async () => {
  const { device, opened, untilWait } = await aStagedWorld()
  const read = vi.spyOn(device.db.device.table('session'), 'bulkGet')
  await untilWait(TIDY_PAUSE)
  expect(await device.db.chunks.count()).toBe(0)
  await untilWait(REST)
  expect(opened).toHaveBeenCalledOnce()
  expect(read.mock.calls.length).toBeGreaterThan(1)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('farol-scratch')

  await device.cycle()
  expect(opened).toHaveBeenCalledOnce()
})

test('a sync goes before the tidying of the store, which then starts again', async () => {
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

test('a failure to tidy the store is no problem of the sync', async () => {
  const { device, opened, untilWait } = await aStagedWorld()
  opened.mockRejectedValue(new DOMException('no space', 'QuotaExceededError'))
  await untilWait(REST)
  expect(opened).toHaveBeenCalledOnce()
  expect(device.status).toMatchObject({ problem: null, connection: 'online' })
})

test('the device clock does not sleep on an aborted signal', async () => {
  await expect(
    Promise.race([deviceClock.sleep(60_000, AbortSignal.abort()), Promise.resolve().then(() => 'asleep')]),
  ).resolves.toBeUndefined()
})
