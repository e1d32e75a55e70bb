/** 'Equipe hoje' in the board's thread: docs/rules.md#team-today */

import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import { takeTimelines } from '../../../src/db/mirror/timelines.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { TeamMember } from '../../../src/domain/day/team.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aLead, iso, NOW } from '../domain/fixtures.ts'
import { newMirror, write } from './mirror.ts'
import { randomLead, uidOf } from './random-leads.ts'

const ANA = 10
const BIA = 11
const CHANNELS = [1, 6, 7, 27]

const member = (id: number, changes: Partial<TeamMember> = {}): TeamMember => ({
  id,
  channels: CHANNELS,
  mayAny: false,
  isListed: true,
  ...changes,
})

async function session(db: MirrorDb): Promise<BoardSession> {
  const opened = await BoardSession.open({
    db,
    now: () => NOW,
    onChange: () => {},
    alone: async () => {},
  })
  onTestFinished(() => opened.close())
  return opened
}

const entry = (id: number, userId: number, occurredAt: string, command = 'lead.update') => ({
  id,
  command,
  user: { id: userId, name: `Pessoa ${userId}` },
  device_id: null,
  occurred_at: iso(occurredAt),
  received_at: iso(occurredAt),
  offline: false,
  changes: {},
})

const takeHistory = (db: MirrorDb, uid: string, entries: ReturnType<typeof entry>[]) =>
  db.transaction('rw', db.answers, () => takeTimelines(db, [{ lead_uid: uid, entries }], NOW))

/** What the device of a broker with this team mirrors: docs/rules.md#scope-of-leads */
const isInScope = (lead: Lead, brokerId: number) =>
  lead.broker_id === brokerId ||
  (lead.state === 1 && lead.broker_id === null && CHANNELS.includes(lead.channel_id))

test("a manager's device has the queue that the broker's own device shows, whatever the leads", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(randomLead(40), { selector: ({ uid }) => uid, minLength: 5, maxLength: 40 }),
      async (leads) => {
        const [whole, own] = [newMirror(), newMirror()]
        // The device's user has a number of its own, and the leads name their brokers by it.
        const asBroker = (lead: Lead): Lead => ({
          ...lead,
          broker_id: lead.broker_id === ANA ? own.userId : lead.broker_id === null ? null : 900,
        })
        const all = leads.map(asBroker)
        await write(whole, all)
        await write(
          own,
          all.filter((lead) => isInScope(lead, own.userId)),
        )
        const acted = all.slice(0, 3).map(({ uid }) => uid)
        for (const db of [whole, own])
          for (const uid of acted) await takeHistory(db, uid, [entry(1, 900, '2026-11-18T09:00:00')])
        const mine = await (await session(own)).day(false)
        const team = await (await session(whole)).team([member(own.userId)], own.userId)
        expect(team.opened).toEqual(mine.queue)
        expect(team.days[0]).toMatchObject({
          late: mine.queue.late,
          today: mine.queue.later.length,
          sales: mine.sales,
          salesCents: mine.salesCents,
        })
      },
    ),
    { numRuns: 40 },
  )
})

const attended: Partial<Lead> = {
  state: 2,
  status: 2,
  channel_id: 8,
  broker_id: ANA,
  create_lead_date: iso('2026-11-03T09:00:00'),
  capture_date: iso('2026-11-03T09:10:00'),
  first_call_date: iso('2026-11-18T09:00:00'),
  contact_date: iso('2026-11-18T09:00:00'),
}
const returnAt = (local: string): Partial<Lead> => ({
  lead_scheduling: { scheduling_date: iso(local), description: 'Ligar', status: 0 },
})
const lead = (place: number, changes: Partial<Lead> = {}) =>
  aLead({ uid: uidOf(place), id: place, ...attended, ...changes })

test('a line counts what is late, of today, free, done and sold', async () => {
  const db = newMirror()
  await write(db, [
    lead(1, returnAt('2026-11-18T09:20:00')),
    lead(2, returnAt('2026-11-16T09:20:00')),
    lead(3, returnAt('2026-11-18T15:00:00')),
    // Worked today by its broker, and by somebody else.
    lead(4),
    lead(5),
    lead(6, {
      state: 3,
      status: 6,
      sold: 1,
      sale_value_cents: 431_000,
      end_lead_date: iso('2026-11-18T09:30:00'),
    }),
    lead(7, { state: 3, status: 6, sold: 0, end_lead_date: iso('2026-11-18T09:30:00') }),
    lead(8, { state: 3, status: 6, sold: 1, end_lead_date: iso('2026-11-17T09:30:00') }),
    // Of a channel of the team, and of one that is not.
    lead(9, { state: 1, status: 1, broker_id: null, channel_id: 7 }),
    lead(10, { state: 1, status: 1, broker_id: null, channel_id: 14 }),
  ])
  await takeHistory(db, uidOf(4), [entry(1, ANA, '2026-11-18T09:05:00')])
  await takeHistory(db, uidOf(5), [entry(2, BIA, '2026-11-18T09:05:00')])
  const { days } = await (await session(db)).team([member(ANA), member(BIA)], null)
  expect(days).toEqual([
    {
      brokerId: ANA,
      late: 2,
      today: 1,
      free: 1,
      done: 3,
      sales: 1,
      salesCents: 431_000,
      dots: [
        { atMs: Date.parse(iso('2026-11-18T09:20:00')), isLate: true },
        { atMs: Date.parse(iso('2026-11-18T15:00:00')), isLate: false },
      ],
    },
    { brokerId: BIA, late: 0, today: 0, free: 1, done: 0, sales: 0, salesCents: 0, dots: [] },
  ])
})

test('a user who is no broker has a line while leads hang on the account', async () => {
  const db = newMirror()
  await write(db, [lead(1, { broker_id: 20 }), lead(2, { state: 3, status: 6, broker_id: 21 })])
  const members = [20, 21].map((id) => member(id, { isListed: false, mayAny: true }))
  const { days } = await (await session(db)).team(members, null)
  expect(days.map(({ brokerId }) => brokerId)).toEqual([20])
})

test('a later question reads the changed rows alone', async () => {
  const db = newMirror()
  await write(db, [lead(1, returnAt('2026-11-18T09:20:00')), lead(2), lead(3)])
  const board = await session(db)
  await board.team([member(ANA)], null)
  const read = vi.spyOn(db.leads, 'bulkGet')
  await board.team([member(ANA)], null)
  expect(read.mock.calls.flatMap(([uids]) => uids)).toEqual([])
  await write(db, [lead(1)])
  await expect.poll(async () => (await board.team([member(ANA)], null)).days[0]?.late).toBe(0)
  expect(new Set(read.mock.calls.flatMap(([uids]) => uids))).toEqual(new Set([uidOf(1)]))
})
