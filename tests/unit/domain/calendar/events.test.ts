/** The events of a lead, and their file as others read it. docs/rules.md#calendar */
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { calendarChoicesSchema, NEW_CHOICES } from '../../../../src/domain/calendar/choices.ts'
import { calendarEvents, isInWindow, returnEvent } from '../../../../src/domain/calendar/events.ts'
import { calendarText, sequenceAt, type WrittenEvent } from '../../../../src/domain/calendar/file.ts'
import { zoneText } from '../../../../src/domain/calendar/zone.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { IMPORT_NOTE } from '../../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/domain/time/durations.ts'
import { aLead, at, calendar, iso, NOW, settings } from '../fixtures.ts'

const ALL = { schedules: true, deadlines: true, renewals: true, names: false }
const eventsOf = (lead: Lead, choices: Partial<typeof ALL> = {}) =>
  calendarEvents(lead, { ...ALL, ...choices }, { settings, calendar })
const scheduled = (description = '', status: 0 | 1 = 0) => ({
  lead_scheduling: { scheduling_date: iso('2026-11-20T14:30:00'), description, status },
})
const worked = (changes: Partial<Lead> = {}) => aLead({ state: 2, status: 2, id: 2055, ...changes })

describe('a lead', () => {
  test('has a return, a limit and the end of the policy that is to be renewed', () => {
    const lead = worked({ ...scheduled(), old_end_of_validity: '2026-12-31' })
    expect(eventsOf(lead).map(({ uid, title, isBusy, path }) => [uid, title, isBusy, path])).toEqual([
      ['return-lead-1@farol', 'Retorno · lead Nº 2055', true, '/?lead=2055'],
      ['limit-lead-1@farol', 'Prazo · lead Nº 2055', false, '/?lead=2055'],
      ['renewal-lead-1@farol', 'Vencimento do seguro · lead Nº 2055', false, '/?lead=2055'],
    ])
    expect(returnEvent(lead)).toEqual(eventsOf(lead)[0])
  })

  test('is named only where the user says so', () => {
    const [event] = eventsOf(worked(scheduled()), { names: true, deadlines: false })
    expect(event?.title).toBe('Retorno · Ana Souza · lead Nº 2055')
  })

  test.each([
    ['a return that is closed', worked(scheduled('', 1))],
    ['what an import scheduled', worked(scheduled(IMPORT_NOTE))],
    ['an ended lead', worked({ ...scheduled(), state: 3, status: 6 })],
    ['a lead without any', worked()],
  ])('has no return: %s', (_what, lead) => {
    expect(eventsOf(lead, { deadlines: false })).toEqual([])
    expect(returnEvent(lead)).toBeNull()
  })

  // 4 working hours from Wednesday 09:30; a renewal's hours are by the clock.
  test('has the limit that its card has', () => {
    const [limit] = eventsOf(worked(), { schedules: false })
    const { time_to_capture_lead: hours } = settings
    expect(limit?.time.kind).toBe('moment')
    const start = limit?.time.kind === 'moment' ? limit.time.startMs : Number.NaN
    expect(start).toBeGreaterThanOrEqual(at('2026-11-18T09:30:00') + hours * HOUR_MS)
    const [countdown] = eventsOf(worked({ channel_id: 27 }), { schedules: false })
    const { time_to_capture_on_time_renovation: days } = settings
    expect(countdown?.time).toMatchObject({ startMs: at('2026-11-18T09:30:00') + days * HOUR_MS })
    expect(eventsOf(worked({ channel_id: 6 }), { schedules: false })).toEqual([])
  })

  test('without a number leads to its form', () => {
    expect(returnEvent(worked({ ...scheduled(), id: null }))).toMatchObject({
      title: 'Retorno · lead com nº pendente',
      path: '/?form=lead-1',
    })
  })
})

test.each([
  [-30, true],
  [-30.01, false],
  [400, true],
  [400.01, false],
])('an event %d days from now is told: %s', (days, told) => {
  const startMs = NOW + days * DAY_MS
  expect(isInWindow({ kind: 'moment', startMs, endMs: startMs }, NOW)).toBe(told)
})

test.each([
  ['2026-10-19', true],
  ['2026-10-18', false],
  ['2027-12-23', true],
  ['2027-12-24', false],
])('the day %s is told: %s', (day, told) => {
  expect(isInWindow({ kind: 'day', day }, NOW)).toBe(told)
})

