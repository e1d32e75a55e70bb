/** The one line of time of a card: docs/rules.md#cards, docs/rules.md#spans-in-words */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { IMPORT_NOTE } from '../../../src/domain/renewals/renewal-lead.ts'
import { cardTime, timeInputOf } from '../../../src/domain/sla/duty.ts'
import {
  clockSpanInWords,
  lateInWords,
  spanInWords,
  workingDaysBetween,
  workingSpanInWords,
} from '../../../src/domain/sla/span-words.ts'
import { dayNumber, dayNumberStartMs } from '../../../src/domain/time/day-number.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { aLead, at, calendar, iso, plain, settings } from './fixtures.ts'

const scheduled = (when: string, description = 'Ligar') => ({
  lead_scheduling: { scheduling_date: iso(when), description, status: 0 } as const,
})
const lineOf = (changes: Partial<Lead>, now = '2026-11-18T10:00:00') => {
  const lead = aLead({ state: 2, status: 3, broker_id: 10, channel_id: 8, ...changes })
  const { duty } = cardTime(timeInputOf(lead), at(now), settings, calendar)
  return duty === null ? null : plain(`${duty.label} | ${duty.words}${duty.isLate ? ' | late' : ''}`)
}

test.each<[string, Partial<Lead>, string | null]>([
  ['a return of today', scheduled('2026-11-18T10:30:00'), 'Retorno | às 10:30'],
  [
    'a return that is late today',
    scheduled('2026-11-18T09:20:00'),
    'Retorno de 18/11 | atrasado 40 min | late',
  ],
  // Friday to Wednesday.
  [
    'a return that is days late',
    scheduled('2026-11-13T09:20:00'),
    'Retorno de 13/11 | atrasado 3 dias úteis | late',
  ],
  [
    'a return beside a limit that passed long ago',
    { ...scheduled('2026-11-20T15:00:00'), create_lead_date: iso('2026-11-02T09:00:00') },
    'Retorno | em 20/11 às 15:00',
  ],
  [
    'a limit that ends before the return',
    { ...scheduled('2027-03-20T15:00:00'), create_lead_date: iso('2026-11-18T09:00:00') },
    'Prazo de 24 h | faltam 2 dias úteis',
  ],
  [
    'a late limit without a return, in working days',
    { create_lead_date: iso('2026-11-02T09:00:00') },
    'Prazo de 24 h | atrasado 8 dias úteis | late',
  ],
  [
    'the scheduling of an import carries the limit, and is no return',
    { ...scheduled('2026-11-18T09:20:00', IMPORT_NOTE), create_lead_date: iso('2026-11-18T09:00:00') },
    'Prazo de 24 h | faltam 2 dias úteis',
  ],
  ['no limit and no return', { channel_id: 6 }, null],
  [
    'a return without a limit',
    { ...scheduled('2026-11-19T08:30:00'), channel_id: 6 },
    'Retorno | em 19/11 às 08:30',
  ],
  ['a finished lead', { ...scheduled('2026-11-18T09:20:00'), state: 3, status: 6 }, null],
])('%s', (_case, changes, line) => {
  expect(lineOf(changes)).toBe(line)
})

test('spans: minutes, hours, and days that people count', () => {
  // Number and unit never stand on two lines.
  expect([20_000, 35 * MINUTE_MS, HOUR_MS, 80 * MINUTE_MS, 7.9 * HOUR_MS].map(spanInWords)).toEqual([
    '1\u00a0min',
    '35\u00a0min',
    '1\u00a0h',
    '1\u00a0h 20\u00a0min',
    '7\u00a0h',
  ])
  expect(
    [HOUR_MS, 9.4 * HOUR_MS, 9.5 * HOUR_MS, 105 * HOUR_MS].map((ms) =>
      plain(workingSpanInWords(ms, calendar)),
    ),
  ).toEqual(['1 h', '9 h', '1 dia útil', '11 dias úteis'])
  expect([47 * HOUR_MS, 48 * HOUR_MS, 10 * DAY_MS].map((ms) => plain(clockSpanInWords(ms)))).toEqual([
    '47 h',
    '2 dias',
    '10 dias',
  ])
})

