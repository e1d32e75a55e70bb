/** 'Adiar': what rests, and the times of one tap. docs/rules.md#my-day */
import { describe, expect, it } from 'vitest'
import type { DayItem } from '../../../../src/domain/day/queue.ts'
import { isWithinHours, outsideHoursQuestion, quickTimes } from '../../../../src/domain/day/quick-times.ts'
import { SKIP_MS, withoutResting } from '../../../../src/domain/day/skips.ts'
import { settingsFrom } from '../../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../../src/domain/sla/business-calendar.ts'
import { formatDateTime } from '../../../../src/domain/time/sao-paulo.ts'
import { at, calendar, NOW } from '../fixtures.ts'

describe('a lead that is put off without a schedule', () => {
  const items: DayItem[] = [
    { uid: 'a', kind: 'late-return', sinceMs: 1, reason: '' },
    { uid: 'b', kind: 'late-return', sinceMs: 2, reason: '' },
    { uid: 'c', kind: 'no-step', sinceMs: 1, reason: '' },
  ]
  const uids = (skips: Record<string, number>, nowMs = NOW) =>
    withoutResting(items, skips, nowMs).map(({ uid }) => uid)

  it('rests for half an hour, then is the last of its kind', () => {
    expect(uids({})).toEqual(['a', 'b', 'c'])
    expect(uids({ a: NOW })).toEqual(['b', 'c'])
    expect(uids({ a: NOW }, NOW + SKIP_MS - 1)).toEqual(['b', 'c'])
    expect(uids({ a: NOW }, NOW + SKIP_MS)).toEqual(['b', 'a', 'c'])
    expect(uids({ b: NOW, a: NOW + 1 }, NOW + SKIP_MS + 1)).toEqual(['b', 'a', 'c'])
  })

  it('does not rest by an instant of the future: the clock went back', () => {
    expect(uids({ a: NOW + 1 })).toEqual(['b', 'a', 'c'])
  })
})

describe('the quick times', () => {
  const said = (local: string, hours = calendar) =>
    quickTimes(at(local), hours).map(({ label, atMs }) => `${label} = ${formatDateTime(atMs)}`)

  it.each([
    [
      '2026-11-18T10:00:00',
      [
        'Em 1 h = 18/11/2026 11:00',
        'Hoje 17h = 18/11/2026 17:00',
        'Amanhã 9h = 19/11/2026 09:00',
        'Segunda 9h = 23/11/2026 09:00',
      ],
    ],
    [
      '2026-11-18T10:02:00',
      [
        'Em 1 h = 18/11/2026 11:05',
        'Hoje 17h = 18/11/2026 17:00',
        'Amanhã 9h = 19/11/2026 09:00',
        'Segunda 9h = 23/11/2026 09:00',
      ],
    ],
    ['2026-11-18T17:10:00', ['Amanhã 9h = 19/11/2026 09:00', 'Segunda 9h = 23/11/2026 09:00']],
    // Friday: Saturday is no working day.
    [
      '2026-11-13T16:45:00',
      ['Em 1 h = 13/11/2026 17:45', 'Segunda 9h = 16/11/2026 09:00', 'Terça 9h = 17/11/2026 09:00'],
    ],
    // Sunday, before the holiday of Friday 20.
    ['2026-11-15T12:00:00', ['Amanhã 9h = 16/11/2026 09:00', 'Terça 9h = 17/11/2026 09:00']],
    // Thursday: 20 November is a holiday.
    ['2026-11-19T17:50:00', ['Segunda 9h = 23/11/2026 09:00', 'Terça 9h = 24/11/2026 09:00']],
  ])('at %s', (local, expected) => {
    expect(said(local)).toEqual(expected)
  })

  it('follow the business hours of the house', () => {
    const late = settingsFrom([
      { key: 'business_hours', value: { start: '13:00', end: '20:00', holidays: [] } },
    ])
    expect(said('2026-11-18T10:00:00', businessCalendar(late.business_hours))).toEqual([
      'Hoje 17h = 18/11/2026 17:00',
      'Amanhã 13h = 19/11/2026 13:00',
      'Segunda 13h = 23/11/2026 13:00',
    ])
  })
})

describe('a typed time', () => {
  it.each([
    ['2026-11-18T08:29:00', false],
    ['2026-11-18T08:30:00', true],
    ['2026-11-18T18:00:00', true],
    ['2026-11-18T18:01:00', false],
    ['2026-11-21T10:00:00', false],
    // A holiday.
    ['2026-11-20T10:00:00', false],
  ])('%s is within the business hours: %s', (local, expected) => {
    expect(isWithinHours(at(local), calendar)).toBe(expected)
  })

  it('outside them is asked about by its day', () => {
    const question = (local: string) => outsideHoursQuestion(at(local), NOW)
    const rest = 'fica fora do horário de atendimento. Agendar assim mesmo?'
    expect(question('2026-11-21T10:00:00')).toBe(`Sábado, 21/11 às 10:00 ${rest}`)
    expect(question('2026-11-18T20:00:00')).toBe(`Hoje às 20:00 ${rest}`)
  })
})
