/** The rows that 'E se?' keeps between two questions: docs/rules.md#what-if */

import { expect, test } from 'vitest'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { WhatIfDesk } from '../../../src/board-index/what-if-desk.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { NO_CHANGE } from '../../../src/domain/reports/what-if/change.ts'
import { aLead, aUser, iso } from '../domain/fixtures.ts'
import { newMirror, save, write } from './mirror.ts'

const captured = (id: number) =>
  aLead({
    uid: `lead-${id}`,
    id,
    state: 2,
    broker_id: 3,
    channel_id: 8,
    create_lead_date: iso('2026-11-18T09:00:00'),
    capture_date: iso('2026-11-18T10:00:00'),
    capture_on_time: 1,
  })

async function snapshot(db: MirrorDb): Promise<void> {
  const feed = new MirrorFeed(db)
  await feed.open()
  await save(feed)
  expect(await db.journal.count()).toBe(0)
}

test('a change that a snapshot took out of the journal is in the next answer', async () => {
  const db = newMirror()
  const desk = new WhatIfDesk()
  const leads = async () => {
    const answer = await desk.answer(db, {
      report: 'attendance',
      user: aUser(1),
      range: { from: '2026-11-01', to: '2026-11-30' },
      filter: {},
      change: NO_CHANGE,
      kept: null,
    })
    return answer.leads
  }
  await write(db, [captured(1)])
  await snapshot(db)
  expect(await leads()).toBe(1)
  await write(db, [captured(2)])
  await snapshot(db)
  expect(await leads()).toBe(2)
})
