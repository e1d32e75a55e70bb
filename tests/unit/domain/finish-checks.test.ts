import { describe, expect, it } from 'vitest'
import { leadBeforeEnd } from '../../../src/commands/finish-lead.ts'
import { finishProblems, lossProblems, quoteContradiction } from '../../../src/domain/lead/finish-checks.ts'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import { finishCases, LOSS_CASES, QUOTE_CASES, soldLead } from './cases/finish-cases.ts'
import { aLead, aUser, NOW } from './fixtures.ts'

const FLOW = [1, 2, 3, 4, 5, 6]
const allowed = { can_call: true, can_finish: true }
const sold = (changes = {}) => aLead({ ...soldLead(NOW), broker_id: 10, ...changes })
const asked = { statusFlow: FLOW, inviterRole: 5, permissions: allowed, nowMs: NOW }

describe('an end', () => {
  it.each(finishCases(NOW, formatDateTime))('of the case "$name" gives $says', ({
    lead,
    inviterRole = 5,
    statusFlow = FLOW,
    says,
    check,
  }) => {
    const [problem] = finishProblems({ ...asked, lead: sold(lead), inviterRole, statusFlow })
    expect(problem?.message ?? null).toBe(says)
    if (check !== undefined) expect(problem?.check).toBe(check)
  })

  it('without can_call needs no contact', () => {
    const permissions = { can_call: false, can_finish: true }
    expect(finishProblems({ ...asked, lead: sold({ contact_date: null }), permissions })).toEqual([])
  })

  it('without can_finish needs no details of the sale', () => {
    const permissions = { can_call: true, can_finish: false }
    expect(finishProblems({ ...asked, lead: sold({ sale_value_cents: null }), permissions })).toEqual([])
  })

  it('returns problems in the order of the eight checks', () => {
    const empty = aLead({
      state: 2,
      status: 2,
      broker_id: 10,
      quoted: 1,
      backup_car: null,
      pague_menos: null,
    })
    const checks = finishProblems({ ...asked, lead: empty }).map(({ check }) => check)
    expect(checks).toEqual([...checks].sort((a, b) => a - b))
    expect(checks[0]).toBe(1)
  })
})

describe('a quote at the end', () => {
  it.each(QUOTE_CASES)('of the case "$name" gives $says', ({ lead, quoted, says }) => {
    const ending = leadBeforeEnd(sold(lead), { changes: {}, ...(quoted ? { quoted } : {}) }, aUser(3))
    const [problem] = [...finishProblems({ ...asked, lead: ending }), ...quoteContradiction(ending)]
    expect(problem?.message ?? null).toBe(says)
  })
})

describe('a loss to another broker', () => {
  it.each(LOSS_CASES)('of the case "$name" needs the fields $fields', ({ lead, fields }) => {
    expect(lossProblems(sold(lead)).map(({ field }) => field)).toEqual(fields)
  })
})
