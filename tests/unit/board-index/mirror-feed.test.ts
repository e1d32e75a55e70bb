import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { ORIGIN, TABS } from '../../../src/domain/lead/status.ts'
import { runsOf } from '../../support/slice.ts'
import { aLead, NOW, settings } from '../domain/fixtures.ts'
import { expectEqualToRecount } from './every-view.ts'
import { expectFirstRowsAsStored } from './first-rows.ts'
import { empty, newMirror, save, saveFirstRows, saveHead, write } from './mirror.ts'
import { randomChange, uidOf } from './random-leads.ts'

async function opened(db: MirrorDb): Promise<MirrorFeed> {
  const feed = new MirrorFeed(db)
  await feed.open()
  return feed
}

async function expectEqual(feed: MirrorFeed, db: MirrorDb): Promise<void> {
  expectEqualToRecount(feed.index, await db.leads.toArray(), NOW)
}

const leads = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => aLead({ uid: uidOf(from + place), id: from + place + 1 }))

/** Returns the first status tab with leads, or Origem without any. */
const tabWithLeads = ({ index }: MirrorFeed) =>
  TABS.find(({ status }) => (index.counters(NOW, settings).byStatus[status]?.total ?? 0) > 0)?.status ??
  ORIGIN

/** Returns a function that returns the number of rows read since. */
function countReads(db: MirrorDb): () => number {
  let reads = 0
  db.leads.hook('reading', (lead) => {
    if (lead !== undefined) reads += 1
    return lead
  })
  return () => reads
}

