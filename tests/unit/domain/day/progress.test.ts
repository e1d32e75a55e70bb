/** The day as its screen shows it, and how it ends. docs/rules.md#my-day */
import { describe, expect, it } from 'vitest'
import { dayLine } from '../../../../src/domain/day/day-line.ts'
import { dayEnding, dayProgress } from '../../../../src/domain/day/progress.ts'
import type { DayItem } from '../../../../src/domain/day/queue.ts'
import { SKIP_MS } from '../../../../src/domain/day/skips.ts'
import { formatTime } from '../../../../src/domain/time/sao-paulo.ts'
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
    dayLine({ later, limits, late: 2 }, nowMs, calendar)

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
    expect([
      line([], [], at('2026-11-18T07:00:00')).now,
      line([], [], at('2026-11-18T22:00:00')).now,
    ]).toEqual([0, 1])
  })

  it('joins what is due within twenty minutes, and a limit among it makes the dot one of a limit', () => {
    const { dots } = line([due('a', '14:00'), due('b', '14:20'), due('c', '14:41')], [due('a', '14:10')])
    expect(dots.map(({ uids, kind }) => [kind, ...uids])).toEqual([
      ['limit', 'a', 'b'],
      ['return', 'c'],
    ])
  })

  it('keeps what is due after the hours at their end, in one dot', () => {
    const { dots } = line([due('a', '17:00'), due('b', '19:00'), due('c', '22:00')])
    expect(dots.map(({ uids, place }) => [place === 1, ...uids])).toEqual([
      [false, 'a'],
      [true, 'b', 'c'],
    ])
  })
})
