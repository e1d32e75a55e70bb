/** The helpers of the reports' expected figures: by examples, and the working time against the product's own. */
import { describe, expect, it } from 'vitest'
import { businessCalendar } from '../../../../src/domain/sla/business-calendar.ts'
import { workingMsBetween } from '../../../../src/domain/sla/working-time.ts'
import { saoPauloDay } from '../../../../src/domain/time/sao-paulo.ts'
import { at, atSummer } from './lead-row.ts'
import { LEADS, MAIN_PERIOD } from './leads.ts'
import { BUSINESS_HOURS } from './load.ts'
import {
  average,
  calendarDaysUntil,
  dayOf,
  grouped,
  hourOf,
  isIn,
  percent,
  ranked,
  workedBetween,
} from './reading.ts'

const HOUR = 3_600_000
const calendar = businessCalendar(BUSINESS_HOURS)
const INSTANTS = [
  ...new Set(
    LEADS.flatMap((lead) => [
      lead.proposal_date,
      lead.create_lead_date,
      lead.capture_date,
      lead.first_call_date,
      lead.contact_date,
      lead.quoted_date,
      lead.sold_date,
      lead.end_lead_date,
    ]).filter((date) => date !== null),
  ),
].sort()

describe('days', () => {
  it('are those of São Paulo, at their edges and in daylight-saving time', () => {
    expect(dayOf(at('2026-10-01', '00:00'))).toBe('2026-10-01')
    expect(dayOf(at('2026-09-30', '23:59:59.999'))).toBe('2026-09-30')
    expect(dayOf(atSummer('2018-12-31', '23:30'))).toBe('2018-12-31')
    expect(dayOf(at('2018-12-31', '23:30'))).toBe('2019-01-01')
    expect(dayOf('2026-10-31')).toBe('2026-10-31')
    for (const instant of INSTANTS) expect(dayOf(instant)).toBe(saoPauloDay(Date.parse(instant)))
  })

  it('have hours from 0 to 23', () => {
    expect(
      [at('2026-10-01', '00:00'), at('2026-10-01', '23:59'), atSummer('2018-12-31', '23:30')].map(hourOf),
    ).toEqual([0, 23, 23])
  })

  it('are in a period with both its ends', () => {
    const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01']
    expect(days.map((day) => isIn(MAIN_PERIOD, day))).toEqual([false, true, true, false])
    expect(isIn(MAIN_PERIOD, at('2026-10-31', '23:59:59.999'))).toBe(true)
    expect(isIn(MAIN_PERIOD, at('2026-11-01', '00:00'))).toBe(false)
    expect(isIn(MAIN_PERIOD, null)).toBe(false)
  })

  it('are counted by the calendar', () => {
    expect(calendarDaysUntil(at('2026-10-15', '23:59:59.999'), '2026-10-20')).toBe(5)
    expect(calendarDaysUntil(at('2026-10-16', '00:00'), '2026-10-20')).toBe(4)
    expect(calendarDaysUntil(at('2026-10-21', '00:00'), '2026-10-20')).toBe(-1)
    // The first of the days begins at 01:00.
    expect(calendarDaysUntil(atSummer('2018-11-04', '01:00'), '2018-11-05')).toBe(1)
  })
})

describe('figures', () => {
  it('average what is known', () => {
    expect(average([1, null, 3])).toBe(2)
    expect(average([0, null])).toBe(0)
    expect(average([null])).toBeNull()
  })

  it('are no part of nothing', () => {
    expect([percent(1, 4), percent(0, 4), percent(0, 0)]).toEqual([25, 0, null])
  })

  it('rank by conversion, then sold, then name, and equal rows share a place', () => {
    const row = (name: string, sold: number, total: number) => ({ name, sold, total })
    const rows = [
      row('Davi', 1, 3),
      row('Zé', 0, 0),
      row('Élisa', 1, 3),
      row('Ana', 0, 2),
      row('Bia', 2, 6),
      row('Ivo', 3, 4),
    ]
    expect(ranked(rows).map(({ name, ranking }) => `${ranking} ${name}`)).toEqual([
      '1 Ivo',
      '2 Bia',
      '3 Davi',
      '3 Élisa',
      '5 Ana',
      '6 Zé',
    ])
  })

  it('group rows by a key', () => {
    expect([...grouped([1, 2, 3], (value) => value % 2)]).toEqual([
      [1, [1, 3]],
      [0, [2]],
    ])
  })
})

describe('working time', () => {
  it('is counted within the business hours of working days', () => {
    expect(workedBetween(at('2026-10-09', '17:30'), at('2026-10-13', '09:30'))).toBe(1.5 * HOUR)
    expect(workedBetween(at('2026-10-27', '17:00'), at('2026-10-29', '10:30'))).toBe(3 * HOUR)
    expect(workedBetween(at('2026-10-03', '09:00'), at('2026-10-04', '20:00'))).toBe(0)
    expect(workedBetween(at('2018-11-01', '17:00'), atSummer('2018-11-06', '10:00'))).toBe(
      (1 + 9.5 + 1.5) * HOUR,
    )
  })

  it('is null of a missing instant and of an interval that runs backwards', () => {
    expect(workedBetween(null, at('2026-10-09', '17:30'))).toBeNull()
    expect(workedBetween(at('2026-10-09', '17:30'), null)).toBeNull()
    expect(workedBetween(at('2026-10-09', '17:30'), at('2026-10-09', '17:29:59.999'))).toBeNull()
    expect(workedBetween(at('2026-10-09', '17:30'), at('2026-10-09', '17:30'))).toBe(0)
  })

  it('is refused for a year whose holidays are not listed', () => {
    expect(() => workedBetween(at('2027-10-01', '10:00'), at('2027-10-02', '10:00'))).toThrow('2027-10-01')
  })

  it("equals the product's between pairs of instants of the set, near and far", () => {
    let compared = 0
    for (const [place, from] of INSTANTS.entries()) {
      for (const step of [1, 2, 7, 40, 150]) {
        const to = INSTANTS[place + step]
        if (to === undefined || from.slice(0, 4) < '2026' !== to.slice(0, 4) < '2026') continue
        expect(workedBetween(from, to), `${from} to ${to}`).toBe(
          workingMsBetween(Date.parse(from), Date.parse(to), calendar),
        )
        compared++
      }
    }
    expect(compared).toBeGreaterThan(1000)
  })

  it("equals the product's around the changes of daylight-saving time, hour by hour", () => {
    for (const first of [at('2018-11-01', '00:00'), atSummer('2019-02-14', '00:00')]) {
      for (let from = 0; from < 168; from += 5) {
        for (let length = 0; length < 120; length += 7) {
          const start = Date.parse(first) + from * HOUR
          const end = start + length * HOUR
          expect(workedBetween(new Date(start).toISOString(), new Date(end).toISOString())).toBe(
            workingMsBetween(start, end, calendar),
          )
        }
      }
    }
  })
})
