/** The user's day from the index: what it reads, and what follows a change. docs/rules.md#my-day */

import { expect, onTestFinished, test, vi } from 'vitest'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { chance } from '../../sync/support/random.ts'
import { aLead, iso, NOW } from '../domain/fixtures.ts'
import { newMirror, write } from './mirror.ts'
import { uidOf } from './random-leads.ts'

const ME = 10

async function aDay() {
  const db = newMirror()
  const lead = (place: number, changes: Partial<Lead>): Lead =>
    aLead({ uid: uidOf(place), id: place, channel_id: 8, ...changes })
  const sold = (place: number, cents: number) =>
    lead(place, {
      broker_id: db.userId,
      state: 3,
      status: 6,
      sold: 1,
      sale_value_cents: cents,
      end_lead_date: iso('2026-11-18T09:00:00'),
    })
  const promised = (place: number, time: string) =>
    lead(place, {
      broker_id: db.userId,
      state: 2,
      status: 3,
      lead_scheduling: { scheduling_date: iso(`2026-11-18T${time}:00`), description: '', status: 0 },
    })
  await write(db, [
    lead(1, { broker_id: null }),
    promised(2, '09:20'),
    sold(3, 431000),
    ...Array.from({ length: 50 }, (_, place) => lead(100 + place, { broker_id: 5, state: 2, status: 2 })),
  ])
  const onChange = vi.fn<() => void>()
  const session = await BoardSession.open({ db, now: () => NOW, onChange, alone: (work) => work() })
  onTestFinished(() => session.close())
  const read = vi.spyOn(db.leads, 'bulkGet')
  const ask = async () => {
    read.mockClear()
    const { queue, ...rest } = await session.day(false)
    const rows = read.mock.calls.flatMap(([uids]) => uids)
    return { kinds: queue.items.map(({ kind }) => kind), sales: [rest.sales, rest.salesCents], rows }
  }
  const follow = async (leads: readonly Lead[]) => {
    onChange.mockClear()
    await write(db, leads)
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
  }
  return { ask, follow, lead, promised, sold }
}

test('the day reads each row once, and again only after it was written', async () => {
  const { ask, follow, lead, promised, sold } = await aDay()
  expect(await ask()).toMatchObject({ kinds: ['late-return', 'capture'], sales: [1, 431000] })
  expect((await ask()).rows).toEqual([])
  await follow([lead(120, { broker_id: 5, state: 2, status: 2 })])
  expect((await ask()).rows).toEqual([])
  await follow([promised(2, '16:00'), sold(4, 100)])
  expect(await ask()).toEqual({
    kinds: ['capture'],
    sales: [2, 431100],
    rows: expect.arrayContaining([uidOf(2), uidOf(4)]),
  })
  await follow([sold(3, 200)])
  expect(await ask()).toMatchObject({ sales: [2, 300], rows: [uidOf(3)] })
})

test('a broker’s leads equal a search of all rows, whatever was written or removed', () => {
  const { pick, below, happens } = chance(77)
  const index = new BoardIndex(ME)
  const leads = new Map<string, Lead>()
  for (let round = 0; round < 200; round++) {
    const put = Array.from({ length: 5 }, () =>
      aLead({
        uid: uidOf(below(30)),
        broker_id: pick([ME, 11, null]),
        state: pick([1, 2, 3]),
        end_lead_date: happens(0.5) ? new Date(NOW).toISOString() : null,
      }),
    )
    index.put(put)
    for (const lead of put) leads.set(lead.uid, lead)
    const gone = uidOf(below(30))
    index.remove([gone])
    leads.delete(gone)
    const own = [...leads.values()].filter(({ broker_id }) => broker_id === ME)
    const open = own.filter(({ state }) => state !== 3)
    const ended = own.filter(({ end_lead_date }) => end_lead_date !== null)
    // Now and then for another broker: the rows are looked for anew.
    if (happens(0.1)) index.ownOpenLeads(11, 5)
    const uids = (of: readonly { readonly uid: string }[]) => of.map(({ uid }) => uid).toSorted()
    expect(uids(index.ownOpenLeads(ME, 1000))).toEqual(uids(open))
    expect(index.endedOf(ME, NOW).toSorted()).toEqual(uids(ended))
  }
})
