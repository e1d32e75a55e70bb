import { describe, expect, test } from 'vitest'
import {
  daysBetween,
  eveDay,
  halfDay,
  lastDay,
  lawCalendar,
} from '../../../../src/domain/obligations/calendar.ts'
import type { ObligationKind } from '../../../../src/domain/obligations/kinds.ts'
import { remainingWords, stateOn } from '../../../../src/domain/obligations/obligation.ts'
import { settingsFrom } from '../../../../src/domain/settings/settings.ts'

const hours = settingsFrom([]).business_hours
const plain = lawCalendar(hours)
/** Carnival as single days on which the house is closed, and the patron of the town each year. */
const town = lawCalendar({
  ...hours,
  holidays: ['2027-02-08', '2027-02-09'],
  yearly: [
    { day: '12-08', name: 'Padroeira', town: 'Campinas' },
    { day: '02-29', name: 'Dia raro', town: 'Campinas' },
    { day: '12-10', name: 'Aniversário da corretora', town: '' },
  ],
})

describe('the last day of a limit', () => {
  test.each<[kind: ObligationKind, since: string, until: string, why: string]>([
    ['handover', '2026-11-23', '2026-11-30', 'Monday to Monday'],
    ['handover', '2026-11-27', '2026-12-04', 'the Friday of the event does not count'],
    ['handover', '2026-11-28', '2026-12-04', 'an event on a Saturday counts from Monday on'],
    ['handover', '2026-12-03', '2026-12-10', 'an ordinary week in a town without a holiday of its own'],
    ['handover', '2027-02-04', '2027-02-11', 'Carnival is no holiday of the nation'],
    ['handover', '2027-03-24', '2027-04-01', 'Good Friday and the weekend of Easter'],
    ['handover', '2026-12-23', '2026-12-31', 'Christmas'],
    ['handover', '2026-12-29', '2027-01-06', 'the first of January, over the year’s end'],
    ['answer', '2026-11-05', '2026-11-30', '25 days of the calendar'],
    ['answer', '2026-11-30', '2026-12-28', 'the 25th is Christmas, and then comes the weekend'],
    ['answer', '2026-12-07', '2027-01-04', 'the first of January gives way to Monday'],
    ['answer', '2027-03-01', '2027-03-29', 'Good Friday gives way to the Monday after Easter'],
    ['document', '2026-11-20', '2026-12-21', '30 days, a Sunday gives way to Monday'],
    ['document', '2028-01-30', '2028-02-29', 'a leap year'],
  ])('%s since %s ends on %s: %s', (kind, since, until) => {
    expect(lastDay(kind, since, plain)).toBe(until)
  })

  test.each<[kind: ObligationKind, since: string, until: string, why: string]>([
    ['handover', '2027-02-04', '2027-02-11', 'a single date names no town: the law’s last day does not move'],
    [
      'handover',
      '2026-12-03',
      '2026-12-11',
      'the yearly holiday of the town, and not the day of the house alone',
    ],
    ['handover', '2027-12-03', '2027-12-13', 'the yearly holiday again in the next year'],
    ['handover', '2028-02-25', '2028-03-06', '29 February in a leap year'],
    ['answer', '2026-11-13', '2026-12-09', 'the 25th day is the holiday of the town'],
    ['answer', '2026-11-15', '2026-12-10', 'the day of the house alone is a day of the law'],
  ])('%s since %s ends on %s in a town with holidays: %s', (kind, since, until) => {
    expect(lastDay(kind, since, town)).toBe(until)
  })

  test('a calendar without a working day still ends', () => {
    const never = { isWorkingDay: () => false }
    expect(lastDay('handover', '2026-11-23', never) > '2026-11-23').toBe(true)
    expect(eveDay({ kind: 'handover', since: '2026-11-23', until: '2026-11-30' }, never)).toBe('2026-11-23')
  })
})

