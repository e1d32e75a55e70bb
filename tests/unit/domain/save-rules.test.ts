import { describe, expect, it } from 'vitest'
import { changeLead, EMPTY_PRODUCT, type LeadFields } from '../../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import { problemsByField } from '../../../src/domain/lead/field-problem.ts'
import { type SaveMode, type SaveQuestion, saveProblems } from '../../../src/domain/lead/save-rules.ts'
import { overlay } from '../../../src/domain/record/overlay.ts'
import { CLIENT, FUTURE, type SaveCase, saveCases, VEHICLE } from './cases/save-cases.ts'
import { aLead, at, aUser, iso, NOW } from './fixtures.ts'

const LEAD: LeadFields = {
  ...emptyLeadFields({ id: 20 }, new Date(NOW).toISOString()),
  insurance_id: 1,
  product_details: VEHICLE,
}

function question({
  mode,
  lead = {},
  client = {},
  ...given
}: Omit<SaveCase, 'name' | 'problems'>): SaveQuestion {
  const { product_details, ...changes } = lead
  return {
    mode,
    lead: { ...overlay(LEAD, changes), product_details: overlay(VEHICLE, product_details ?? {}) },
    client: { ...CLIENT, ...client },
    inviter: { channel_id: given.inviterChannel ?? 29 },
    mayChooseInviter: true,
    inviterPhone: given.inviterPhone ?? '11987654321',
    needsBroker: false,
    nowMs: NOW,
  }
}
const messagesOf = (asked: SaveQuestion) => problemsByField(saveProblems(asked))

describe('a save', () => {
  it.each(saveCases(NOW))('in mode $mode of the case "$name" gives $problems', ({ problems, ...given }) => {
    expect(messagesOf(question(given))).toEqual(
      Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, [message]])),
    )
  })

  it('requires the broker of a lead in attendance', () => {
    expect(messagesOf({ ...question({ mode: 'edit' }), needsBroker: true })).toEqual({
      broker_id: ['Selecione o corretor'],
    })
  })

  it('does not require an inviter that the user may not choose', () => {
    const asked = question({ mode: 'edit', lead: { inviter_id: null }, inviterPhone: '' })
    expect(messagesOf({ ...asked, mayChooseInviter: false, inviter: null })).toEqual({})
  })

  it('accepts dates until the end of today in São Paulo, and none after', () => {
    const on = (sold_date: string) => messagesOf(question({ mode: 'edit', lead: { sold_date } }))
    expect(on(iso('2026-11-18T23:59:59'))).toEqual({})
    expect(on(iso('2026-11-19T00:00:00'))).toEqual({ sold_date: [FUTURE] })
    expect(at('2026-11-18T23:59:59')).toBeGreaterThan(NOW)
  })

  it.each([-1, 101])('refuses a commission of %d', (commission_percentage) => {
    expect(messagesOf(question({ mode: 'edit', lead: { commission_percentage } }))).toEqual({
      commission_percentage: ['A comissão vai de 0 a 100'],
    })
  })

  it.each([0, 100])('accepts a commission of %d', (commission_percentage) => {
    expect(messagesOf(question({ mode: 'edit', lead: { commission_percentage } }))).toEqual({})
  })

  it.each([1, 2, 3])('requires the vehicle for insurance %d', (insurance_id) => {
    const blank = { brand: '', year: '', license_plate: '', chassis: '' }
    const fields = Object.keys(
      messagesOf(question({ mode: 'edit', lead: { insurance_id, product_details: blank } })),
    )
    expect(fields).toEqual([
      'product_details.brand',
      'product_details.year',
      'product_details.chassis',
      'product_details.license_plate',
    ])
  })

  it.each([4, 9, 25])('requires no vehicle for insurance %d', (insurance_id) => {
    const blank = { brand: '', year: '', license_plate: '', chassis: '' }
    expect(messagesOf(question({ mode: 'edit', lead: { insurance_id, product_details: blank } }))).toEqual({})
  })

  it.each([
    'create',
    'edit',
    'referral',
  ] satisfies SaveMode[])('in mode %s gives at most one problem a field', (mode) => {
    const nothing = question({
      mode,
      lead: { inviter_id: null },
      client: { ...CLIENT, name: '', mail: '', cellphone: '' },
    })
    const fields = saveProblems({ ...nothing, needsBroker: true }).map(({ field }) => field)
    expect(fields.length).toBeGreaterThan(2)
    expect(new Set(fields).size).toBe(fields.length)
  })
})

describe('the insured product', () => {
  const typed = { ...VEHICLE, details: 'sem rastreador' }
  it('keeps the typed details of a vehicle without a product name', () => {
    const lead = aLead({ insurance_id: 1, product: null })
    expect(changeLead(lead, { product_details: typed }, aUser(1)).product_details).toEqual(typed)
  })

  it('is emptied for another insurance without a product name', () => {
    const lead = aLead({ insurance_id: 9, product: '' })
    expect(changeLead(lead, { product_details: typed }, aUser(1)).product_details).toEqual({
      ...EMPTY_PRODUCT,
      details: 'sem rastreador',
    })
  })
})

describe('value and commission', () => {
  const sale = { sold: 1, sale_value_cents: 123_450, commission_percentage: 12.5 } as const
  const lead = aLead({ state: 2, status: 4, broker_id: 10, ...sale })
  it('are cleared by an outcome that is no sale', () => {
    const none = { sale_value_cents: null, commission_percentage: null }
    expect(changeLead(lead, { sold: 0 }, aUser(3))).toMatchObject({ sold: 0, ...none })
  })

  it('stay with a sale and without an outcome', () => {
    expect(changeLead(lead, { additional_information: 'x' }, aUser(3))).toMatchObject(sale)
    expect(changeLead(lead, { sold: null }, aUser(3))).toMatchObject({ ...sale, sold: null })
  })
})
