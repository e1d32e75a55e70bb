import 'fake-indexeddb/auto'

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import type { MirrorDb } from '../../../src/db/mirror.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import { earlyAnswer } from '../../../src/workers/board-bridge.ts'
import { aLead, NOW } from '../domain/fixtures.ts'
import { expectFirstRowsAsStored, firstRows } from './first-rows.ts'
import { empty, firstScreen, newMirror, save, write } from './mirror.ts'
import { uidOf } from './random-leads.ts'

/** Sixty in Origem and as many in the tab of each other status that is asked for here. */
const many = Array.from({ length: 180 }, (_, place) => {
  const status = 1 + (place % 3)
  return aLead({ uid: uidOf(place), id: place + 1, status, state: status === 1 ? 1 : 2, broker_id: 10 })
})
const tab = (status: number): BoardView => ({ kind: 'status', status })
const first = (status: number, limit = 40) => ({ view: tab(status), offset: 0, limit })

async function followed(db: MirrorDb): Promise<MirrorFeed> {
  const feed = new MirrorFeed(db)
  await feed.open()
  return feed
}

async function aBoard(db: MirrorDb): Promise<BoardSession> {
  const waits = { loadAfter: 0, headAfter: 5, blocksAfter: 5, rehearseAfter: 0, forgetAfter: 50 }
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

const statuses = async (db: MirrorDb) => new Set((await firstRows(db)).map(({ status }) => status))

describe('the rows of the first cards', () => {
  it('are at hand with the first answer, those of the cards asked for and no others', async () => {
    const db = newMirror()
    await write(db, many)
    await save(await followed(db))
    const early = await earlyAnswer(db.userId, first(1))
    expect(early?.leads.map(({ uid }) => uid)).toEqual(early?.answer.slice.uids)
    expect(early?.leads).toHaveLength(40)
    expect(early?.leads).toEqual(await db.leads.bulkGet([...(early?.answer.slice.uids ?? [])]))
    // Nothing is kept of a tab that nobody had open.
    expect(await earlyAnswer(db.userId, first(3))).toMatchObject({
      answer: { slice: { total: 60 } },
      leads: [],
    })
  })

  it('are those of Origem, where a new window begins, and of the tab shown last, where a reload comes back to', async () => {
    const db = newMirror()
    await write(db, many)
    const board = await aBoard(db)
    await board.ask(first(1))
    await vi.waitFor(async () => expect(await statuses(db)).toEqual(new Set([1])))
    await board.ask(first(3))
    await vi.waitFor(async () => expect(await statuses(db)).toEqual(new Set([1, 3])))
    // What only narrows a tab leaves it as it is.
    await board.ask({ view: { kind: 'results', filters: { clientName: 'a' } }, offset: 0, limit: 40 })
    await board.ask(first(2))
    await vi.waitFor(async () => expect(await statuses(db)).toEqual(new Set([1, 2])))
    await expectFirstRowsAsStored(db)
  })

  it('are not shown once anything was written since, and again when the head has it', async () => {
    const db = newMirror()
    await write(db, many)
    const feed = await followed(db)
    await save(feed)
    expect(await firstRows(db)).not.toEqual([])
    await write(db, [aLead({ ...many[0], uid: uidOf(0), client_name: 'Outro nome' })], [uidOf(3)])
    expect(await firstRows(db)).toEqual([])
    // The head itself still answers: its cards are read.
    expect((await earlyAnswer(db.userId, first(1)))?.leads).toEqual([])
    await feed.follow()
    await feed.saveHead(firstScreen)
    const rows = await firstRows(db)
    expect(rows.find(({ uid }) => uid === uidOf(0))?.client_name).toBe('Outro nome')
    // Nothing of a lead that left the device stays in a record beside it.
    expect(JSON.stringify((await db.blocks.get('first-rows'))?.bytes)).not.toContain(`"${uidOf(3)}"`)
  })

  it('are not written when they change between their reading and the writing', async () => {
    const db = newMirror()
    await write(db, many)
    const feed = await followed(db)
    await save(feed)
    const kept = await db.blocks.get('first-rows')
    const reading = db.leads.bulkGet.bind(db.leads)
    vi.spyOn(db.leads, 'bulkGet').mockImplementationOnce((uids) =>
      reading(uids).then(async (rows) => {
        await write(db, [aLead({ uid: uidOf(0), client_name: 'Outro nome' })])
        return rows
      }),
    )
    await feed.saveHead(firstScreen)
    expect(await db.blocks.get('first-rows')).toEqual(kept)
    expect(await firstRows(db)).toEqual([])
  })

  it('go with what a sign-out removes, and are not read in another form than this version’s', async () => {
    const db = newMirror()
    await write(db, many)
    const feed = await followed(db)
    await save(feed)
    const record = await db.blocks.get('first-rows')
    if (record === undefined) throw new Error('nothing was kept')
    await db.blocks.put({ ...record, bytes: { ...Object(record.bytes), format: 0 } })
    expect(await firstRows(db)).toEqual([])
    await db.blocks.put(record)
    expect(await firstRows(db)).not.toEqual([])
    await empty(db)
    await feed.saveHead(firstScreen)
    expect(await firstRows(db)).toEqual([])
    expect(await earlyAnswer(db.userId, first(1))).toBeNull()
  })
})
