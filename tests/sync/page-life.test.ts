/** A suspended page: its unfinished commands and drafts, and the values typed last. */

import { afterEach, expect, test } from 'vitest'
import { freeze, resume } from '../../src/db/access/presence.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { saveDraft } from '../../src/db/session/drafts.ts'
import { dropAllTyped, dropOldTyped, keepTyped, takeTyped } from '../../src/db/typed-last.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { mirrorOf } from './support/mirror-of.ts'
import { aSyncedWorld, queue } from './support/world.ts'

afterEach(resume)

test('a command interrupted by the suspension of its page is rolled back, and done once after the resume', async () => {
  const world = await aSyncedWorld()
  const db = mirrorOf(world.user.id)
  await db.open()
  const args = { lead_uid: 'lead-1' }
  for (let steps = 0; steps < 12; steps++) {
    const before = (await queue(world)).length
    const done = runCommand(db, 'lead.capture', args)
    for (let step = 0; step < steps; step++) await new Promise((resolve) => setImmediate(resolve))
    freeze(() => db.close())
    await new Promise((resolve) => setTimeout(resolve, 5))
    await db.open()
    const stored = (await db.outbox.count()) - before
    const leads = await db.leads.where('uid').equals('lead-1').toArray()
    expect(stored === 1 || stored === 0).toBe(true)
    expect(leads[0]?.state).toBe(before + stored > 0 ? 2 : 1)
    resume()
    expect((await done).kind).toBe('queued')
    expect(await db.outbox.count()).toBe(before + 1)
  }
  db.close()
})

test('a stored command is queued once when its page was suspended before the commit event', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const before = await db.outbox.count()
  // The first transaction is stored, and the page is suspended before its commit event.
  const transact = db.transaction.bind(db)
  Reflect.set(db, 'transaction', async (...asked: Parameters<typeof transact>) => {
    Reflect.set(db, 'transaction', transact)
    await transact(...asked)
    freeze(() => undefined)
    resume()
    throw new Error('cut off')
  })
  const done = await runCommand(db, 'lead.capture', { lead_uid: 'lead-1' })
  expect(done.kind).toBe('queued')
  expect(await db.outbox.count()).toBe(before + 1)
})

test('a draft saved during the suspension of the page is stored after the resume', async () => {
  const world = await aSyncedWorld()
  const db = mirrorOf(world.user.id)
  await db.open()
  freeze(() => db.close())
  const saved = saveDraft(db, 'create:/lead', { typed: 'João' }, 1)
  await db.open()
  expect(await db.drafts.count()).toBe(0)
  resume()
  await saved
  expect(await db.drafts.toArray()).toMatchObject([{ name: 'create:/lead', values: { typed: 'João' } }])
  db.close()
})

class Store {
  readonly kept = new Map<string, string>()
  get length() {
    return this.kept.size
  }
  key = (place: number) => [...this.kept.keys()][place] ?? null
  getItem = (key: string) => this.kept.get(key) ?? null
  setItem = (key: string, text: string) => void this.kept.set(key, text)
  removeItem = (key: string) => void this.kept.delete(key)
}

test('the last typed values of a lost page become the draft of their form unless a later one exists', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const store = new Store()
  const typed = { name: 'lead:1', values: 'typed last', savedAt: 5 }
  keepTyped(store, db, typed)
  keepTyped(store, { userId: db.userId + 1, sealer: null }, typed)
  keepTyped(store, db, { name: 'lead:2', values: 'old', savedAt: 5 })
  store.setItem(`farol_typed_${db.userId}_broken`, '{')
  await saveDraft(db, 'lead:2', 'later', 6)
  await takeTyped(store, db)
  expect((await db.drafts.toArray()).map(({ values }) => values)).toEqual(['typed last', 'later'])
  expect(store.length).toBe(1)
  dropAllTyped(store, db.userId + 1)
  expect(store.length).toBe(0)
})

test('values typed while earlier ones become a draft are kept for the next time', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const store = new Store()
  keepTyped(store, db, { name: 'lead:1', values: 'typed', savedAt: 5 })
  const taken = takeTyped(store, db)
  keepTyped(store, db, { name: 'lead:1', values: 'typed on', savedAt: 6 })
  await taken
  expect(store.length).toBe(1)
  await takeTyped(store, db)
  expect(await db.drafts.toArray()).toMatchObject([{ values: 'typed on' }])
  expect(store.length).toBe(0)
})

test('typed values of any user are deleted after a month', () => {
  const store = new Store()
  keepTyped(store, { userId: 1, sealer: null }, { name: 'lead:1', values: 'old', savedAt: DAY_MS })
  keepTyped(store, { userId: 2, sealer: null }, { name: 'lead:1', values: 'younger', savedAt: 3 * DAY_MS })
  store.setItem('farol_typed_3_broken', '{')
  store.setItem('farol_token', 'x')
  dropOldTyped(store, 32 * DAY_MS)
  expect([...store.kept.keys()]).toEqual(['farol_typed_2_lead:1', 'farol_token'])
})
