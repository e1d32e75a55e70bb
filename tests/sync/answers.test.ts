/** Kept answers: the last one of each call, for a month, and only for the session and scope that asked. */
import { expect, test } from 'vitest'
import {
  answerKey,
  answersOf,
  dropAnswersAbout,
  keepAnswer,
  MOST_ANSWERS,
  MOST_BYTES,
  mirrorGeneration,
  type NewAnswer,
  noteUse,
  readAnswer,
} from '../../src/db/mirror/answers.ts'
import { closeMirror, openMirror } from '../../src/db/open.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import { dropAllButQueue, wipeMirror } from '../../src/db/sign-out.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { nameOf } from './support/mirror-of.ts'
import { aSyncedWorld, aWorld, capture, goOffline, type World } from './support/world.ts'

const ROUTE = { method: 'GET', path: '/reports' }

/** Asks and keeps in one step. Returns whether the answer was kept. */
async function keep(
  { device, clock }: World,
  answer: Partial<NewAnswer> & { key: string },
): Promise<boolean> {
  const { db } = device
  return keepAnswer(db, { value: answer.key, at: clock.now, ...answer }, await mirrorGeneration(db))
}

const keysIn = async ({ device }: World) => (await device.db.answers.toCollection().primaryKeys()).toSorted()

test('an answer is kept with its time, and the next one to the same question replaces it', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const key = answerKey(ROUTE, { query: { to: '2026-11-30', from: '2026-11-01', team: undefined } })
  expect(key).toBe(answerKey(ROUTE, { query: { from: '2026-11-01', to: '2026-11-30' } }))
  expect(await keep(world, { key, value: { sold: 1 } })).toBe(true)
  expect(await readAnswer(db, key)).toMatchObject({ value: { sold: 1 }, at: world.clock.now })
  world.clock.now += 1000
  expect(await keep(world, { key, value: { sold: 2 } })).toBe(true)
  expect(await readAnswer(db, key)).toMatchObject({ value: { sold: 2 }, at: world.clock.now })
  const other = answerKey(ROUTE, { query: { from: '2026-10-01' } })
  await keep(world, { key: other, at: world.clock.now + 1 })
  await keep(world, { key: answerKey({ method: 'GET', path: '/reports/other' }, {}) })
  expect((await answersOf(db, ROUTE)).map(({ input }) => input)).toEqual([
    { query: { from: '2026-10-01' } },
    { query: { from: '2026-11-01', to: '2026-11-30' } },
  ])
})

test('an answer about a lead is kept only while the lead is on the device', async () => {
  const world = await aSyncedWorld()
  expect(await keep(world, { key: 'a', lead: 'lead-1' })).toBe(true)
  expect(await keep(world, { key: 'b', lead: 'lead-99' })).toBe(false)
  await capture(world, 'lead-1')
  await world.device.cycle()
  world.server.change('lead-1', { broker_id: 77 })
  await world.device.cycle()
  expect(await keysIn(world)).toEqual([])
})

test('an answer goes with any lead or client that it tells about', async () => {
  const world = await aSyncedWorld()
  await keep(world, { key: 'both', about: ['lead-1', 'client-1'] })
  await keep(world, { key: 'client', about: ['client-2'] })
  await keep(world, { key: 'nobody' })
  await dropAnswersAbout(world.device.db, ['client-1', 'client-9'])
  expect(await keysIn(world)).toEqual(['client', 'nobody'])
  await dropAnswersAbout(world.device.db, [])
  expect(await keysIn(world)).toEqual(['client', 'nobody'])
})

test('only the newest answers are kept, beside those of leads', async () => {
  const world = await aSyncedWorld()
  await keep(world, { key: 'of a lead', lead: 'lead-1', at: 1 })
  for (let number = 1; number <= MOST_ANSWERS + 2; number++)
    await keep(world, { key: `answer ${number}`, at: world.clock.now + number })
  const keys = await keysIn(world)
  expect(keys).toHaveLength(MOST_ANSWERS + 1)
  expect(keys).toContain('of a lead')
  expect(keys).not.toContain('answer 2')
  expect(keys).toContain('answer 3')
})

test('answers beyond the limit of bytes go, from the one not used for the longest time on', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const { now } = world.clock
  const third = 'x'.repeat(Math.floor(MOST_BYTES / 3) - 10)
  await keep(world, { key: 'of a lead', lead: 'lead-1', value: third, at: now })
  for (const [place, key] of ['first', 'second', 'third'].entries())
    await keep(world, { key, value: third, at: now + place })
  expect(await readAnswer(db, 'third')).toMatchObject({ bytes: third.length + 2 })
  expect(await keysIn(world)).toEqual(['first', 'of a lead', 'second', 'third'])
  await noteUse(db, 'first', now + 10)
  await noteUse(db, 'of a lead', now + 10)
  await keep(world, { key: 'small', value: 'y'.repeat(100), at: now + 11 })
  expect(await keysIn(world)).toEqual(['first', 'of a lead', 'small', 'third'])
})

