/** The user's open leads for the notices, read over fake-indexeddb: docs/rules.md#notices */

import { expect, test, vi } from 'vitest'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { OwnOpenLeads } from '../../../src/board-index/own-open-leads.ts'
import { takeTimelines } from '../../../src/db/mirror/timelines.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aLead, iso, NOW } from '../domain/fixtures.ts'
import { newMirror, write } from './mirror.ts'
import { uidOf } from './random-leads.ts'

const assignedTo = (broker: number, by: number) => ({
  id: 900 + by,
  command: 'lead.update',
  user: { id: by, name: `Pessoa ${by}` },
  device_id: null,
  occurred_at: iso('2026-11-18T09:00:00'),
  received_at: iso('2026-11-18T09:00:00'),
  offline: false,
  changes: { broker_id: { before: null, after: broker } },
})

const takeTimeline = (db: MirrorDb, lead_uid: string, by: number) =>
  db.transaction('rw', db.answers, () =>
    takeTimelines(db, [{ lead_uid, entries: [assignedTo(db.userId, by)] }], NOW),
  )

/** The leads of the user among many, and how to ask for them. */
async function aBoard() {
  const db = newMirror()
  const lead = (place: number, changes: Partial<Lead>) => aLead({ uid: uidOf(place), id: place, ...changes })
  const own = { broker_id: db.userId, state: 2, status: 3 } as const
  await write(db, [
    ...Array.from({ length: 200 }, (_, place) => lead(place + 100, { broker_id: place % 2 ? 5 : null })),
    lead(1, own),
    lead(2, { ...own, state: 1, status: 1 }),
    lead(3, { ...own, state: 3, status: 6 }),
  ])
  await takeTimeline(db, uidOf(1), 7)
  await takeTimeline(db, uidOf(2), db.userId)
  const feed = new MirrorFeed(db)
  await feed.open()
  const ownOpenLeads = new OwnOpenLeads(db)
  const read = vi.spyOn(db.leads, 'bulkGet')
  return {
    db,
    feed,
    own,
    lead,
    ask: async () => {
      read.mockClear()
      const leadsOf = await ownOpenLeads.read(feed.index, [])
      const leads = leadsOf(db.userId)
      return {
        leads: new Map(leads.map(({ id, assignment }) => [id, assignment?.by ?? null])),
        rowsRead: read.mock.calls.flatMap(([uids]) => uids).length,
      }
    },
  }
}

test('only the open leads of the user are read, with who passed them on', async () => {
  const { ask } = await aBoard()
  expect(await ask()).toEqual({
    leads: new Map([
      [1, 'Pessoa 7'],
      [2, null],
    ]),
    rowsRead: 2,
  })
})

test('after a change only the changed rows of the user are read again', async () => {
  const { db, feed, own, lead, ask } = await aBoard()
  await ask()
  expect((await ask()).rowsRead).toBe(0)
  await write(db, [lead(120, { broker_id: 5 })])
  await feed.follow()
  expect((await ask()).rowsRead).toBe(0)
  await takeTimeline(db, uidOf(121), 8)
  await write(db, [lead(121, own), lead(2, { ...own, broker_id: 5 })])
  await feed.follow()
  expect(await ask()).toEqual({
    leads: new Map([
      [1, 'Pessoa 7'],
      [121, 'Pessoa 8'],
    ]),
    rowsRead: 1,
  })
})

test('a lead that left the device leaves the notices', async () => {
  const { db, feed, ask } = await aBoard()
  await ask()
  await write(db, [], [uidOf(1)])
  await feed.follow()
  expect([...(await ask()).leads.keys()]).toEqual([2])
})
