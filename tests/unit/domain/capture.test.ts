import { describe, expect, it } from 'vitest'
import { captureChanges, captureDecision, captureProblem } from '../../../src/domain/lead/capture.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { aLead, aUser, iso, NOW, ROLES, settings } from './fixtures.ts'

const ME = 10
const OTHER = 99

const decide = (role: RoleId, changes: Partial<Lead>, oldestPendingUid: string | null = 'lead-1') =>
  captureDecision(aLead(changes), { user: aUser(role), nowMs: NOW, oldestPendingUid }).kind
const problemOf = (role: RoleId, changes: Partial<Lead>, oldestPendingUid: string | null = 'lead-1') =>
  captureProblem(aLead(changes), { user: aUser(role), nowMs: NOW, oldestPendingUid })?.code ?? null

describe('the capture button', () => {
  const cases: [string, Partial<Lead>, string | null, string, string][] = [
    // what, lead, oldest pending, roles 1 and 2, role 3
    ['the oldest pending lead', {}, 'lead-1', 'allowed', 'allowed'],
    ['a younger lead', {}, 'lead-0', 'allowed', 'hidden'],
    ['a lead of a channel without any pending known', {}, null, 'allowed', 'hidden'],
    ['a lead meant for another broker', { broker_id: OTHER }, 'lead-1', 'allowed', 'hidden'],
    ['a lead meant for oneself, not the oldest', { broker_id: ME }, 'lead-0', 'allowed', 'allowed'],
    [
      'a lead meant for another, exempt channel',
      { broker_id: OTHER, channel_id: 7 },
      null,
      'allowed',
      'hidden',
    ],
    ['a suspended lead', { suspended_lead: true }, 'lead-1', 'suspended', 'suspended'],
    [
      'a lead created in the future',
      { create_lead_date: iso('2026-11-18T10:00:01') },
      'lead-1',
      'disabled',
      'disabled',
    ],
    ['a lead in attendance', { state: 2, status: 2, broker_id: OTHER }, null, 'hidden', 'hidden'],
    ['a finished lead', { state: 3, status: 6, broker_id: ME }, null, 'hidden', 'hidden'],
    ['a suspended lead in attendance', { state: 2, suspended_lead: true }, null, 'hidden', 'hidden'],
  ]
  it.each(cases)('of %s', (_case, changes, oldest, managers, broker) => {
    expect(decide(1, changes, oldest)).toBe(managers)
    expect(decide(2, changes, oldest)).toBe(managers)
    expect(decide(3, changes, oldest)).toBe(broker)
    for (const role of [4, 5, 6, 7] as const) expect(decide(role, changes, oldest)).toBe('hidden')
  })

  it.each([7, 8, 9, 10, 14, 27, 28, 29])('is allowed for any lead of channel %i', (channel_id) => {
    expect(decide(3, { channel_id }, 'lead-0')).toBe('allowed')
  })

  it.each([1, 2, 6, 11, 26, 30])('is allowed only for the oldest lead of channel %i', (channel_id) => {
    expect(decide(3, { channel_id }, 'lead-0')).toBe('hidden')
    expect(decide(3, { channel_id }, 'lead-1')).toBe('allowed')
  })
})

describe('the refusal of a capture', () => {
  it.each([
    ['taken', 3, { state: 2, broker_id: OTHER }, 'lead-1'],
    ['taken', 3, { broker_id: OTHER }, 'lead-1'],
    ['taken', 1, { state: 2, broker_id: OTHER }, 'lead-1'],
    ['already_yours', 3, { state: 2, broker_id: ME }, 'lead-1'],
    ['finished', 3, { state: 3, broker_id: OTHER }, 'lead-1'],
    ['suspended', 1, { suspended_lead: true }, 'lead-1'],
    ['future', 2, { create_lead_date: iso('2026-11-19T08:00:00') }, 'lead-1'],
    ['not_oldest', 3, {}, 'lead-0'],
    ['role', 4, {}, 'lead-1'],
    [null, 3, {}, 'lead-1'],
  ] as const)('is %s for role %i', (code, role, changes, oldest) => {
    expect(problemOf(role, changes, oldest)).toBe(code)
  })

  it('has a message that is a sentence', () => {
    for (const role of ROLES)
      for (const state of [1, 2, 3] as const) {
        const question = { user: aUser(role), nowMs: NOW, oldestPendingUid: null }
        const problem = captureProblem(aLead({ state, broker_id: OTHER }), question)
        if (problem !== null) expect(problem.message).toMatch(/^[A-ZÉ].+\.$/)
      }
  })
})

