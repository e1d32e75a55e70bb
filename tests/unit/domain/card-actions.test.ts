import { describe, expect, it } from 'vitest'
import { cardActions } from '../../../src/domain/lead/card-actions.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { leadPermissions } from '../../../src/domain/lead/lead-permissions.ts'
import {
  closeSchedulingProblem,
  isDimmed,
  schedulingProblem,
  schedulingState,
  sevenDaysEndMs,
} from '../../../src/domain/lead/scheduling.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { aLead, at, aUser, iso, NOW } from './fixtures.ts'

const ME = 10
const OTHER = 99
const actions = (role: RoleId, changes: Partial<Lead>) =>
  cardActions(aLead(changes), { user: aUser(role), nowMs: NOW, oldestPendingUid: 'lead-1' })

const ORIGIN: Partial<Lead> = {}
const MINE: Partial<Lead> = { state: 2, status: 3, broker_id: ME }
const THEIRS: Partial<Lead> = { state: 2, status: 3, broker_id: OTHER }
const MY_FINISHED: Partial<Lead> = { state: 3, status: 6, broker_id: ME }
const THEIR_FINISHED: Partial<Lead> = { state: 3, status: 6, broker_id: OTHER }
const ORPHAN: Partial<Lead> = { state: 2, status: 3, broker_id: null }

describe('the buttons of a card', () => {
  // work, recover, see lead, service status
  const cases: [string, Partial<Lead>, string, string, string][] = [
    ['an unclaimed lead', ORIGIN, '', '', ''],
    ['an own lead', MINE, 'work status', 'work status', ''],
    ['a lead of another broker', THEIRS, 'work status', '', ''],
    ['a lead in attendance without broker', ORPHAN, '', '', ''],
    ['an own finished lead', MY_FINISHED, 'recover see status', 'see status', 'see'],
    ['a finished lead of another broker', THEIR_FINISHED, 'recover see status', '', ''],
  ]
  it.each(cases)('on %s depend on the role', (_case, lead, managers, broker, outsiders) => {
    const shown = (role: RoleId) => {
      const { work, recover, seeLead, serviceStatus } = actions(role, lead)
      return [work && 'work', recover && 'recover', seeLead && 'see', serviceStatus && 'status']
        .filter(Boolean)
        .join(' ')
    }
    expect(shown(1)).toBe(managers)
    expect(shown(2)).toBe(managers)
    expect(shown(3)).toBe(broker)
    for (const role of [4, 5, 6, 7] as const) expect(shown(role)).toBe(outsiders)
  })

  it('offer the capture in state 1 only', () => {
    expect(actions(3, ORIGIN).capture.kind).toBe('allowed')
    expect(actions(1, THEIRS).capture.kind).toBe('hidden')
    expect(actions(1, { ...MY_FINISHED, suspended_lead: true }).capture.kind).toBe('hidden')
  })
})

const scheduled = (when: string, status: 0 | 1 = 0) => ({
  scheduling_date: iso(when),
  description: 'Ligar',
  status,
})

describe('a scheduling', () => {
  it.each([
    ['none', null],
    ['pending', scheduled('2026-11-18T10:00:01')],
    ['pending', scheduled('2026-11-18T10:00:00')],
    ['late', scheduled('2026-11-18T09:59:59')],
    ['closed', scheduled('2026-11-18T11:00:00', 1)],
    ['closed', scheduled('2026-11-17T11:00:00', 1)],
  ] as const)('is %s', (state, scheduling) => {
    expect(schedulingState(scheduling, NOW)).toBe(state)
  })

  it.each([
    [true, { state: 1, lead_scheduling: scheduled('2026-11-19T10:00:00') }],
    [false, { state: 1, lead_scheduling: scheduled('2026-11-17T10:00:00') }],
    [false, { state: 1, lead_scheduling: null }],
    [false, { state: 2, lead_scheduling: scheduled('2026-11-19T10:00:00') }],
  ] as const)('dims the card: %s', (dimmed, changes) => {
    expect(isDimmed(aLead(changes), NOW)).toBe(dimmed)
    expect(actions(3, changes).dimmed).toBe(dimmed)
  })

  it('is in the next seven days until the last instant of the seventh', () => {
    expect(sevenDaysEndMs(NOW)).toBe(at('2026-11-26T00:00:00') - 1)
  })

  const open = (lead: Partial<Lead>, role: RoleId = 3, schedulingDate = iso('2026-11-19T10:00:00')) =>
    schedulingProblem(aLead(lead), { user: aUser(role), nowMs: NOW, schedulingDate })?.code ?? null

  it('may be opened for a future time by a user who works the lead', () => {
    expect(open(MINE)).toBeNull()
    expect(open(THEIRS, 2)).toBeNull()
    expect(open(THEIRS)).toBe('not_yours')
    expect(open(ORIGIN)).toBe('not_yours')
    expect(open(MINE, 4)).toBe('role')
    expect(open(MY_FINISHED)).toBe('finished')
    expect(open(MINE, 3, iso('2026-11-18T10:00:00'))).toBe('past')
    expect(open(MINE, 3, 'amanhã')).toBe('past')
  })

  it('may be closed only while it is open', () => {
    const close = (lead: Partial<Lead>, role: RoleId = 3) =>
      closeSchedulingProblem(aLead(lead), aUser(role))?.code ?? null
    expect(close({ ...MINE, lead_scheduling: scheduled('2026-11-17T10:00:00') })).toBeNull()
    expect(close(MINE)).toBe('none_open')
    expect(close({ ...MINE, lead_scheduling: scheduled('2026-11-17T10:00:00', 1) })).toBe('none_open')
    expect(close({ ...THEIRS, lead_scheduling: scheduled('2026-11-17T10:00:00') })).toBe('not_yours')
  })
})

describe('the permissions of a lead', () => {
  it.each([
    ['an own lead', MINE, 3, true],
    ['a lead of another broker', THEIRS, 3, false],
    ['a lead of another broker, as a manager,', THEIRS, 2, true],
    ['an unclaimed lead', ORIGIN, 1, false],
    ['a finished lead', MY_FINISHED, 3, false],
    ['an own lead, without the role,', MINE, 5, false],
  ] as const)('allow calling and finishing %s only to users who work it', (_case, lead, role, allowed) => {
    const permissions = leadPermissions(aLead(lead), aUser(role), null)
    expect(permissions).toMatchObject({ can_call: allowed, can_finish: allowed, can_negociate: allowed })
  })

  it('allow a quote when the partner releases it, with a type by insurance line', () => {
    const quote = (insurance_id: number | null, release_quote: boolean) =>
      leadPermissions(aLead({ ...MINE, insurance_id }), aUser(3), { release_quote }).can_quote
    expect(quote(2, true)).toEqual({ able_to_quote: true, quote_type: 1 })
    expect(quote(4, true)).toEqual({ able_to_quote: true, quote_type: 2 })
    expect(quote(2, false)).toEqual({ able_to_quote: false, quote_type: null })
    expect(quote(null, true)).toEqual({ able_to_quote: false, quote_type: null })
  })
})
