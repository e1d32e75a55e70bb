/** The lock when its holder does not answer: who gets it, and which writes of the old holder are stored. */
import { expect, test, vi } from 'vitest'
import { type LockTalk, lockTalk, syncLockName } from '../../src/db/access/sync-lock.ts'
import { asWriter, LockStolen } from '../../src/db/access/writer.ts'
import { deviceClock } from '../../src/sync/device-clock.ts'
import { flushQueueForCurrentUser } from '../../src/sync/flush.ts'
import { inTurn } from '../../src/sync/turn.ts'
import { mirrorOf } from './support/mirror-of.ts'
import { aSyncedWorld, capture } from './support/world.ts'

const USER = 7
const SECOND = 1000

/** A waiter with a virtual clock. The test decides which of its questions the holder answers. */
class Waiter {
  now = 0
  asked = 0
  /** Returns whether the holder answers the question with this number. */
  answers: (question: number) => boolean = () => false
  /** Returns the real length of a wait, in ms. */
  takes = (ms: number) => ms
  readonly end = new AbortController()
  readonly talk: LockTalk = {
    listen: (_user, onAnswer) => ({
      ask: () => {
        this.asked += 1
        if (this.answers(this.asked)) onAnswer()
      },
      end: () => {},
    }),
    answer: () => () => {},
  }
  readonly clock = {
    now: () => this.now,
    sleep: async (ms: number) => {
      await new Promise((resolve) => setImmediate(resolve))
      this.now += this.takes(ms)
      if (this.asked >= 40) this.end.abort()
    },
  }
}

/** Another page holds the lock. Resolves when the waiter had its turn or stopped waiting. */
async function waitFor(waiter: Waiter) {
  const held = Promise.withResolvers<void>()
  const holding = navigator.locks
    .request(syncLockName(USER), () => held.promise)
    .then(
      () => 'kept',
      (error: Error) => error.name,
    )
  let had = false
  const { end, talk, clock } = waiter
  const deps = { locks: navigator.locks, talk, clock }
  await inTurn({ userId: USER, signal: end.signal }, deps, async () => {
    had = true
  })
  held.resolve()
  return { had, holder: await holding }
}

test('a waiter reports a silent holder after ten seconds without an answer and steals the lock', async () => {
  const waiter = new Waiter()
  const onSilence = vi.fn()
  const deps = { locks: navigator.locks, talk: waiter.talk, clock: waiter.clock, onSilence }
  const held = Promise.withResolvers<void>()
  const holding = navigator.locks.request(syncLockName(USER), () => held.promise)
  holding.catch(() => undefined)
  let begun = 0
  await inTurn({ userId: USER, signal: waiter.end.signal }, deps, async () => {
    begun = waiter.now
  })
  expect(begun).toBe(10 * SECOND)
  expect(onSilence).toHaveBeenCalledTimes(1)
  await expect(holding).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  held.resolve()
})

test('a holder that answers one question of four keeps the lock', async () => {
  const waiter = new Waiter()
  waiter.answers = (question) => question % 4 === 0
  expect(await waitFor(waiter)).toEqual({ had: false, holder: 'kept' })
  expect(waiter.asked).toBeGreaterThan(30)
})

test('a waiter that slept itself does not steal the lock', async () => {
  const waiter = new Waiter()
  waiter.takes = (ms) => ms + 60 * SECOND
  expect(await waitFor(waiter)).toEqual({ had: false, holder: 'kept' })
})

test('the holder announces itself at once and answers until its turn ends', async () => {
  const heard: string[] = []
  const ear = lockTalk.listen(USER, () => heard.push('I do'))
  const end = lockTalk.answer(USER)
  await expect.poll(() => heard).toHaveLength(1)
  ear.ask()
  await expect.poll(() => heard).toHaveLength(2)
  end()
  ear.ask()
  // The next holder announces itself and answers once; an answer of the ended one would be heard before.
  const next = lockTalk.answer(USER)
  await expect.poll(() => heard).toHaveLength(3)
  ear.ask()
  await expect.poll(() => heard).toHaveLength(4)
  next()
  ear.end()
})

test('a holder whose lock is stolen ends its work and requests the lock again', async () => {
  const { signal } = new AbortController()
  const log: string[] = []
  const deps = { locks: navigator.locks, clock: deviceClock }
  const turns = inTurn({ userId: USER, signal }, deps, async (stolen) => {
    log.push('one begins')
    if (log.length > 1) return
    await new Promise((resolve) => stolen.addEventListener('abort', resolve))
    log.push('one ends')
  })
  await expect.poll(() => log).toEqual(['one begins'])
  await navigator.locks.request(syncLockName(USER), { steal: true }, async () => {
    await expect.poll(() => log).toEqual(['one begins', 'one ends'])
    log.push('two works')
  })
  await turns
  expect(log).toEqual(['one begins', 'one ends', 'two works', 'one begins'])
})

/** Returns the databases of two pages of one device. */
const twoPages = () => [mirrorOf(USER), mirrorOf(USER)] as const

test('only the last of two writers can write, and a transaction of the other is never stored in part', async () => {
  const [one, two] = twoPages()
  const draft = (name: string) => ({ name, values: null, savedAt: 1 })
  await expect(
    asWriter(one, async (stolen) => {
      await one.drafts.put(draft('before'))
      await asWriter(two, () => two.drafts.put(draft('of two')))
      expect(stolen.aborted).toBe(false)
      await one
        .transaction('rw', one.drafts, one.outbox, async () => {
          await one.drafts.put(draft('after'))
          await one.drafts.put(draft('and more'))
        })
        .catch(() => undefined)
      expect(stolen.aborted).toBe(true)
      await one.drafts.clear().catch(() => undefined)
      await one.drafts
        .toCollection()
        .modify({ savedAt: 2 })
        .catch(() => undefined)
    }),
  ).rejects.toThrow(LockStolen)
  expect(await two.drafts.orderBy('name').toArray()).toEqual([draft('before'), draft('of two')])
  // A screen still writes its user's actions.
  const screens = mirrorOf(USER)
  await screens.drafts.put(draft('a screen'))
  await screens.delete()
  one.close()
  two.close()
})

test('the fence checks a writer once a write transaction, and never a reader', async () => {
  const [one] = twoPages()
  await one.fence.claim()
  const asked = vi.spyOn(one.fence, 'check')
  await one.transaction('rw', one.drafts, async () => {
    for (const name of ['a', 'b', 'c']) await one.drafts.put({ name, values: null, savedAt: 1 })
  })
  expect(asked).toHaveBeenCalledTimes(1)
  await one.drafts.toArray()
  expect(asked).toHaveBeenCalledTimes(1)
  await one.delete()
})

test('a service worker whose lock is stolen while it sends leaves the queue to the tab', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.stop()
  const tab = mirrorOf(world.user.id)
  world.network.onRequest = async () => {
    world.network.onRequest = () => {}
    await tab.fence.claim()
  }
  const { signal } = new AbortController()
  expect(await flushQueueForCurrentUser('0.1.0', signal, { lockMs: 100, pausesMs: [0] })).toBe('empty')
  expect(world.server.applied).toHaveLength(1)
  // The answer was not stored, so the tab sends the same key again.
  expect((await tab.outbox.toArray()).map(({ state }) => state)).toEqual(['sending'])
  tab.close()
})
