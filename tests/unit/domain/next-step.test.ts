import { describe, expect, it } from 'vitest'
import { finishProblems, requiredForEnd } from '../../../src/domain/lead/finish-checks.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { type NextStep, nextStep } from '../../../src/domain/lead/next-step.ts'
import { soldLead } from './cases/finish-cases.ts'
import { aLead, iso, NOW } from './fixtures.ts'

const scheduled = (local: string): Partial<Lead> => ({
  lead_scheduling: { scheduling_date: iso(local), description: 'Retornar', status: 0 },
})
const CONTACTED: Partial<Lead> = { contact_date: iso('2026-11-18T09:40:00') }
const QUOTED: Partial<Lead> = { ...CONTACTED, quoted: 1 }
const LATER = scheduled('2026-11-18T15:00:00')
const LATE = scheduled('2026-11-18T09:00:00')

interface Case {
  readonly name: string
  readonly lead: Partial<Lead>
  readonly isDirty?: boolean
  readonly without?: readonly NextStep[]
  readonly step: NextStep | null
}

const CASES: readonly Case[] = [
  { name: 'a lead without a contact is called', lead: {}, step: 'call' },
  { name: 'a late return is called', lead: { ...QUOTED, ...LATE }, step: 'call' },
  { name: 'a contacted lead is quoted', lead: CONTACTED, step: 'quote' },
  { name: 'a quoted lead without a schedule gets one', lead: QUOTED, step: 'schedule' },
  { name: 'a quoted lead with a schedule ends next', lead: { ...QUOTED, ...LATER }, step: 'finish' },
  { name: 'a pending sale ends', lead: { status: 5 }, step: 'finish' },
  { name: 'a known outcome ends, also unsaved', lead: { sold: 0 }, isDirty: true, step: 'finish' },
  { name: 'what was typed is saved', lead: {}, isDirty: true, step: 'save' },
  { name: 'without a telephone the quote is next', lead: {}, without: ['call'], step: 'quote' },
  {
    name: 'a lead in Origem is saved',
    lead: { state: 1 },
    without: ['call', 'quote', 'schedule', 'finish'],
    step: 'save',
  },
  {
    name: 'a user who may do nothing has no step',
    lead: {},
    without: ['call', 'quote', 'schedule', 'finish', 'save'],
    step: null,
  },
]

describe('the step in front', () => {
  it.each(CASES)('$name', ({ lead: changes, isDirty = false, without = [], step }) => {
    const lead = aLead({ state: 2, status: 2, ...changes })
    const may = (one: NextStep) => one !== 'quiver' && !without.includes(one)
    expect(nextStep({ lead, typed: lead, isDirty, may, nowMs: NOW })).toBe(step)
  })

  it('of a cancellation in Quiver is that one', () => {
    const lead = aLead({ state: 2, status: 2 })
    expect(nextStep({ lead, typed: lead, isDirty: true, may: () => true, nowMs: NOW })).toBe('quiver')
  })
})

describe('the fields that an end requires', () => {
  const asked = {
    statusFlow: [1, 2, 3, 4, 5, 6],
    inviterRole: 5,
    permissions: { can_call: true, can_finish: true },
    nowMs: NOW,
  }
  const required = (lead: Partial<Lead>) =>
    requiredForEnd({ ...asked, lead: aLead({ ...soldLead(NOW), ...lead }) })

  it('are those of a sale', () => {
    const fields = required({})
    for (const field of ['sold', 'sale_value_cents', 'commission_percentage', 'insurance_id', 'sold_date'])
      expect(fields).toContain(field)
    for (const field of ['lost_sale', 'competitor_broker', 'endorsement_date', 'contact_type'])
      expect(fields).not.toContain(field)
  })

  it('are those of a loss to a competitor', () => {
    const fields = required({ sold: 0, lost_sale: 5, competitor_broker: 1, endorsement_date: '2027-05-10' })
    for (const field of ['lost_sale', 'competitor_broker', 'endorsement_date', 'sold_type'])
      expect(fields).toContain(field)
    expect(fields).not.toContain('sale_value_cents')
  })

  it('include each one that is missing', () => {
    const lead = aLead({ state: 2, status: 2, quoted: 1, backup_car: null, pague_menos: null })
    const fields = requiredForEnd({ ...asked, lead })
    for (const { field } of finishProblems({ ...asked, lead })) expect(fields).toContain(field)
  })
})