test.each([
  // 28/11/2026 is a Saturday.
  ['2026-11-28', '2026-11-29', 'atrasado desde ontem'],
  ['2026-11-28', '2026-11-30', 'atrasado desde sábado'],
  ['2026-11-28', '2026-12-01', 'atrasado 1 dia útil'],
  ['2026-11-27', '2026-11-28', 'atrasado desde ontem'],
  ['2026-11-27', '2026-11-29', 'atrasado desde sexta'],
  ['2026-11-27', '2026-11-30', 'atrasado 1 dia útil'],
  ['2026-11-26', '2026-11-28', 'atrasado 1 dia útil'],
  // A holiday on a Friday.
  ['2026-11-20', '2026-11-23', 'atrasado desde sexta'],
])('a return of %s on %s: %s', (due, now, words) => {
  const moment = { nowMs: at(`${now}T12:00:00`), calendar }
  expect(plain(lateInWords(at(`${due}T10:00:00`), moment))).toBe(words)
})

test('37 minutes over midnight are 37 minutes', () => {
  const moment = { nowMs: at('2026-11-19T00:17:00'), calendar }
  expect(plain(lateInWords(at('2026-11-18T23:40:00'), moment))).toBe('atrasado 37 min')
})

test('no more days are told than 24 hours went by', () => {
  const start = at('2026-11-02T00:00:00')
  const minutes = (days: number) => fc.integer({ min: 1, max: (days * DAY_MS) / MINUTE_MS })
  fc.assert(
    fc.property(minutes(40), fc.oneof(minutes(1), minutes(12)), (begin, late) => {
      const atMs = start + begin * MINUTE_MS
      const lateMs = late * MINUTE_MS
      const words = plain(lateInWords(atMs, { nowMs: atMs + lateMs, calendar }))
      const told = /atrasado (\d+) dias? út/.exec(words)?.[1]
      if (lateMs < DAY_MS) expect(words).toMatch(/^atrasado \d+ (min|h)( \d+ min)?$/)
      else expect(Number(told ?? 0) * DAY_MS).toBeLessThanOrEqual(lateMs)
    }),
  )
})

test('the working days that went by equal a count day by day', () => {
  const day = fc.integer({
    min: dayNumber(at('2026-01-01T12:00:00')),
    max: dayNumber(at('2027-12-01T12:00:00')),
  })
  fc.assert(
    fc.property(day, fc.integer({ min: -3, max: 60 }), (from, length) => {
      const to = from + length
      const isWorked = (one: number) => calendar.isWorkingDay(one)
      const between = Array.from({ length: Math.max(length - 1, 0) }, (_, place) => from + 1 + place)
      const bothEnds = length > 0 && isWorked(from) && isWorked(to)
      const noon = (one: number) => dayNumberStartMs(one) + 12 * HOUR_MS
      expect(workingDaysBetween(noon(from), noon(to), calendar)).toBe(
        between.filter(isWorked).length + Number(bothEnds),
      )
    }),
  )
})

test('a return is told in full with its day and time, and a limit with its name', () => {
  const full = (changes: Partial<Lead>) => {
    const lead = aLead({ state: 2, status: 3, broker_id: 10, channel_id: 8, ...changes })
    return plain(cardTime(timeInputOf(lead), at('2026-11-18T10:00:00'), settings, calendar).duty?.full ?? '')
  }
  expect(full(scheduled('2026-11-16T09:00:00'))).toBe('Retorno: seg 16/11, 09:00 · atrasado 2 dias úteis')
  expect(full(scheduled('2026-11-18T09:20:00'))).toBe('Retorno: hoje, 09:20 · atrasado 40 min')
  expect(full(scheduled('2026-11-19T15:00:00'))).toBe('Retorno: qui 19/11, 15:00')
  expect(full({ create_lead_date: iso('2026-11-02T09:00:00') })).toBe('Prazo de 24 h: atrasado 8 dias úteis')
})

test('the bar keeps the words of its own limit beside a return', () => {
  const lead = aLead({
    state: 2,
    status: 3,
    broker_id: 10,
    channel_id: 8,
    create_lead_date: iso('2026-11-18T09:00:00'),
    ...scheduled('2026-11-16T09:00:00'),
  })
  const { limit, duty } = cardTime(timeInputOf(lead), at('2026-11-18T10:00:00'), settings, calendar)
  expect([duty?.kind, plain(limit?.full ?? '')]).toEqual(['return', 'Prazo de 24 h: faltam 2 dias úteis'])
})
