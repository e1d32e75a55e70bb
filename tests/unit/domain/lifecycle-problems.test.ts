import { describe, expect, it } from 'vitest'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { markQuoted } from '../../../src/domain/lead/lifecycle.ts'
import {
  advanceProblem,
  attachProblem,
  callProblem,
  cancelProblem,
  deadlinesProblem,
  finishStepProblem,
  negotiateProblem,
  noteContactProblem,
  pendingSellProblem,
  quoteStepProblem,
  recoverProblem,
  type StepProblem,
  suspendProblem,
  updateProblem,
} from '../../../src/domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { type Actor, STEP_CASES, type StepName } from './cases/step-cases.ts'
import { aLead, aUser, iso, settings } from './fixtures.ts'

const BROKER = 10
const ACTORS: Readonly<Record<Actor, SessionUser>> = {
  administrator: aUser(1, { id: 1 }),
  manager: aUser(2, { id: 2 }),
  broker: aUser(3, { id: BROKER }),
  colleague: aUser(3, { id: 11 }),
}
const FLOW = [1, 2, 3, 4, 5, 6]
const RULES: Readonly<Record<StepName, (lead: Lead, user: SessionUser) => StepProblem | null>> = {
  'lead.negotiate': negotiateProblem,
  'lead.pendingSell': pendingSellProblem,
  'lead.advance': (lead, user) => advanceProblem(lead, user, FLOW),
  'lead.markQuoted': quoteStepProblem,
  'lead.recordCall': callProblem,
  'lead.noteContact': noteContactProblem,
  'lead.recover': recoverProblem,
  'lead.cancel': cancelProblem,
  'lead.setDeadlines': deadlinesProblem,
  'lead.setSuspended': suspendProblem,
}
const attended = (changes: Partial<Lead> = {}) =>
  aLead({ state: 2, status: 2, broker_id: BROKER, ...changes })

describe('a step', () => {
  it.each(STEP_CASES)('$step by the $by on a lead "$name" gives $code', ({ step, by, lead, code }) => {
    expect(RULES[step](attended(lead), ACTORS[by])?.code ?? null).toBe(code)
  })

  it.each(Object.keys(RULES))('%s is refused to another broker', (step) => {
    const rule = Object.entries(RULES).find(([name]) => name === step)?.[1]
    expect(rule?.(attended(), ACTORS.colleague)).not.toBeNull()
  })

  it('only the attending broker and management save or end a lead, and management saves in Origem too', () => {
    const origin = aLead()
    expect(updateProblem(attended(), ACTORS.broker)).toBeNull()
    expect(updateProblem(attended(), ACTORS.colleague)?.code).toBe('not_yours')
    expect(updateProblem(origin, ACTORS.manager)).toBeNull()
    expect(updateProblem(origin, ACTORS.broker)?.code).toBe('origin')
    expect(updateProblem(attended({ state: 3 }), ACTORS.administrator)?.code).toBe('finished')
    expect(finishStepProblem(origin, ACTORS.manager)?.code).toBe('origin')
  })

  it('a file may also be attached after the end', () => {
    expect(attachProblem(attended({ state: 3 }), ACTORS.broker)).toBeNull()
    expect(attachProblem(attended(), ACTORS.colleague)?.code).toBe('not_yours')
    expect(attachProblem(aLead(), ACTORS.manager)).toBeNull()
    expect(attachProblem(aLead(), ACTORS.broker)?.code).toBe('origin')
  })

  it('a suspended lead can be released outside Origem too', () => {
    expect(suspendProblem(attended({ suspended_lead: true }), ACTORS.manager)).toBeNull()
  })
})

describe('a quote', () => {
  const occurredAt = iso('2026-11-18T11:00:00')
  const quoted = (status: number) =>
    markQuoted(attended({ status }), { occurredAt, settings, statusFlow: FLOW })
  it.each([
    [2, 3],
    [3, 4],
    [4, 4],
    [5, 5],
  ])('moves a lead from status %d to %d, never to a pending sale', (from, to) => {
    expect(quoted(from)).toMatchObject({ status: to, quoted: 1, quoted_date: occurredAt })
  })

  it('without its link is marked as pending, and opening the link later changes nothing else', () => {
    const step = { occurredAt, settings, statusFlow: FLOW }
    const owing = markQuoted(attended({ status: 2 }), step, 'later')
    expect(owing).toMatchObject({ status: 3, quoted: 1, quote_link_pending: true })
    expect(markQuoted(owing, step)).toEqual({ ...owing, quote_link_pending: false })
    expect(quoted(2).quote_link_pending).toBe(false)
  })

  it('has a date in full minutes, so that a sale in the same minute is not before it', () => {
    const later = { occurredAt: iso('2026-11-18T11:00:42.123'), settings, statusFlow: FLOW }
    const lead = markQuoted(attended({ status: 3 }), later)
    expect(lead.quoted_date).toBe(occurredAt)
    expect(markQuoted(attended({ quoted_date: iso('2026-11-18T09:30:15') }), later).quoted_date).toBe(
      iso('2026-11-18T09:30:15'),
    )
  })
})
