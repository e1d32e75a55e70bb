import { describe, expect, it } from 'vitest'
import { hasAgedOut, inScope, matchesScope, mayWork, scopeOf } from '../../../src/domain/lead/access.ts'
import { changedFields, conflictingFields } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { refreshIntervalMs, settingsFrom } from '../../../src/domain/settings/settings.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { aLead, aUser, iso, NOW, settings } from './fixtures.ts'

const ME = 10
const team = {
  id: 1,
  description: 'Equipe',
  channels: [28, 1].map((id) => ({ id, name: `Canal ${id}` })),
  active: true,
}
const partner = { id: 24, name: 'Concessionária', code_wf: null, release_quote: false, active: true }
const user = (role: RoleId) => aUser(role, { technical_team: team, partners: [partner] })

describe('the scope of a user', () => {
  it('is data by role', () => {
    expect(scopeOf(user(1))).toEqual({ kind: 'all' })
    expect(scopeOf(user(2))).toEqual({ kind: 'all' })
    expect(scopeOf(user(3))).toEqual({ kind: 'broker', userId: ME, channelIds: [1, 28] })
    expect(scopeOf(aUser(3))).toEqual({ kind: 'broker', userId: ME, channelIds: [] })
    expect(scopeOf(user(4))).toEqual({ kind: 'partners', partnerIds: [24] })
    for (const role of [5, 6, 7] as const)
      expect(scopeOf(user(role))).toEqual({ kind: 'inviter', userId: ME })
  })

  const cases: [string, Partial<Lead>, readonly RoleId[]][] = [
    ['unclaimed, of a channel of the team', { channel_id: 28 }, [1, 2, 3]],
    ['unclaimed, of another channel', { channel_id: 7 }, [1, 2]],
    ['meant for another broker', { channel_id: 1, broker_id: 99 }, [1, 2]],
    ['in attendance by another', { state: 2, status: 2, broker_id: 99 }, [1, 2]],
    ['in attendance by the user, of any channel', { state: 2, broker_id: ME, channel_id: 7 }, [1, 2, 3]],
    ['of the user’s partner', { channel_id: 7, partner_id: 24 }, [1, 2, 4]],
    ['of another partner', { channel_id: 7, partner_id: 25 }, [1, 2]],
    ['referred by the user', { channel_id: 7, inviter_id: ME }, [1, 2, 5, 6, 7]],
    [
      'finished long ago',
      {
        state: 3,
        status: 6,
        broker_id: ME,
        partner_id: 24,
        inviter_id: ME,
        end_lead_date: iso('2026-09-01T10:00:00'),
      },
      [],
    ],
  ]
  it.each(cases)('contains a lead %s for the right roles', (_case, changes, roles) => {
    const seen = ([1, 2, 3, 4, 5, 6, 7] as const).filter((role) =>
      inScope(aLead(changes), user(role), settings, NOW),
    )
    expect(seen).toEqual(roles)
  })
})

describe('a finished lead', () => {
  const windows = settingsFrom([
    { key: 'finished_leads_days_to_show', value: 10 },
    { key: 'lost_leads_last_year_days_to_show', value: 20 },
    { key: 'endorsement_leads_days_to_show', value: 40 },
  ])
  it.each([
    ['sold', { sold: 1 }, 10],
    ['lost', { sold: 0, lost_sale: 2 }, 20],
    ['lost to a competitor', { sold: 0, lost_sale: 5 }, 40],
  ] as const)('that was %s is in scope for its longest window', (_case, changes, days) => {
    const endedBefore = (ms: number) =>
      hasAgedOut(
        aLead({ state: 3, status: 6, ...changes, end_lead_date: new Date(NOW - ms).toISOString() }),
        windows,
        NOW,
      )
    expect(endedBefore(days * DAY_MS)).toBe(false)
    expect(endedBefore(days * DAY_MS + 1)).toBe(true)
  })

  it('stays while a limit of the law runs, for those who see it', () => {
    const limit = {
      kind: 'answer',
      since: '2020-01-02',
      until: '2020-01-27',
      note: '',
      begun_by: 'act',
    } as const
    const old = aLead({
      state: 3,
      status: 6,
      sold: 1,
      partner_id: partner.id,
      end_lead_date: iso('2020-01-01T10:00:00'),
      obligations: [limit],
    })
    expect(hasAgedOut(old, settings, NOW)).toBe(false)
    expect(hasAgedOut({ ...old, obligations: null }, settings, NOW)).toBe(true)
    expect(inScope(old, user(1), settings, NOW)).toBe(true)
    expect(inScope(old, user(4), settings, NOW)).toBe(false)
  })

  it('without an end date, or reopened, stays in scope', () => {
    expect(hasAgedOut(aLead({ state: 3 }), settings, NOW)).toBe(false)
    expect(hasAgedOut(aLead({ state: 2, end_lead_date: iso('2020-01-01T10:00:00') }), settings, NOW)).toBe(
      false,
    )
  })
})