describe('half and eve', () => {
  test.each<[kind: ObligationKind, since: string, until: string, half: string, eve: string]>([
    ['handover', '2026-11-23', '2026-11-30', '2026-11-26', '2026-11-27'],
    ['handover', '2026-12-23', '2026-12-31', '2026-12-29', '2026-12-30'],
    ['answer', '2026-11-30', '2026-12-28', '2026-12-14', '2026-12-24'],
    // By hand: a right would perish on the next day, and on the same day.
    ['handover', '2026-11-23', '2026-11-24', '2026-11-24', '2026-11-23'],
    ['handover', '2026-11-23', '2026-11-23', '2026-11-23', '2026-11-23'],
  ])('%s from %s to %s: half on %s, eve on %s', (kind, since, until, half, eve) => {
    expect(halfDay({ kind, since, until }, plain)).toBe(half)
    expect(eveDay({ kind, since, until }, plain)).toBe(eve)
  })

  test.each([
    ['2026-12-22', 'open', 'faltam\u00a06 dias úteis'],
    ['2026-12-28', 'open', 'faltam\u00a03 dias úteis'],
    ['2026-12-29', 'half', 'faltam\u00a02 dias úteis'],
    ['2026-12-30', 'eve', 'falta\u00a01 dia útil'],
    ['2026-12-31', 'eve', 'termina hoje'],
    ['2027-01-01', 'late', 'atrasado\u00a01 dia'],
    ['2027-01-06', 'late', 'atrasado\u00a06 dias'],
  ])('on %s it is %s', (today, state, words) => {
    const limit = { kind: 'handover', since: '2026-12-23', until: '2026-12-31' } as const
    expect(stateOn(limit, today, plain)).toBe(state)
    expect(remainingWords(limit, today, plain).replaceAll('\u00a0', ' ')).toBe(
      words.replaceAll('\u00a0', ' '),
    )
  })

  test.each<[kind: ObligationKind, until: string, today: string, words: string, why: string]>([
    ['handover', '2026-11-27', '2026-11-28', 'atrasado 1 dia', 'a Saturday, due on Friday'],
    ['handover', '2026-11-27', '2026-11-29', 'atrasado 2 dias', 'a Sunday: no working day has passed'],
    ['handover', '2026-11-27', '2026-11-30', 'atrasado 3 dias', 'the first working day after it'],
    ['handover', '2027-02-05', '2027-02-07', 'atrasado 2 dias', 'the Sunday of Carnival'],
    ['handover', '2027-02-05', '2027-02-10', 'atrasado 5 dias', 'Ash Wednesday'],
    [
      'handover',
      '2026-12-31',
      '2027-01-03',
      'atrasado 3 dias',
      'over the year’s end, its holiday and a weekend',
    ],
    ['answer', '2026-12-24', '2026-12-25', 'atrasado 1 dia', 'a limit in days of the calendar, at Christmas'],
    ['handover', '2026-11-30', '2026-11-27', 'falta 1 dia útil', 'the Friday before a Monday'],
    ['handover', '2026-11-30', '2026-11-29', 'falta 1 dia útil', 'the Sunday before a Monday'],
    [
      'handover',
      '2026-11-28',
      '2026-11-27',
      'falta 1 dia',
      'by hand until a Saturday: no working day is left',
    ],
    ['handover', '2026-11-29', '2026-11-27', 'faltam 2 dias', 'by hand until a Sunday'],
    ['handover', '2027-01-01', '2026-12-31', 'falta 1 dia', 'by hand until the first of January'],
  ])('%s until %s, on %s: %s (%s)', (kind, until, today, words) => {
    const limit = { kind, since: '2026-11-20', until }
    expect(remainingWords(limit, today, town).replaceAll('\u00a0', ' ')).toBe(words)
  })

  test('days are counted both ways', () => {
    expect(daysBetween('answer', '2026-12-31', '2027-01-05', plain)).toBe(5)
    expect(daysBetween('answer', '2027-01-05', '2026-12-31', plain)).toBe(-5)
    expect(daysBetween('handover', '2026-12-31', '2027-01-05', plain)).toBe(2)
  })
})
