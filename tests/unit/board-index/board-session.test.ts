import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import { cardTime, timeInputOf } from '../../../src/domain/sla/duty.ts'
import { aLead, calendar, NOW, settings } from '../domain/fixtures.ts'
import { newMirror, write } from './mirror.ts'
import { naiveCounters, naiveOldestPending, naiveSlice } from './naive-board.ts'
import { uidOf } from './random-leads.ts'

const QUICK = {
  loadAfter: 60,
  headAfter: 5,
  blocksAfter: 5,
  blocksFromLeads: 1,
}
const ORIGEM: BoardView = { kind: 'status', status: 1 }
const first20 = (view: BoardView) => ({ view, offset: 0, limit: 20 })

const many = Array.from({ length: 300 }, (_, place) =>
  aLead({ uid: uidOf(place), id: place + 1, channel_id: place % 3 === 0 ? 7 : 1 }),
)

/** Returns a lock like the one that tabs share: work is skipped while the lock is held. */
function ifAvailable(held: boolean, onRefusal: () => void) {
  return async (work: () => Promise<void>) => {
    if (held) return onRefusal()
    held = true
    await work().finally(() => {
      held = false
    })
  }
}

async function session(
  db: MirrorDb,
  changes: { locked?: boolean; onChange?: () => void; onRefusal?: () => void } = {},
) {
  const opened = await BoardSession.open({
    db,
    now: () => NOW,
    onChange: changes.onChange ?? (() => {}),
    alone: ifAvailable(changes.locked ?? false, changes.onRefusal ?? (() => {})),
    pace: QUICK,
  })
  onTestFinished(() => opened.close())
  return opened
}

/** Returns a mirror whose board was opened and closed before, with head and blocks on disk. */
async function keptMirror(): Promise<MirrorDb> {
  const db = newMirror()
  await write(db, many)
  const before = await session(db)
  await before.ask(first20(ORIGEM))
  await vi.waitFor(async () => expect(await db.blocks.get('manifest')).toBeDefined())
  before.close()
  return db
}

describe('a board session', () => {
  it('answers the first screen from the head, and then equally from the index', async () => {
    const db = await keptMirror()
    const changed = vi.fn()
    const board = await session(db, { onChange: changed })
    const expected = naiveSlice(many, ORIGEM, { nowMs: NOW, userId: db.userId })
    const head = await board.ask(first20(ORIGEM))
    expect(head.complete).toBe(false)
    expect(head.slice).toEqual({ ...expected, uids: expected.uids.slice(0, 20) })
    expect(head.counters).toEqual(naiveCounters(many, { nowMs: NOW, userId: db.userId }))
    expect(await board.oldestPending()).toEqual(naiveOldestPending(many))

    await vi.waitFor(() => expect(changed).toHaveBeenCalled())
    expect(await board.ask(first20(ORIGEM))).toEqual({ ...head, complete: true, revision: 1 })
  })

  it.each<[string, BoardView, number]>([
    ['a filter', { kind: 'results', filters: { clientName: 'ana' } }, 0],
    ['a channel', { kind: 'status', status: 1, channelId: 7 }, 0],
    ['cards beyond the head', ORIGEM, 250],
  ])('waits for the index when the view has %s', async (_, view, offset) => {
    const db = await keptMirror()
    const board = await session(db)
    const answer = await board.ask({ view, offset, limit: 20 })
    const expected = naiveSlice(many, view, { nowMs: NOW, userId: db.userId })
    expect(answer.complete).toBe(true)
    expect(answer.slice).toEqual({ ...expected, uids: expected.uids.slice(offset, offset + 20) })
  })

  it('returns the SLA bars of the cards on screen before the index is read', async () => {
    const board = await session(await keptMirror())
    await board.ask(first20(ORIGEM))
    const bar = cardTime(timeInputOf(aLead()), NOW, settings, calendar)
    expect(await board.times([uidOf(5), 'unknown'])).toEqual([bar, null])
  })

  it('reports a change of the mirror and includes it in its answers', async () => {
    const db = newMirror()
    await write(db, many)
    const changed = vi.fn()
    const board = await session(db, { onChange: changed })
    const before = await board.ask(first20(ORIGEM))
    changed.mockClear()
    await write(db, [aLead({ uid: uidOf(0), state: 2, status: 2, broker_id: 10 })])
    await vi.waitFor(() => expect(changed).toHaveBeenCalled())
    const after = await board.ask(first20(ORIGEM))
    expect(after.slice.total).toBe(before.slice.total - 1)
    expect(after.revision).toBeGreaterThan(before.revision)
  })

  it('counts by the server’s clock and the business’s settings', async () => {
    const db = newMirror()
    const scheduling_date = new Date(NOW + 60_000).toISOString()
    await write(db, [aLead({ state: 2, lead_scheduling: { scheduling_date, description: '', status: 0 } })])
    const board = await session(db)
    expect((await board.ask(first20(ORIGEM))).counters.schedules.late).toBe(0)
    await db.meta.put({ name: 'clockOffset', value: 120_000 })
    await vi.waitFor(async () => expect((await board.ask(first20(ORIGEM))).counters.schedules.late).toBe(1))
  })

  it('writes nothing while another tab has the lock', async () => {
    const db = newMirror()
    await write(db, many)
    const onRefusal = vi.fn<() => void>()
    const board = await session(db, { locked: true, onRefusal })
    await board.ask(first20(ORIGEM))
    // The head, and then the blocks.
    await vi.waitFor(() => expect(onRefusal.mock.calls.length).toBeGreaterThan(1))
    expect(await db.blocks.count()).toBe(0)
    expect(await db.journal.count()).toBe(1)
  })

  it('reports as lost when its database was closed', async () => {
    const db = newMirror()
    const board = await session(db)
    await board.ask(first20(ORIGEM))
    expect(board.lost).toBe(false)
    db.close()
    expect(board.lost).toBe(true)
  })
})
