import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import * as time from '../../../src/domain/time/sao-paulo.ts'
import { at } from './fixtures.ts'

describe('São Paulo days', () => {
  it.each([
    ['2026-11-18T02:59:59Z', '2026-11-17'],
    ['2026-11-18T03:00:00Z', '2026-11-18'],
    ['2026-01-01T02:00:00Z', '2025-12-31'],
    // Summer time, UTC-2.
    ['2018-12-10T02:00:00Z', '2018-12-10'],
    ['2018-12-10T01:59:59Z', '2018-12-09'],
  ])('%s belongs to %s', (instant, day) => {
    expect(time.saoPauloDay(Date.parse(instant))).toBe(day)
  })

  it.each([
    ['2026-11-18', '2026-11-18T03:00:00Z', 24],
    ['2018-12-10', '2018-12-10T02:00:00Z', 24],
    // Summer time begins: the day starts at 01:00 and has 23 hours.
    ['2018-11-04', '2018-11-04T03:00:00Z', 23],
    // Summer time ends: the day has 25 hours.
    ['2019-02-16', '2019-02-16T02:00:00Z', 25],
    ['2019-02-17', '2019-02-17T03:00:00Z', 24],
  ])('%s starts at %s and lasts %i hours', (day, start, hours) => {
    expect(time.startOfDayMs(day)).toBe(Date.parse(start))
    expect(time.endOfDayMs(day)).toBe(Date.parse(start) + hours * HOUR_MS - 1)
    expect(time.saoPauloDay(time.startOfDayMs(day))).toBe(day)
    expect(time.saoPauloDay(time.startOfDayMs(day) - 1)).toBe(time.addDays(day, -1))
    expect(time.saoPauloDay(time.endOfDayMs(day))).toBe(day)
  })

  it('agrees with the zone database every 61 hours through thirty years', () => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
    })
    for (let ms = Date.UTC(2004, 0, 1); ms < Date.UTC(2034, 0, 1); ms += 61 * HOUR_MS)
      if (time.saoPauloDay(ms) !== format.format(ms)) expect(new Date(ms).toISOString()).toBe('agreement')
  })

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
  ])('%s plus %i is %s', (day, count, expected) => {
    expect(time.addDays(day, count)).toBe(expected)
  })
})

describe('formatted dates', () => {
  it('show São Paulo time for a text of any zone', () => {
    expect(time.formatDate('2026-11-18T02:30:00+00:00')).toBe('17/11/2026')
    expect(time.formatDateTime('2026-11-18T12:05:00Z')).toBe('18/11/2026 09:05')
    expect(time.formatExactTime('2026-11-18T12:05:07Z')).toBe('18/11/2026 09:05:07')
    expect(time.formatTime(at('2026-11-18T23:59:59'))).toBe('23:59')
    expect(time.instantOf('2026-11-18', '09:05')).toBe('2026-11-18T12:05:00.000Z')
  })

  it.each([
    [59_000, 'agora'],
    [5 * 60_000, 'há 5 min'],
    [3 * HOUR_MS + 1, 'há 3 h'],
    [25 * HOUR_MS, 'há 1 dia'],
    [49 * HOUR_MS, 'há 2 dias'],
    [-3 * HOUR_MS, 'em 3 h'],
  ])('show an instant %i ms ago as "%s"', (age, words) => {
    const now = at('2026-11-18T10:00:00')
    expect(time.ageInWords(now - age, now)).toBe(words)
  })
})