describe('a capture', () => {
  const capture = (lead: Lead, occurredAt: string, statusFlow = [1, 2, 3, 4, 5, 6]) =>
    captureChanges(lead, { occurredAt, user: aUser(3), settings, statusFlow })

  it('sets broker, attendance and scheduling record', () => {
    const occurredAt = iso('2026-11-18T10:00:00')
    expect(capture(aLead(), occurredAt)).toEqual({
      broker_id: ME,
      state: 2,
      status: 2,
      capture_date: occurredAt,
      capture_on_time: 1,
      lead_scheduling: { scheduling_date: occurredAt, description: '.', status: 1 },
    })
  })

  it.each([0, 1] as const)('keeps an existing scheduling with status %i', (status) => {
    const scheduled = { scheduling_date: iso('2026-11-20T09:00:00'), description: 'Ligar', status }
    const lead = aLead({ lead_scheduling: scheduled })
    expect(capture(lead, iso('2026-11-18T10:00:00')).lead_scheduling).toEqual(scheduled)
  })

  it.each([
    [[1, 4, 3, 2, 5, 6], 4],
    [[], 2],
  ])('moves the lead by the flow %j to status %i', (flow, status) => {
    expect(capture(aLead(), iso('2026-11-18T10:00:00'), flow).status).toBe(status)
  })

  it.each([
    ['after the hour of the SLA bar', '2026-11-18T10:30:00', 1],
    ['below three hours', '2026-11-18T12:29:59', 1],
    ['at three hours', '2026-11-18T12:30:00', 0],
    ['long after', '2026-11-19T10:30:00', 0],
  ])('counts working hours since the creation: %s', (_case, when, flag) => {
    expect(capture(aLead(), iso(when)).capture_on_time).toBe(flag)
  })

  it('does not count the night', () => {
    const lead = aLead({ create_lead_date: iso('2026-11-17T17:45:00') })
    expect(capture(lead, iso('2026-11-18T09:10:00')).capture_on_time).toBe(1)
  })

  it('uses its own time limit, not the one of the SLA bar', () => {
    const context = { occurredAt: iso('2026-11-18T10:30:00'), user: aUser(3), statusFlow: [] }
    const judged = (changed: Partial<Settings>) =>
      captureChanges(aLead(), { ...context, settings: { ...settings, ...changed } }).capture_on_time
    expect(judged({ time_to_capture_on_time: 1 })).toBe(0)
    expect(judged({ time_to_capture_on_time: 2, time_to_capture_lead: 0.5 })).toBe(1)
  })

  it.each([
    [27, '2026-11-08T10:00:00', 1],
    [28, '2026-11-08T10:00:00', 1],
    [27, '2026-11-08T10:00:01', 0],
  ])('counts 168 h by the clock from the scheduling date in channel %i, until %s', (channel_id, when, flag) => {
    const lead = aLead({
      channel_id,
      create_lead_date: iso('2026-01-05T10:00:00'),
      lead_scheduling: { scheduling_date: iso('2026-11-01T10:00:00'), description: '', status: 0 },
    })
    expect(capture(lead, iso(when)).capture_on_time).toBe(flag)
  })
})

it('a lead of Origem that may not be captured says why, unless the user captures none', () => {
  const why = (role: RoleId, changes: Partial<Lead>, oldestPendingUid: string) =>
    captureDecision(aLead(changes), { user: aUser(role), nowMs: NOW, oldestPendingUid })
  expect(why(3, {}, 'lead-0')).toEqual({
    kind: 'hidden',
    isNotOldest: true,
    reason: 'Capture primeiro o lead pendente mais antigo deste canal.',
  })
  expect(why(3, { broker_id: 99 }, 'lead-1')).toEqual({
    kind: 'hidden',
    reason: 'Separado para outra pessoa.',
  })
  expect(why(4, {}, 'lead-1')).toEqual({ kind: 'hidden', reason: null })
})
