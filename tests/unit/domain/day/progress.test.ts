/** The day as its screen shows it, and how it ends. docs/rules.md#my-day */
import { describe, expect, it } from 'vitest'
import { dayLine } from '../../../../src/domain/day/day-line.ts'
import { dayHours, placeOnLine } from '../../../../src/domain/day/line.ts'
import { dayEnding, dayProgress } from '../../../../src/domain/day/progress.ts'
import type { DayItem } from '../../../../src/domain/day/queue.ts'
import { SKIP_MS } from '../../../../src/domain/day/skips.ts'
import { dayNumber } from '../../../../src/domain/time/day-number.ts'
import { formatDate, formatTime } from '../../../../src/domain/time/sao-paulo.ts'
import { at, calendar, NOW } from '../fixtures.ts'

const item = (uid: string): DayItem => ({ uid, kind: 'no-step', sinceMs: 1, reason: 'x' })
const due = (uid: string, time: string) => ({ uid, atMs: at(`2026-11-18T${time}:00`) })

describe('the progress of the day', () => {
  it('counts what has left the queue, and what rests is not done', () => {
    const items = [item('a'), item('b')]
    const record = { seen: ['a', 'b', 'c', 'd'], skips: { b: NOW } }
    expect(dayProgress({ items }, record, NOW)).toEqual({ items: [item('a')], seen: 4, done: 2 })
  })

  it('counts what is in the queue before the device has noted it', () => {
    expect(dayProgress({ items: [item('a')] }, { seen: [], skips: {} }, NOW)).toMatchObject({
      seen: 1,
      done: 0,
    })
  })
})

describe('an empty queue', () => {
  const evening = at('2026-11-18T18:00:00')

  it('says what is next, until the business hours end', () => {
    const later = [due('a', '14:30'), due('b', '19:00')]
    expect(dayEnding({ items: [], later }, {}, NOW, calendar)).toEqual({
      kind: 'next',
      next: due('a', '14:30'),
    })
    const left = [due('b', '19:00')]
    expect(dayEnding({ items: [], later: left }, {}, evening - 1, calendar).kind).toBe('next')
    expect(dayEnding({ items: [], later: left }, {}, evening, calendar).kind).toBe('in-order')
  })

  it('without anything left today the day is in order', () => {
    expect(dayEnding({ items: [], later: [] }, {}, NOW, calendar).kind).toBe('in-order')
  })

  it('what was put off comes back half an hour after the first was', () => {
    const skips = { a: NOW - 5, b: NOW - 60_000 }
    expect(dayEnding({ items: [item('a'), item('b')], later: [] }, skips, NOW, calendar)).toEqual({
      kind: 'resting',
      backMs: NOW - 60_000 + SKIP_MS,
    })
  })
})

describe('the line of time', () => {
  const line = (later: ReturnType<typeof due>[], limits: ReturnType<typeof due>[] = [], nowMs = NOW) =>
    dayLine({ later, limits, ahead: [], late: 2 }, nowMs, calendar)

  it('spans the business hours and names the full hours between', () => {
    const { ticks, now, late } = line([])
    expect(ticks.map(({ atMs }) => formatTime(atMs))).toEqual([
      '08:30',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
      '18:00',
    ])
    expect(now).toBeCloseTo(1.5 / 9.5)
    expect(late).toBe(2)
    // Before the house opens now is not on the line.
    expect(line([], [], at('2026-11-18T07:00:00')).now).toBeNull()
  })

  it('joins what is due within twenty minutes, and a limit among it makes the dot one of a limit', () => {
    const { dots } = line([due('a', '14:00'), due('b', '14:20'), due('c', '14:41')], [due('a', '14:10')])
    expect(dots.map(({ uids, kind }) => [kind, ...uids])).toEqual([
      ['limit', 'a', 'b'],
      ['return', 'c'],
    ])
  })

  it('goes on to the full hour after what is due in the evening, and from the one before what is due early', () => {
    const evening = at('2026-11-18T18:40:00')
    const { dots, now, endMs, isAhead } = line([due('b', '19:00'), due('c', '21:30')], [], evening)
    expect([isAhead, formatTime(endMs), now]).toEqual([false, '22:00', 610 / 810])
    expect(dots.map(({ uids, place }) => [place < 1, ...uids])).toEqual([
      [true, 'b'],
      [true, 'c'],
    ])
    expect(formatTime(line([due('a', '07:40')], [], at('2026-11-18T06:00:00')).startMs)).toBe('07:00')
  })

  it.each([
    // Wednesday. Thursday is worked, Friday 20/11 is a holiday.
    ['after the hours', '2026-11-18T18:00:00', true, '19/11/2026'],
    ['a minute before their end', '2026-11-18T17:59:00', false, '18/11/2026'],
    ['before a holiday', '2026-11-19T20:00:00', true, '23/11/2026'],
    ['on a holiday', '2026-11-20T10:00:00', true, '23/11/2026'],
    ['on a Saturday', '2026-11-21T10:00:00', true, '23/11/2026'],
    ['on a Sunday night', '2026-11-22T23:59:00', true, '23/11/2026'],
    ['on Monday after midnight', '2026-11-23T00:00:00', false, '23/11/2026'],
  ])('is that of the next working day once the day is over: %s', (_, now, isAhead, day) => {
    const ahead = [{ uid: 'a', atMs: at('2026-11-23T14:00:00') }]
    const shown = dayLine({ later: [], limits: [], ahead, late: 0 }, at(now), calendar)
    expect([shown.isAhead, formatDate(shown.startMs)]).toEqual([isAhead, day])
    expect(shown.dots.map(({ uids }) => uids)).toEqual(isAhead ? [['a']] : [])
    if (isAhead) expect(shown.now).toBeNull()
  })

  it('stays on a Saturday while a return of that day is to come', () => {
    const later = [{ uid: 'a', atMs: at('2026-11-21T11:00:00') }]
    const shown = dayLine({ later, limits: [], ahead: [], late: 0 }, at('2026-11-21T10:00:00'), calendar)
    expect([shown.isAhead, formatDate(shown.startMs), shown.dots.length]).toEqual([false, '21/11/2026', 1])
  })

  it('ends with its day: midnight is its end, not its beginning', () => {
    const hours = dayHours(dayNumber(NOW), { startMinutes: 0, endMinutes: 1440 })
    expect(placeOnLine(at('2026-11-19T00:00:00'), hours)).toBe(1)
    expect(placeOnLine(at('2026-11-18T00:00:00'), hours)).toBe(0)
    expect(placeOnLine(NOW, { startMs: NOW, endMs: NOW })).toBe(0)
  })
})
