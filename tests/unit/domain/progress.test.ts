import { describe, expect, it } from 'vitest'
import { remainingInWords, type SlaInput, slaInputOf, slaProgress } from '../../../src/domain/sla/progress.ts'
import { aLead, at, calendar, iso, NOW, plain, settings } from './fixtures.ts'

const input = (changes: Partial<SlaInput>): SlaInput => ({
  state: 1,
  status: 1,
  channelId: 1,
  createdMs: NOW,
  schedulingMs: null,
  ...changes,
})
const progressAt = (changes: Partial<SlaInput>, nowMs = NOW) =>
  slaProgress(input(changes), nowMs, settings, calendar)

describe('the SLA bar', () => {
  it.each([
    ['10:00:00', 0, 'green'],
    ['10:11:59', 19.97, 'green'],
    ['10:12:00', 20, 'green-yellow'],
    ['10:29:59', 49.97, 'green-yellow'],
    ['10:30:00', 50, 'green-yellow-red'],
    ['11:00:00', 100, 'green-yellow-red'],
    ['17:00:00', 100, 'green-yellow-red'],
  ])('of one hour is at %s at %d percent in %s', (clock, percent, colour) => {
    const progress = progressAt({}, at(`2026-11-18T${clock}`))
    expect(progress.percent).toBeCloseTo(percent, 1)
    expect(progress).toMatchObject({ kind: 'bar', colour, limitHours: 1 })
  })

  it.each([
    [1, 1],
    [2, 1],
    [3, 24],
    [4, 24],
    [5, 24],
  ])('measures status %i against %i hours', (status, hours) => {
    expect(progressAt({ state: status === 1 ? 1 : 2, status }).limitHours).toBe(hours)
  })

  it('does not advance at night and over the weekend', () => {
    const createdMs = at('2026-11-13T17:45:00')
    const friday = progressAt({ createdMs }, at('2026-11-13T18:00:00'))
    const monday = progressAt({ createdMs }, at('2026-11-16T08:30:00'))
    expect(friday.percent).toBe(25)
    expect(monday).toEqual(friday)
  })

  it.each([
    ['channel 6', { channelId: 6 }],
    ['channel 10', { channelId: 10 }],
    ['a finished lead', { state: 3, status: 6 }],
    ['a finished renewal', { state: 3, status: 6, channelId: 27 }],
  ])('is not shown for %s', (_case, changes) => {
    const progress = progressAt(changes)
    expect(progress.kind).toBe('none')
    expect(plain(remainingInWords(progress, calendar))).toBe('')
  })

  it.each([27, 28])('is a countdown of 168 h by the clock in channel %i', (channelId) => {
    const schedulingMs = at('2026-11-13T10:00:00')
    const progress = progressAt({ channelId, schedulingMs })
    expect(progress).toMatchObject({
      kind: 'countdown',
      limitHours: 168,
      deadline: iso('2026-11-20T10:00:00'),
    })
    expect(progress.remainingMs).toBe(48 * 3_600_000)
    expect(progress.percent).toBeCloseTo((120 / 168) * 100)
    expect(plain(remainingInWords(progress, calendar))).toBe('faltam 2 dias')
  })

  it('counts a renewal without a scheduling from its creation', () => {
    expect(progressAt({ channelId: 27 }).deadline).toBe(iso('2026-11-25T10:00:00'))
  })

  it.each([
    ['2026-11-18T10:22:00', 'faltam 38 min'],
    ['2026-11-18T10:59:00', 'falta 1 min'],
    ['2026-11-18T10:00:00', 'falta 1 h'],
    ['2026-11-18T11:05:00', 'atrasado 5 min'],
    ['2026-11-18T13:00:00', 'atrasado 2 h'],
    ['2026-11-18T13:20:00', 'atrasado 2 h 20 min'],
    ['2026-11-18T17:59:00', 'atrasado 6 h'],
    ['2026-11-19T11:00:00', 'atrasado 1 dia útil'],
    // Without weekends and a holiday: 105 working hours.
    ['2026-12-04T12:00:00', 'atrasado 11 dias úteis'],
  ])('at %s shows "%s"', (clock, words) => {
    expect(plain(remainingInWords(progressAt({}, at(clock)), calendar))).toBe(words)
  })

  it('reads its input from the lead', () => {
    const lead = aLead({
      channel_id: 27,
      lead_scheduling: { scheduling_date: iso('2026-11-20T09:00:00'), description: '', status: 0 },
    })
    expect(slaInputOf(lead)).toEqual({
      state: 1,
      status: 1,
      channelId: 27,
      createdMs: at('2026-11-18T09:30:00'),
      schedulingMs: at('2026-11-20T09:00:00'),
    })
  })

  it('does not count from the scheduling record of a capture', () => {
    const scheduling_date = iso('2026-11-20T09:00:00')
    const lead = aLead({ channel_id: 27, lead_scheduling: { scheduling_date, description: '.', status: 1 } })
    expect(slaInputOf(lead).schedulingMs).toBeNull()
  })
})