describe('the index of a mirror', () => {
  it('equals a recount after any changes, snapshots, kills and openings in two tabs', async () => {
    const step = fc.oneof(
      { weight: 1, arbitrary: randomChange(25).map((change) => ({ kind: 'write' as const, change })) },
      fc.record({
        kind: fc.constantFrom('follow', 'save', 'saveFirstRows', 'follow, saveFirstRows', 'kill'),
        tab: fc.constantFrom(0, 1),
      }),
    )
    let firstRows = 0
    // Random steps store first rows now and then; these always do.
    const written = { kind: 'write' as const, change: { put: leads(0, 3), remove: [] } }
    const certain: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
      written,
      { kind: 'follow, saveFirstRows', tab: 0 },
      { ...written, change: { put: [], remove: [uidOf(1)] } },
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const db = newMirror()
        const tabs = [await opened(db), await opened(db)]
        for (const one of steps) {
          if ('change' in one) {
            await write(db, one.change.put, one.change.remove)
            firstRows += await expectFirstRowsAsStored(db)
            continue
          }
          const feed = tabs[one.tab]
          if (one.kind === 'kill' || feed === undefined) tabs[one.tab] = await opened(db)
          else if (one.kind === 'save') await save(feed)
          else {
            if (one.kind.startsWith('follow')) await feed.follow()
            if (one.kind.endsWith('saveFirstRows')) await saveFirstRows(feed, tabWithLeads(feed))
          }
          firstRows += await expectFirstRowsAsStored(db)
        }
        for (const feed of tabs) {
          await feed.follow()
          await expectEqual(feed, db)
        }
        await expectEqual(await opened(db), db)
      }),
      { numRuns: runsOf(40), examples: [[certain]] },
    )
    expect(firstRows).toBeGreaterThan(0)
  })

  it('opens from its snapshot without reading a row', async () => {
    const db = newMirror()
    await write(db, leads(0, 2500))
    await save(await opened(db))
    const reads = countReads(db)
    const again = await opened(db)
    expect({ reads: reads(), size: again.index.size }).toEqual({ reads: 0, size: 2500 })
    await expectEqual(again, db)
  })

  it('reads changes after the last snapshot from the journal when the tab was killed', async () => {
    const db = newMirror()
    await write(db, leads(0, 30))
    const feed = await opened(db)
    await save(feed)
    await write(db, [aLead({ uid: uidOf(3), state: 2, status: 2, broker_id: 10 })], [uidOf(4)])
    const reads = countReads(db)
    const again = await opened(db)
    expect(reads()).toBe(1)
    await expectEqual(again, db)
  })

  it('is rebuilt from the rows when the journal has a gap that no snapshot covers', async () => {
    const db = newMirror()
    await write(db, leads(0, 10))
    const feed = await opened(db)
    await save(feed)
    await write(db, leads(10, 20))
    await write(db, leads(20, 30))
    const [first] = await db.journal.toCollection().primaryKeys()
    if (first === undefined) throw new Error('unreachable')
    await db.journal.delete(first)
    await feed.follow()
    await expectEqual(feed, db)
    await expectEqual(await opened(db), db)
  })

  it.each([
    [
      'of another format',
      (db: MirrorDb) => db.blocks.put({ name: 'manifest', bytes: { format: 0, seq: 1 } }),
    ],
    ['without one of its blocks', (db: MirrorDb) => db.blocks.delete('rows-1')],
    [
      'of a version without one of its columns',
      async (db: MirrorDb) => {
        const { phones: _, ...bytes } = Object((await db.blocks.get('rows-1'))?.bytes)
        await db.blocks.put({ name: 'rows-1', bytes })
      },
    ],
    [
      'whose order differs from its rows',
      (db: MirrorDb) => db.blocks.put({ name: 'order', bytes: new Int32Array(3) }),
    ],
  ])('is rebuilt from the rows when it finds a snapshot %s', async (_, spoil) => {
    const db = newMirror()
    await write(db, leads(0, 1500))
    await save(await opened(db))
    await spoil(db)
    const feed = await opened(db)
    await expectEqual(feed, db)
    await save(feed)
    await write(db, [], [uidOf(7)])
    await feed.follow()
    await expectEqual(feed, db)
    await expectEqual(await opened(db), db)
  })

  it('writes only changed blocks, and all blocks after another tab wrote a snapshot', async () => {
    const db = newMirror()
    await write(db, leads(0, 3000))
    const feed = await opened(db)
    await save(feed)
    const other = await opened(db)
    const written: string[] = []
    db.blocks.hook('updating', (_changes, name) => {
      written.push(name)
    })
    db.blocks.hook('creating', (name) => {
      written.push(name)
    })
    const rows = () => written.splice(0).filter((name) => name.startsWith('rows-'))
    await write(db, [aLead({ uid: uidOf(1), status: 2, state: 2 })])
    await feed.follow()
    await other.follow()
    await save(feed)
    expect(rows()).toHaveLength(1)
    await save(other)
    expect(rows()).toHaveLength(3)
    await expectEqual(await opened(db), db)
  })

  it('deletes journal entries that the snapshot contains', async () => {
    const db = newMirror()
    await write(db, leads(0, 5))
    await save(await opened(db))
    expect(await db.journal.count()).toBe(0)
    await write(db, leads(5, 8))
    expect((await opened(db)).index.size).toBe(8)
  })

  it('writes nothing while the journal has newer entries, so that deleted leads do not return to disk', async () => {
    const db = newMirror()
    await write(db, leads(0, 5))
    const feed = await opened(db)
    // The session was revoked, and the board has not read the journal yet.
    await empty(db)
    await db.journal.add({ uids: leads(0, 5).map(({ uid }) => uid) })
    await save(feed)
    await saveHead(feed)
    expect(await db.blocks.count()).toBe(0)
    await feed.follow()
    await save(feed)
    expect(await db.blocks.count()).toBeGreaterThan(0)
    expect(JSON.stringify(await db.blocks.toArray())).not.toContain(uidOf(0))
  })

  it('does not restore leads that a sign-out deleted', async () => {
    const db = newMirror()
    await write(db, leads(0, 5))
    const feed = await opened(db)
    await save(feed)
    await empty(db)
    await save(feed)
    expect(await db.blocks.count()).toBe(0)
    // The same user signs in again with fewer leads. The journal continues its numbers.
    await write(db, leads(3, 4))
    await save(feed)
    await feed.follow()
    expect(feed.index.size).toBe(1)
    await expectEqual(await opened(db), db)
  })

  it('does not overwrite a newer snapshot', async () => {
    const db = newMirror()
    await write(db, leads(0, 5))
    const slow = await opened(db)
    await write(db, leads(5, 9))
    await save(await opened(db))
    await save(slow)
    expect((await opened(db)).index.size).toBe(9)
    await slow.follow()
    await expectEqual(slow, db)
  })
})

describe('deleted leads', () => {
  it('cause a new snapshot, so that they do not stay on disk', async () => {
    const db = newMirror()
    await write(db, leads(0, 20))
    const feed = await opened(db)
    await save(feed)
    expect(feed.sinceSnapshot).toBe(0)
    await write(db, [], [uidOf(7)])
    await feed.follow()
    expect(feed.sinceSnapshot).toBe(Number.POSITIVE_INFINITY)
    await save(feed)
    expect(feed.sinceSnapshot).toBe(0)
    expect(JSON.stringify(await db.blocks.toArray())).not.toContain(uidOf(7))
  })
})