describe('a file', () => {
  const AROUND = { alarm: 15, fromMs: NOW - 30 * DAY_MS, untilMs: NOW + 400 * DAY_MS, isFeed: true }
  const shown = (title: string) => ({ title, link: 'https://farol.example.com/?lead=2055', isBusy: true })
  const moment = (title: string): WrittenEvent => ({
    uid: 'return-lead-1@farol',
    time: { kind: 'moment', startMs: at('2026-11-20T14:30:00'), endMs: at('2026-11-20T15:00:00') },
    changedMs: NOW + 999,
    shown: shown(title),
  })
  const read = (text: string) => new ICAL.Component(ICAL.parse(text))

  test.each([
    'Retorno; de, Ana \\ Souza',
    'Ação ’ “ção” 🚗 com um nome que é mais comprido do que setenta e cinco bytes de uma linha permitem',
    'BEGIN:VEVENT',
  ])('gives back %j', (title) => {
    const [event] = read(calendarText([moment(title)], AROUND)).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('summary')).toBe(title)
  })

  test('has one line for a text of many, and no sign that breaks it', () => {
    const text = calendarText([moment('Ana\r\nEND:VEVENT\u0000\u2028x')], AROUND)
    expect(read(text).getAllSubcomponents('vevent')).toHaveLength(1)
    expect(['\u0000', '\u2028'].filter((sign) => text.includes(sign))).toEqual([])
    expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  test('has the time of São Paulo, its own instants in UTC, an alarm, and the hour of the next look', () => {
    const text = calendarText([moment('Retorno')], AROUND)
    for (const line of [
      'DTSTART;TZID=America/Sao_Paulo:20261120T143000',
      'DTEND;TZID=America/Sao_Paulo:20261120T150000',
      'DTSTAMP:20261118T130000Z',
      'LAST-MODIFIED:20261118T130000Z',
      `SEQUENCE:${sequenceAt(NOW)}`,
      'TRIGGER;RELATED=START:-PT15M',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ])
      expect(text).toContain(`\r\n${line}\r\n`)
  })

  test('has a day as a whole day, whose alarm comes at nine', () => {
    const day = { ...moment('Vencimento do seguro'), time: { kind: 'day', day: '2026-12-31' } } as const
    const text = calendarText([day], AROUND)
    expect(text).toContain('\r\nDTSTART;VALUE=DATE:20261231\r\n')
    expect(text).toContain('\r\nTRIGGER;RELATED=START:PT9H\r\n')
    expect(calendarText([day], { ...AROUND, alarm: null })).not.toContain('VALARM')
  })

  test('tells of what is off its time alone', () => {
    const text = calendarText([{ ...moment(''), shown: null }], AROUND)
    expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
    expect(text).toContain('\r\nSUMMARY:Cancelado\r\n')
    expect(text).not.toMatch(/URL|DESCRIPTION|VALARM|lead=/)
  })

  test('without events is a calendar, too', () => {
    const empty = read(calendarText([], AROUND))
    expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  })
})

describe('the zone', () => {
  const YEAR = { from: at('2026-11-01T00:00:00'), until: at('2027-12-01T00:00:00') }

  test('is three hours behind, all year', () => {
    expect(zoneText(YEAR.from, YEAR.until)).toContain('TZOFFSETTO:-0300')
    expect(zoneText(YEAR.from, YEAR.until).match(/BEGIN:(?:STANDARD|DAYLIGHT)/g)).toHaveLength(1)
  })

  test('would have a summer time that the zone database knows, at its minute', () => {
    const begins = Date.parse('2026-11-15T03:00:00Z')
    const ends = Date.parse('2027-02-21T02:00:00Z')
    const text = zoneText(YEAR.from, YEAR.until, (ms) => (ms >= begins && ms < ends ? -2 : -3) * HOUR_MS)
    const lines = text.split('\r\n').filter((line) => /^(?:BEGIN|DTSTART|TZOFFSETTO)/.test(line))
    expect(lines.slice(4)).toEqual([
      'BEGIN:DAYLIGHT',
      'DTSTART:20261115T000000',
      'TZOFFSETTO:-0200',
      'BEGIN:STANDARD',
      'DTSTART:20270221T000000',
      'TZOFFSETTO:-0300',
    ])
  })
})

test('an address is made with a name and at least one kind', () => {
  const problemsOf = (choices: object) =>
    calendarChoicesSchema.safeParse({ ...NEW_CHOICES, name: 'Celular', ...choices }).error?.issues ?? []
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ name: '\u200b ' }).map(({ path }) => path)).toEqual([['name']])
  expect(problemsOf({ schedules: false }).map(({ path }) => path)).toEqual([['schedules']])
})