describe('fields in conflict', () => {
  const base = {
    status: 2,
    note: 'a',
    when: '2026-11-18T10:00:00-03:00',
    details: { year: '2020', brand: 'X' },
  }

  it('are those that another user changed to another value', () => {
    const current = { ...base, status: 3, note: 'b', details: { brand: 'X', year: '2021' } }
    const wanted = { ...base, status: 4, note: 'b', details: { brand: 'Y', year: '2020' } }
    expect(conflictingFields(base, current, wanted)).toEqual([
      { field: 'status', yours: 4, current: 3 },
      { field: 'details', yours: wanted.details, current: current.details },
    ])
  })

  it('are none when no other user changed them, in any format of the same value', () => {
    const current = {
      details: { brand: 'X', year: '2020' },
      when: '2026-11-18T13:00:00.000Z',
      status: 2,
      note: 'a',
    }
    expect(conflictingFields(base, current, { ...base, status: 5 })).toEqual([])
  })

  it('are compared by the old values of the fields that a command changes', () => {
    expect(changedFields(base, { ...base, status: 3, details: { ...base.details } })).toEqual({ status: 2 })
  })
})

describe('settings', () => {
  it('have their defaults where nothing is stored', () => {
    expect(settingsFrom([])).toMatchObject({
      time_to_capture_lead: 1,
      time_to_finish_lead: 24,
      first_call_on_time: 3,
      time_to_capture_on_time: 3,
      time_to_capture_on_time_renovation: 168,
      finished_leads_days_to_show: 30,
      business_hours: { start: '08:30', end: '18:00', holidays: [] },
    })
  })

  it('use the default of each malformed row and keep valid rows', () => {
    const read = settingsFrom([
      { key: 'time_to_capture_lead', value: 'uma' },
      { key: 'time_to_finish_lead', value: 12 },
      { key: 'business_hours', value: { start: '19:00', end: '18:00', holidays: [] } },
      { key: 'of_a_newer_server', value: 1 },
    ])
    expect(read).toMatchObject({
      time_to_capture_lead: 1,
      time_to_finish_lead: 12,
      business_hours: { start: '08:30', end: '18:00' },
    })
  })

  it.each([
    ['8:30', '18:00'],
    ['08:30', '25:00'],
    ['18:00', '18:00'],
  ])('refuse the hours %s to %s', (start, end) => {
    const read = settingsFrom([{ key: 'business_hours', value: { start, end, holidays: [] } }])
    expect(read.business_hours.start).toBe('08:30')
    expect(read.business_hours.end).toBe('18:00')
  })

  it('give the refresh interval in seconds, by default ten minutes', () => {
    expect(refreshIntervalMs(settingsFrom([{ key: 'refresh_lead_seconds', value: 30 }]))).toBe(30_000)
    expect(refreshIntervalMs(settingsFrom([]))).toBe(600_000)
  })
})

it('of a substitute has the leads of whom it acts for, and works them', () => {
  const substitute = aUser(3, { covers: [99] })
  expect(scopeOf(substitute)).toEqual({ kind: 'broker', userId: substitute.id, channelIds: [], covers: [99] })
  const lead = aLead({ broker_id: 99, state: 2, status: 2 })
  const sees = (changes: Partial<Lead>) => matchesScope({ ...lead, ...changes }, scopeOf(substitute))
  expect([sees({}), sees({ state: 1 }), sees({ broker_id: 98 }), sees({ cancelled: true })]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([
    mayWork(lead, substitute),
    mayWork(lead, aUser(3)),
    mayWork({ ...lead, state: 1 }, substitute),
  ]).toEqual([true, false, false])
})
