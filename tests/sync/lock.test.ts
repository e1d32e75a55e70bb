/** One writer: the tab that holds the lock, or the service worker without one. Keys prevent double execution anyway. */
import { expect, test, vi } from 'vitest'
import { syncLockName } from '../../src/db/access/sync-lock.ts'
import { readSession } from '../../src/db/session/device-session.ts'
import { deviceClock } from '../../src/sync/device-clock.ts'
import { flushQueueForCurrentUser } from '../../src/sync/flush.ts'
import { pushQueue } from '../../src/sync/push.ts'
import { httpTransport } from '../../src/sync/transport-http.ts'
import { inTurn } from '../../src/sync/turn.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, setStatus, type World } from './support/world.ts'

const flush = (pausesMs = [0], signal = new AbortController().signal) =>
  flushQueueForCurrentUser('0.1.0', signal, { lockMs: 100, pausesMs })
/** Resolves when somebody waits for the lock of the world's user. */
const waits = ({ user }: World) =>
  vi.waitFor(async () => {
    const { pending } = await navigator.locks.query()
    expect(pending?.map(({ name }) => name)).toContain(syncLockName(user.id))
  })
const pushes = ({ network }: World) => network.count('/api/sync/push')

test('the service worker sends the queue when no tab is open', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.stop()
  expect(await flush()).toBe('sent')
  expect(world.server.applied).toHaveLength(1)
  expect(await flush()).toBe('empty')
})

test('while a tab holds the lock the service worker sends nothing, and retries if commands are left', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await navigator.locks.request(syncLockName(world.user.id), async () => {
    expect(await flush()).toBe('retry')
    expect(pushes(world)).toBe(0)
    await world.device.cycle()
    expect(await flush()).toBe('empty')
  })
  expect(pushes(world)).toBe(1)
})

test('tabs of one user work one after another, and a tab closed while waiting is skipped', async () => {
  const { locks } = navigator
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const tab = (name: string, signal: AbortSignal, work: () => Promise<void> = async () => {}) =>
    inTurn({ userId: 7, signal }, { locks, clock: deviceClock }, async () => {
      log.push(`${name} begins`)
      await work()
      log.push(`${name} ends`)
    })
  const stays = new AbortController().signal
  const closed = new AbortController()
  const tabs = [tab('one', stays, () => first.promise), tab('two', closed.signal), tab('three', stays)]
  await inTurn({ userId: 8, signal: stays }, { locks, clock: deviceClock }, async () => {
    log.push('another user')
  })
  closed.abort()
  await tabs[1]
  first.resolve()
  await Promise.all(tabs)
  expect(log).toEqual(['one begins', 'another user', 'one ends', 'three begins', 'three ends'])
})

test('an error in a turn is thrown, and the next tab gets the lock', async () => {
  const { signal } = new AbortController()
  const turn = { userId: 7, signal }
  const deps = { locks: navigator.locks, clock: deviceClock }
  await expect(inTurn(turn, deps, () => Promise.reject(new Error('a broken store')))).rejects.toThrow(
    'a broken store',
  )
  let had = false
  await inTurn(turn, deps, async () => {
    had = true
  })
  expect(had).toBe(true)
})

test('the service worker waits a moment for the lock of a closing tab', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  const closing = Promise.withResolvers<void>()
  const held = navigator.locks.request(syncLockName(world.user.id), () => closing.promise)
  const flushed = flush()
  await waits(world)
  closing.resolve()
  expect(await flushed).toBe('sent')
  await held
})

test('a service worker that must stop for the next version ends its wait and sends nothing', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await navigator.locks.request(syncLockName(world.user.id), async () => {
    const asked = new AbortController()
    const patience = { lockMs: 60_000, pausesMs: [0, 60_000] }
    const flushed = flushQueueForCurrentUser('0.1.0', asked.signal, patience)
    await waits(world)
    asked.abort()
    expect(await flushed).toBe('retry')
  })
  expect(pushes(world)).toBe(0)
  expect(await queue(world)).toHaveLength(1)
  expect(await flush()).toBe('sent')
})

test('the service worker retries an unstable network within the same turn', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  let asked = 0
  world.network.fault = () => (++asked < 3 ? 'lost request' : null)
  expect(await flush([0, 5, 5])).toBe('sent')
})

test('without a network the service worker asks the browser for a retry, which sends the queue', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  goOffline(world)
  expect(await flush()).toBe('retry')
  goOnline(world)
  expect(await flush()).toBe('sent')
  expect(world.server.applied).toHaveLength(1)
})

test('a dead session is stored as expired and not tried again before a sign-in', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.server.tokens.clear()
  expect(await flush()).toBe('empty')
  expect((await readSession())?.expired).toBe(true)
  expect(await flush()).toBe('empty')
  expect(pushes(world)).toBe(1)
  expect(await queue(world)).toHaveLength(1)
})

test('two engines that push at once without a lock still apply each command once', async () => {
  const world = await aSyncedWorld()
  for (const uid of ['lead-1', 'lead-2', 'lead-3']) {
    await capture(world, uid)
    await setStatus(world, uid, 2)
  }
  const session = await readSession()
  if (session === undefined) throw new Error('expected a session')
  const { signal } = new AbortController()
  const deps = {
    db: world.device.db,
    transport: httpTransport('', session.token),
    user: session.user,
    deviceId: session.deviceId,
    appVersion: '0.1.0',
    now: () => world.clock.now,
    random: world.chance.next,
  }
  await Promise.all([pushQueue(deps, signal), pushQueue(deps, signal)])
  expect(pushes(world)).toBeGreaterThan(1)
  expect(world.server.applied).toHaveLength(6)
  expect(await queue(world)).toEqual([])
})
