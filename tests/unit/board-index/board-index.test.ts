import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import { BOARD_FILTERS, type BoardFilters } from '../../../src/domain/board/board-filters.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { sevenDaysEndMs } from '../../../src/domain/lead/scheduling.ts'
import { keysOf } from '../../../src/domain/record/parts.ts'
import { IMPORT_NOTE } from '../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { runsOf } from '../../support/slice.ts'
import { aLead, iso, NOW, settings } from '../domain/fixtures.ts'
import { expectEqualToRecount } from './every-view.ts'
import { randomChange, randomLead, uidOf } from './random-leads.ts'

/** A broker of the random leads. */
const OWNER = 10

describe('the board index', () => {
  it('equals a recount of the leads after any changes, with or without queries in between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(randomChange(30), fc.boolean()), { maxLength: 8 }), (changes) => {
        const index = new BoardIndex(OWNER)
        const leads = new Map<string, Lead>()
        for (const [{ put, remove }, ask] of changes) {
          index.put(put)
          for (const lead of put) leads.set(lead.uid, lead)
          index.remove(remove)
          for (const uid of remove) leads.delete(uid)
          if (ask) index.counters(NOW, settings)
          if (ask) index.slice({ kind: 'results', filters: {} }, 0, 5, NOW)
        }
        expectEqualToRecount(index, [...leads.values()], NOW)
      }),
      { numRuns: runsOf(150) },
    )
  })

  it('counts correctly as time passes without a change', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(randomLead(40), { selector: (lead) => lead.uid, minLength: 10 }),
        fc.integer({ min: -10 * 24 * 60, max: 10 * 24 * 60 }),
        (leads, minutes) => {
          const index = new BoardIndex(OWNER)
          index.put(leads)
          expectEqualToRecount(index, leads, NOW)
          expectEqualToRecount(index, leads, NOW + minutes * 60_000)
        },
      ),
      { numRuns: runsOf(60) },
    )
  })

  it('finds no lead by any filter of the bar that none matches', () => {
    const index = new BoardIndex(OWNER)
    index.put([aLead({ uid: uidOf(1), id: 1, broker_id: OWNER })])
    const found = (filters: BoardFilters) => index.slice({ kind: 'results', filters }, 0, 9, NOW).uids
    expect(found({})).toEqual([uidOf(1)])
    const nobody = (name: keyof BoardFilters) =>
      name === 'startDate' ? '2099-01-01' : name === 'endDate' ? '1999-01-01' : '99999990001'
    for (const name of keysOf(BOARD_FILTERS)) {
      const wanted = BOARD_FILTERS[name].type === 'number' ? 99_999_999 : nobody(name)
      expect(found({ [name]: wanted }), name).toEqual([])
    }
  })

  it('returns a small result in the current order, also after a change since the last query', () => {
    const index = new BoardIndex(OWNER)
    const named = [3, 2, 1].map((status, place) =>
      aLead({ uid: uidOf(place), id: place + 1, status, state: status === 1 ? 1 : 2, client_name: 'Zélia' }),
    )
    const leads = [...named, ...Array.from({ length: 40 }, (_, place) => aLead({ uid: uidOf(place + 3) }))]
    index.put(leads)
    const found = () => index.slice({ kind: 'results', filters: { clientName: 'zelia' } }, 0, 9, NOW).uids
    expect(found()).toEqual([uidOf(2), uidOf(1), uidOf(0)])
    index.put(
      named
        .slice(0, 1)
        .map(
          (lead): Lead => ({ ...lead, status: 1, state: 1, create_lead_date: iso('2026-11-18T09:00:00') }),
        ),
    )
    const now = found()
    expect(now.toSorted()).toEqual([uidOf(0), uidOf(1), uidOf(2)])
    expect(now.at(-1)).toBe(uidOf(1))
  })

  it('grows beyond its initial capacity and reuses the rows of removed leads', () => {
    const index = new BoardIndex(OWNER)
    const leads = Array.from({ length: 3000 }, (_, number) => aLead({ uid: uidOf(number), id: number + 1 }))
    index.put(leads)
    index.remove(leads.slice(0, 1000).map((lead) => lead.uid))
    index.put(leads.slice(500, 1000))
    expect(index.columns.length).toBe(3000)
    const { uids, total } = index.slice({ kind: 'results', filters: {} }, 0, 1, NOW)
    expect({ first: uids[0], total }).toEqual({ first: uidOf(500), total: 2500 })
  })

  it('keeps nothing of a removed client in memory', () => {
    const index = new BoardIndex(OWNER)
    index.put([aLead({ client_name: 'Segredo', client_cpf: '52998224725' })])
    index.remove(['lead-1'])
    expect(JSON.stringify(index.columns.texts)).not.toMatch(/segredo|529982/)
  })

  it('lists the schedulings of the next seven days from now, also when time passes between two queries', () => {
    const index = new BoardIndex(OWNER)
    const due = (number: number, scheduling_date: string) =>
      aLead({
        uid: uidOf(number),
        state: 2,
        status: 2,
        lead_scheduling: { scheduling_date, description: '', status: 0 },
      })
    const at = (ms: number) => new Date(ms).toISOString()
    const end = sevenDaysEndMs(NOW)
    index.put([due(0, at(NOW - 1)), due(1, at(NOW)), due(2, at(end)), due(3, at(end + 1))])
    const week = (nowMs: number) => index.slice({ kind: 'schedules', sevenDays: true }, 0, 9, nowMs).uids
    const counts = (nowMs: number) => index.counters(nowMs, settings).schedules
    expect(week(NOW)).toEqual([uidOf(1), uidOf(2)])
    expect(counts(NOW)).toEqual({ pending: 4, late: 1, nextSevenDays: 2 })
    expect(week(NOW + 1)).toEqual([uidOf(2)])
    expect(week(NOW + DAY_MS)).toEqual([uidOf(2), uidOf(3)])
    expect(counts(NOW + DAY_MS)).toEqual({ pending: 4, late: 2, nextSevenDays: 2 })
    const all = index.slice({ kind: 'schedules', sevenDays: false }, 0, 9, NOW).uids
    expect(all).toEqual([0, 1, 2, 3].map(uidOf))
  })

  it('counts a captured renewal from its creation, not from the record of the capture', () => {
    const index = new BoardIndex(OWNER)
    const captured = { scheduling_date: iso('2026-11-18T10:00:00'), description: '.', status: 1 } as const
    index.put([aLead({ channel_id: 27, state: 2, status: 2, lead_scheduling: captured })])
    expect(index.columns.numbers.scheduled[0]).toBeNaN()
  })

  it('counts a lead as late after the instant of its scheduling, not at it', () => {
    const index = new BoardIndex(OWNER)
    const scheduling_date = iso('2026-11-18T10:00:00')
    index.put([
      aLead({ state: 2, status: 2, lead_scheduling: { scheduling_date, description: '', status: 0 } }),
    ])
    expect(index.counters(NOW, settings).schedules.late).toBe(0)
    expect(index.counters(NOW + 1, settings).schedules.late).toBe(1)
  })

  it('orders a status by what is late, due today, without a scheduling and for later, and turns at midnight', () => {
    const index = new BoardIndex(OWNER)
    const lead = (number: number, due: number | null, created = NOW - number * DAY_MS) =>
      aLead({
        uid: uidOf(number),
        create_lead_date: new Date(created).toISOString(),
        lead_scheduling:
          due === null ? null : { scheduling_date: new Date(due).toISOString(), description: '', status: 0 },
      })
    const tomorrow = sevenDaysEndMs(NOW) - 6 * DAY_MS
    index.put([
      lead(1, tomorrow),
      lead(2, null),
      lead(3, NOW + 3_600_000),
      lead(4, null),
      lead(5, NOW - 1),
      lead(6, tomorrow + DAY_MS),
      lead(7, NOW - DAY_MS),
    ])
    const origin = (nowMs: number) => index.slice({ kind: 'status', status: 1 }, 0, 9, nowMs)
    expect(origin(NOW)).toMatchObject({ uids: [7, 5, 3, 4, 2, 1, 6].map(uidOf), total: 7, later: 2 })
    // In the order of a filter, too, where nothing is folded.
    const found = index.slice({ kind: 'results', filters: {} }, 0, 9, NOW)
    expect(found).toMatchObject({ uids: [7, 5, 3, 4, 2, 1, 6].map(uidOf), later: 0 })
    expect(origin(NOW + DAY_MS)).toMatchObject({ uids: [7, 5, 3, 1, 4, 2, 6].map(uidOf), later: 1 })
  })

  it('counts the own appointments alone, without those that an import made', () => {
    const index = new BoardIndex(OWNER)
    const lead = (number: number, broker_id: number | null, description = 'Ligar') =>
      aLead({
        uid: uidOf(number),
        broker_id,
        state: broker_id === null ? 1 : 2,
        status: broker_id === null ? 1 : 2,
        lead_scheduling: { scheduling_date: iso('2026-11-18T09:00:00'), description, status: 0 },
      })
    index.put([lead(1, OWNER), lead(2, OWNER, IMPORT_NOTE), lead(3, 11), lead(4, null)])
    expect(index.counters(NOW, settings)).toMatchObject({
      own: { open: 1, late: 1 },
      schedules: { pending: 4, late: 4 },
    })
    const uids = (whose?: 'own' | 'free') =>
      index.slice({ kind: 'schedules', sevenDays: false, ...(whose && { whose }) }, 0, 9, NOW).uids
    expect([uids('own'), uids('free'), uids()]).toEqual([[uidOf(1)], [uidOf(4)], [1, 2, 3, 4].map(uidOf)])
  })
})
