/** The one line of time of a card: docs/rules.md#cards, docs/rules.md#spans-in-words */
import { expect, test } from 'vitest'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { IMPORT_NOTE } from '../../../src/domain/renewals/renewal-lead.ts'
import { cardTime, timeInputOf } from '../../../src/domain/sla/duty.ts'
import {
  clockSpanInWords,
  lateInWords,
  spanInWords,
  workingSpanInWords,
} from '../../../src/domain/sla/span-words.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { aLead, at, calendar, iso, settings } from './fixtures.ts'

const scheduled = (when: string, description = 'Ligar') => ({
  lead_scheduling: { scheduling_date: iso(when), description, status: 0 } as const,
})
const lineOf = (changes: Partial<Lead>, now = '2026-11-18T10:00:00') => {
  const lead = aLead({ state: 2, status: 3, broker_id: 10, channel_id: 8, ...changes })
  const { duty } = cardTime(timeInputOf(lead), at(now), settings, calendar)
  return duty === null ? null : `${duty.label} | ${duty.words}${duty.isLate ? ' | late' : ''}`
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
  expect([20_000, 35 * MINUTE_MS, HOUR_MS, 80 * MINUTE_MS, 7.9 * HOUR_MS].map(spanInWords)).toEqual([
    '1 min',
    '35 min',
    '1 h',
    '1 h 20 min',
    '7 h',
  ])
  expect(
    [HOUR_MS, 9.4 * HOUR_MS, 9.5 * HOUR_MS, 105 * HOUR_MS].map((ms) => workingSpanInWords(ms, calendar)),
  ).toEqual(['1 h', '9 h', '1 dia útil', '11 dias úteis'])
  expect([47 * HOUR_MS, 48 * HOUR_MS, 10 * DAY_MS].map(clockSpanInWords)).toEqual([
    '47 h',
    '2 dias',
    '10 dias',
  ])
  const saturday = { nowMs: at('2026-11-22T10:00:00'), calendar }
  expect(lateInWords(at('2026-11-21T10:00:00'), saturday)).toBe('atrasado 1 dia')
})
