/** Notices and the card's bar of limits of the law: docs/rules.md#obligations */
import { describe, expect, test } from 'vitest'
import { lawNotices } from '../../../src/domain/notices/law-notices.ts'
import { lawCalendar } from '../../../src/domain/obligations/calendar.ts'
import { lawBar } from '../../../src/domain/obligations/law-bar.ts'
import { lawLead, toldLawLeads } from '../../../src/domain/obligations/law-lead.ts'
import { aLead, at, settings } from './fixtures.ts'

const LIMIT = {
  kind: 'handover',
  since: '2026-12-23',
  until: '2026-12-31',
  note: '',
  begun_by: 'act' as const,
}
const ME = 10
const lead = aLead({ broker_id: ME, state: 2, status: 2, obligations: [LIMIT] })
const statesAt = (local: string) =>
  lawNotices([lawLead(lead)], { nowMs: at(local), settings }).map(({ key, isUrgent, atMs }) => [
    key.split(':').at(-1),
    isUrgent,
    atMs,
  ])

describe('the notices', () => {
  test.each([
    ['2026-12-28T18:00:00', null],
    // Half of the days, which are working days of the week between the years.
    ['2026-12-29T08:59:00', null],
    ['2026-12-29T09:00:00', ['half', false, at('2026-12-29T09:00:00')]],
    ['2026-12-30T08:59:00', ['half', false, at('2026-12-29T09:00:00')]],
    ['2026-12-30T09:00:00', ['eve', false, at('2026-12-30T09:00:00')]],
    ['2026-12-31T23:00:00', ['eve', false, at('2026-12-30T09:00:00')]],
    ['2027-01-01T09:00:00', ['late', true, at('2027-01-01T09:00:00')]],
    ['2027-01-05T00:30:00', ['late', true, at('2027-01-01T09:00:00')]],
  ])('at %s', (local, told) => {
    expect(statesAt(local)).toEqual(told === null ? [] : [told])
  })

  test('while a substitute acts, it is told and the absent broker is not', () => {
    const absence = {
      id: 1,
      from_day: '2026-12-20',
      to_day: '2027-01-10',
      substitute_id: 11,
      state: 'running' as const,
    }
    const leads = [lawLead(lead)]
    expect(toldLawLeads(leads, ME, { away: absence, covers: [], ofTeam: [] })).toEqual([])
    const covers = [{ userId: ME, name: 'Ana', absence }]
    const told = toldLawLeads(leads, 11, { away: null, covers, ofTeam: [] })
    const [notice] = lawNotices(told, { nowMs: at('2026-12-30T10:00:00'), settings })
    expect(notice?.text).toMatch(/de Ana$/)
  })
})

describe('the bar of the card', () => {
  const barOf = (changes: object) =>
    lawBar(
      aLead({ ...lead, ...changes }),
      at('2026-12-30T10:00:00'),
      settings,
      lawCalendar(settings.business_hours),
    )

  test('is the nearest limit’s, where the lead’s own ends later or there is none', () => {
    const finished = barOf({ state: 3 })
    expect(finished).toMatchObject({ isLate: false, colour: 'green-yellow-red', limit: LIMIT })
    expect(finished?.percent).toBe(80)
    expect(barOf({ state: 3, obligations: [{ ...LIMIT, until: '2026-12-29' }] })).toMatchObject({
      isLate: true,
      percent: 100,
    })
  })

  test('is none where the lead’s own limit ends sooner, or no limit runs', () => {
    expect(barOf({ create_lead_date: '2026-12-30T12:00:00.000Z' })).toBeNull()
    expect(barOf({ state: 3, obligations: null })).toBeNull()
  })
})
