import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { onTimeFlag } from '../../../src/domain/sla/on-time.ts'
import { addWorkingMs, subtractWorkingMs, workingMsBetween } from '../../../src/domain/sla/working-time.ts'
import { numberOfDay } from '../../../src/domain/time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { at, calendar, iso } from './fixtures.ts'

/**
 * A slow count, minute by minute and without day tables. The fast count must equal it.
 * São Paulo is at UTC-3 in all years of the test. The list of holidays is written by hand.
 */
const HOLIDAYS = new Set([
  ...['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'].flatMap((day) =>
    [2025, 2026, 2027].map((year) => `${year}-${day}`),
  ),
  '2025-04-18',
  '2026-04-03',
  '2027-03-26',
])
function slowWorkingMinutes(fromMs: number, toMs: number, start = 510, end = 1080, extra?: string): number {
  let minutes = 0
  for (let ms = fromMs; ms < toMs; ms += MINUTE_MS) {
    const local = new Date(ms - 3 * HOUR_MS)
    const weekday = local.getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    const day = local.toISOString().slice(0, 10)
    const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
    if (minute >= start && minute < end && !HOLIDAYS.has(day) && day !== extra) minutes++
  }
  return minutes
}

const FIRST = at('2025-01-01T00:00:00') / MINUTE_MS
const LAST = at('2027-09-30T00:00:00') / MINUTE_MS
const minute = fc.integer({ min: FIRST, max: LAST })

