import Dexie from 'dexie'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import { keptRows } from '../../../src/board-index/first-cards.ts'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import { earlyAnswer } from '../../../src/workers/board-bridge.ts'
import { aLead, NOW } from '../domain/fixtures.ts'
import { expectFirstRowsAsStored } from './first-rows.ts'
import { empty, newMirror, save, saveFirstRows, write } from './mirror.ts'
import { uidOf } from './random-leads.ts'

/** Sixty leads in each of three status tabs. */
const many = Array.from({ length: 180 }, (_, place) => {
  const status = 1 + (place % 3)
  return aLead({ uid: uidOf(place), id: place + 1, status, state: status === 1 ? 1 : 2, broker_id: 10 })
})
const tab = (status: number): BoardView => ({ kind: 'status', status })
const first = (view: BoardView, limit = 40) => ({ view, offset: 0, limit })

/** Returns a mirror with head, blocks and the rows of Origem's first cards on disk. */
async function kept(): Promise<{ db: MirrorDb; feed: MirrorFeed }> {
  const db = newMirror()
  await write(db, many)
  const feed = new MirrorFeed(db)
  await feed.open()
  await save(feed)
  await saveFirstRows(feed)
  return { db, feed }
}

async function aBoard(db: MirrorDb): Promise<BoardSession> {
  const waits = { loadAfter: 0, headAfter: 5, blocksAfter: 5 }
  const board = await BoardSession.open({
    db,
    now: () => NOW,
    onChange: () => {},
    alone: (work) => work(),
    pace: { ...waits, blocksFromLeads: 1 },
  })
  onTestFinished(() => board.close())
  return board
}

const statuses = async (db: MirrorDb) => new Set((await keptRows(db)).map(({ status }) => status))
const onDisk = async (db: MirrorDb) => JSON.stringify([await db.meta.toArray(), await db.blocks.toArray()])

describe('the rows of the first cards', () => {
  it('are sent with the first answer when the rows of its first cards are stored', async () => {
    const { db } = await kept()
    const early = await earlyAnswer(db.userId, first(tab(1)))
    expect(early?.leads.map(({ uid }) => uid)).toEqual(early?.answer.slice.uids)
    expect(early?.leads).toHaveLength(40)
    expect(early?.leads).toEqual(await db.leads.bulkGet([...(early?.answer.slice.uids ?? [])]))
    // The rows of further cards are read by their keys.
    expect((await earlyAnswer(db.userId, first(tab(1), 60)))?.leads).toHaveLength(48)
    for (const question of [first(tab(3)), { view: tab(1), offset: 30, limit: 30 }]) {
      const other = await earlyAnswer(db.userId, question)
      expect(other?.answer.slice.total).toBe(60)
      expect(other?.leads).toEqual([])
    }
  })

  it('are stored for Origem, which a new window shows, and for the last status tab, which a reload shows', async () => {
    const db = newMirror()
    await write(db, many)
    const board = await aBoard(db)
    await board.ask(first(tab(1)))
    await vi.waitFor(async () => expect(await statuses(db)).toEqual(new Set([1])))
    await board.ask(first(tab(2)))
    await vi.waitFor(async () => expect(await statuses(db)).toEqual(new Set([1, 2])))
    await board.ask(first(tab(3)))
    await vi.waitFor(async () => expect(await statuses(db)).toEqual(new Set([1, 3])))
    // A filter or sub-menu does not change the last status tab.
    await board.ask(first({ kind: 'results', filters: { clientName: 'a' }, status: 2 }))
    await board.ask(first({ kind: 'schedules', sevenDays: true }))
    await board.ask(first({ kind: 'status', status: 1, channelId: 1 }))
    await write(db, [aLead({ ...many[2], uid: uidOf(2), client_name: 'Outro nome' })])
    await vi.waitFor(async () => expect(await onDisk(db)).toContain('"client_name":"Outro nome"'))
    expect(await statuses(db)).toEqual(new Set([1, 3]))
    expect(await expectFirstRowsAsStored(db)).toBe(96)
  })

  it('are deleted at the change of any lead, so that no deleted lead or old value stays on disk', async () => {
    const { db, feed } = await kept()
    const secret = '31988887777'
    await write(db, [aLead({ uid: uidOf(0), id: 1, client_cellphone: secret })])
    await feed.follow()
    await saveFirstRows(feed)
    expect(await onDisk(db)).toContain(secret)
    await write(db, [], [uidOf(0)])
    expect(await onDisk(db)).not.toContain(secret)
    expect((await earlyAnswer(db.userId, first(tab(1))))?.leads).toEqual([])
    await feed.follow()
    await saveFirstRows(feed)
    expect(await expectFirstRowsAsStored(db)).toBe(48)
  })

  it('are not used after another version of the app changed the mirror', async () => {
    const { db } = await kept()
    expect(await keptRows(db)).toHaveLength(48)
    await db.journal.add({ uids: [uidOf(0)] })
    expect(await keptRows(db)).toEqual([])
  })

  it('are not written when a lead changes between their read and the write', async () => {
    const { db, feed } = await kept()
    const reading = db.leads.bulkGet.bind(db.leads)
    const changed = Promise.withResolvers<void>()
    vi.spyOn(db.leads, 'bulkGet').mockImplementationOnce((uids) => {
      // This write waits for the end of the read, and goes before later transactions.
      Dexie.ignoreTransaction(() => write(db, [aLead({ uid: uidOf(0), client_name: 'Outro nome' })])).then(
        changed.resolve,
        changed.reject,
      )
      return reading(uids)
    })
    await saveFirstRows(feed)
    await changed.promise
    expect(await onDisk(db)).not.toContain('firstRows')
  })

  it('do not delay the head while leads are written', async () => {
    const { db } = await kept()
    let isHeld = true
    const writer = db.transaction('rw', db.meta, db.journal, async () => {
      while (isHeld) await db.journal.count()
    })
    const early = await earlyAnswer(db.userId, first(tab(1)))
    isHeld = false
    await writer
    expect(early?.answer.slice.uids).toHaveLength(40)
    expect(early?.leads).toEqual([])
  })

  it('are deleted at a sign-out, and are not read in another format', async () => {
    const { db, feed } = await kept()
    const record = await db.meta.get('firstRows')
    if (record === undefined) throw new Error('expected stored first rows')
    await db.meta.put({ ...record, value: { ...Object(record.value), format: 0 } })
    expect(await keptRows(db)).toEqual([])
    await db.meta.put(record)
    expect(await keptRows(db)).toHaveLength(48)
    await empty(db)
    await saveFirstRows(feed)
    expect(await onDisk(db)).not.toContain('firstRows')
    expect(await earlyAnswer(db.userId, first(tab(1)))).toBeNull()
  })
})