test('a pinned answer goes neither by count, by bytes nor by age, until it is unpinned', async () => {
  const world = await aSyncedWorld()
  const { now } = world.clock
  const old = now - 40 * DAY_MS
  await keep(world, { key: 'pinned', pinned: true, value: 'x'.repeat(MOST_BYTES - 200), at: old })
  await keep(world, { key: 'older', value: 'y'.repeat(150), at: now - 2 })
  await keep(world, { key: 'newer', value: 'z'.repeat(150), at: now - 1 })
  expect(await keysIn(world)).toEqual(['newer', 'pinned'])
  // A newer answer to the same question stays pinned.
  await keep(world, { key: 'pinned', value: 1, at: old })
  for (let number = 1; number <= MOST_ANSWERS + 2; number++)
    await keep(world, { key: `answer ${number}`, at: now + number })
  await world.device.restart()
  await world.device.cycle()
  expect(await keysIn(world)).toHaveLength(MOST_ANSWERS)
  expect(await readAnswer(world.device.db, 'pinned')).toMatchObject({ value: 1, pinned: true })
  await keep(world, { key: 'pinned', pinned: false, value: 1, at: old })
  expect(await readAnswer(world.device.db, 'pinned')).not.toHaveProperty('pinned')
  await world.device.restart()
  await world.device.cycle()
  expect(await keysIn(world)).not.toContain('pinned')
})

test('a changed scope deletes pinned answers, too', async () => {
  const world = await aSyncedWorld()
  await keep(world, { key: 'pinned', pinned: true })
  world.server.restore()
  await world.device.cycle()
  expect(await keysIn(world)).toEqual([])
})

test('the next start deletes answers older than a month, and keeps those of leads', async () => {
  const world = await aSyncedWorld()
  const { now } = world.clock
  await keep(world, { key: 'old', at: now - 31 * DAY_MS })
  await keep(world, { key: 'young', at: now - 29 * DAY_MS })
  await keep(world, { key: 'of a lead', lead: 'lead-1', at: now - 31 * DAY_MS })
  await world.device.restart()
  await world.device.cycle()
  expect(await keysIn(world)).toEqual(['of a lead', 'young'])
})

test('a sign-out deletes all answers, also when the queue stays', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  await keep(world, { key: 'a' })
  await keep(world, { key: 'b', lead: 'lead-1' })
  await clearSession()
  await wipeMirror(world.user.id, { queue: true, drafts: true })
  expect(await keysIn(world)).toEqual([])
})

test('a revoked session deletes the answers, also of a device without leads', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  await keep(world, { key: 'a' })
  await db.leads.clear()
  await db.catalogues.clear()
  await dropAllButQueue(db)
  expect(await keysIn(world)).toEqual([])
})

test('an answer that arrives after a wipe is not written', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  expect(await keepAnswer(db, { key: 'early', value: 1, at: 1 }, null)).toBe(false)
  const asked = await mirrorGeneration(db)
  await dropAllButQueue(db)
  expect(await keepAnswer(db, { key: 'late', value: 1, at: 1 }, asked)).toBe(false)
  expect(await keysIn(world)).toEqual([])
})

test('an answer that arrives after a sign-out does not bring the deleted database back', async () => {
  const world = await aSyncedWorld()
  const db = openMirror(world.user.id)
  const asked = await mirrorGeneration(db)
  await clearSession()
  await world.device.stop()
  await wipeMirror(world.user.id, { queue: false, drafts: false })
  await expect(keepAnswer(db, { key: 'late', value: 1, at: 1 }, asked)).rejects.toThrow(/closed/i)
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names).not.toContain(nameOf(world.user.id))
})

test('a changed scope deletes the answers that were given for the old one, and refuses those on their way', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  await keep(world, { key: 'report' })
  const asked = await mirrorGeneration(world.device.db)
  world.server.restore()
  await world.device.cycle()
  expect(await keysIn(world)).toEqual(['timeline lead-1'])
  expect(await keepAnswer(world.device.db, { key: 'late', value: 1, at: 1 }, asked)).toBe(false)
  expect(await keep(world, { key: 'report' })).toBe(true)
})

test('a start without mirrored data deletes answers that an earlier version of the app left at a sign-out', async () => {
  const world = await aWorld()
  const { db } = world.device
  await db.answers.put({
    key: 'left',
    at: world.clock.now,
    value: 1,
    about: [],
    until: world.clock.now + DAY_MS,
  })
  await db.formerTimelines.put({ lead_uid: 'lead-1', entries: [] })
  goOffline(world)
  await world.device.cycle()
  expect(await keysIn(world)).toEqual([])
  expect(await db.formerTimelines.count()).toBe(0)
})

test('answers of another user are another database', async () => {
  const world = await aSyncedWorld()
  await keep(world, { key: 'a' })
  const other = openMirror(world.user.id + 1_000_000)
  expect(await readAnswer(other, 'a')).toBeUndefined()
  closeMirror(world.user.id + 1_000_000)
})