describe('working time', () => {
  it('equals a count minute by minute over weekends, holidays and months', () => {
    fc.assert(
      fc.property(minute, fc.integer({ min: 0, max: 100 * 24 * 60 }), (from, length) => {
        const to = from + length
        expect(workingMsBetween(from * MINUTE_MS, to * MINUTE_MS, calendar)).toBe(
          slowWorkingMinutes(from * MINUTE_MS, to * MINUTE_MS) * MINUTE_MS,
        )
      }),
      { numRuns: 40 },
    )
    // The slow count needs time on a busy machine.
  }, 60_000)

  it('equals a count minute by minute over short spans, where the edges of the day decide', () => {
    fc.assert(
      fc.property(minute, fc.integer({ min: 0, max: 3 * 24 * 60 }), (from, length) => {
        expect(workingMsBetween(from * MINUTE_MS, (from + length) * MINUTE_MS, calendar)).toBe(
          slowWorkingMinutes(from * MINUTE_MS, (from + length) * MINUTE_MS) * MINUTE_MS,
        )
      }),
      { numRuns: 300 },
    )
  })

  it('does not count a holiday that comes back each year, in any of them', () => {
    const yearly = [{ day: '06-04', name: 'Padroeiro', town: 'Campinas' }]
    const other = businessCalendar({ start: '08:30', end: '18:00', holidays: [], yearly })
    fc.assert(
      fc.property(
        fc.constantFrom(2025, 2026, 2027),
        fc.integer({ min: 0, max: 10 * 24 * 60 }),
        fc.integer({ min: 0, max: 8 * 24 * 60 }),
        (year, begun, length) => {
          const from = at(`${year}-05-28T00:00:00`) + begun * MINUTE_MS
          const to = from + length * MINUTE_MS
          expect(workingMsBetween(from, to, other)).toBe(
            slowWorkingMinutes(from, to, 510, 1080, `${year}-06-04`) * MINUTE_MS,
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keeps a holiday of 29 February for leap years', () => {
    const yearly = [{ day: '02-29', name: 'Da casa', town: '' }]
    const { isWorkingDay } = businessCalendar({ start: '08:30', end: '18:00', holidays: [], yearly })
    // A Thursday of 2024, and a Monday of 2027.
    expect([isWorkingDay(numberOfDay('2024-02-29')), isWorkingDay(numberOfDay('2027-03-01'))]).toEqual([
      false,
      true,
    ])
  })

  it('uses the hours and company holidays of the setting', () => {
    const other = businessCalendar({ start: '08:30', end: '18:30', holidays: ['2026-06-04'] })
    fc.assert(
      fc.property(
        fc.integer({
          min: at('2026-05-28T00:00:00') / MINUTE_MS,
          max: at('2026-06-08T00:00:00') / MINUTE_MS,
        }),
        fc.integer({ min: 0, max: 8 * 24 * 60 }),
        (from, length) => {
          const to = (from + length) * MINUTE_MS
          expect(workingMsBetween(from * MINUTE_MS, to, other)).toBe(
            slowWorkingMinutes(from * MINUTE_MS, to, 510, 1110, '2026-06-04') * MINUTE_MS,
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  it.each([
    ['inside a day', '2026-11-18T09:00:00', '2026-11-18T10:15:30', 75.5],
    ['from before opening, counted from 08:30', '2026-11-18T05:00:00', '2026-11-18T09:00:00', 30],
    ['from after 18:00, counted from the next day', '2026-11-18T18:00:00', '2026-11-19T09:30:00', 60],
    ['over a weekend', '2026-11-13T17:30:00', '2026-11-16T09:00:00', 60],
    ['over Consciência Negra, a Friday, and the weekend', '2026-11-19T17:00:00', '2026-11-23T09:00:00', 90],
    ['on a Saturday', '2026-11-14T08:00:00', '2026-11-14T20:00:00', 0],
    ['on Carnaval, which is a working day', '2026-02-17T09:00:00', '2026-02-17T10:00:00', 60],
    ['of a negative span, which is 0', '2026-11-18T12:00:00', '2026-11-18T10:00:00', 0],
  ])('%s from %s to %s is %d minutes', (_case, from, to, minutes) => {
    expect(workingMsBetween(at(from), at(to), calendar)).toBe(minutes * MINUTE_MS)
  })

  it('counts as many working days as are found one by one, from before 2000 to after 2099', () => {
    const hours = {
      start: '08:00',
      end: '18:00',
      holidays: ['1998-12-31', '1999-12-31', '2026-12-31', '2100-01-01'],
      yearly: [
        { day: '01-02', name: 'Aniversário', town: 'Campinas' },
        { day: '12-30', name: 'Recesso', town: '' },
      ],
    }
    const { isWorkingDay, workingDaysBefore, weekdayHolidays } = businessCalendar(hours)
    const [first, last] = [numberOfDay('1998-01-01'), numberOfDay('2102-01-01')]
    let count = workingDaysBefore(first)
    for (let day = first; day < last; day++) {
      if (workingDaysBefore(day) !== count) expect(workingDaysBefore(day), String(day)).toBe(count)
      if (isWorkingDay(day)) count += 1
    }
    const listed = weekdayHolidays()
    expect(listed).toEqual(listed.toSorted((one, other) => one - other))
    for (const day of ['1998-12-31', '1999-12-31', '2026-12-25', '2026-12-30', '2026-12-31', '2100-01-01'])
      expect(listed.includes(numberOfDay(day)), day).toBe(true)
    expect(listed.filter((day) => isWorkingDay(day))).toEqual([])
  })

  it('is 0 for an invalid date', () => {
    expect(workingMsBetween(Number.NaN, at('2026-11-18T10:00:00'), calendar)).toBe(0)
  })

  it('uses local time in years with summer time', () => {
    // 5 November 2018, a Monday, UTC-2.
    const from = Date.parse('2018-11-05T08:00:00-02:00')
    expect(workingMsBetween(from, Date.parse('2018-11-05T09:30:00-02:00'), calendar)).toBe(HOUR_MS)
  })
})

describe('adding and subtracting working time', () => {
  const span = fc.integer({ min: 1, max: 600 * 60 })

  it('adding returns the earliest instant by which that much time was worked', () => {
    fc.assert(
      fc.property(minute, span, (from, minutes) => {
        const end = addWorkingMs(from * MINUTE_MS, minutes * MINUTE_MS, calendar)
        expect(workingMsBetween(from * MINUTE_MS, end, calendar)).toBe(minutes * MINUTE_MS)
        expect(workingMsBetween(from * MINUTE_MS, end - 1, calendar)).toBe(minutes * MINUTE_MS - 1)
      }),
      { numRuns: 500 },
    )
  })

  it('subtracting returns the latest instant since which that much time was worked', () => {
    fc.assert(
      fc.property(minute, span, (to, minutes) => {
        const start = subtractWorkingMs(to * MINUTE_MS, minutes * MINUTE_MS, calendar)
        expect(workingMsBetween(start, to * MINUTE_MS, calendar)).toBe(minutes * MINUTE_MS)
        expect(workingMsBetween(start + 1, to * MINUTE_MS, calendar)).toBe(minutes * MINUTE_MS - 1)
      }),
      { numRuns: 500 },
    )
  })

  it('adding 0 returns the same instant, also at night', () => {
    const night = at('2026-11-18T22:00:00')
    expect(addWorkingMs(night, 0, calendar)).toBe(night)
    expect(subtractWorkingMs(night, 0, calendar)).toBe(night)
  })
})

describe('the on-time flag', () => {
  it.each([
    ['2026-11-18T09:59:59', 1],
    ['2026-11-18T10:00:00', 0],
    ['2026-11-18T11:00:00', 0],
  ])('is 1 only below the limit: until %s it is %i', (to, flag) => {
    expect(onTimeFlag(iso('2026-11-18T09:00:00'), iso(to), 1, calendar)).toBe(flag)
  })
})
