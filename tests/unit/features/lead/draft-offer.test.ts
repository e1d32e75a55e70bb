/** A draft is offered only for what neither the form nor the queue has. */
import { expect, test } from 'vitest'
import { findingOf } from '../../../../src/device/draft-offer.ts'
import { addsTo, draftFrom } from '../../../../src/features/lead/form/draft.ts'
import { type LeadFormValues, valuesOf } from '../../../../src/features/lead/form/lead-values.ts'
import { aClient, aLead } from '../../domain/fixtures.ts'

const before = valuesOf(aLead({ product: 'Onix' }), aClient({}), '')
const withProduct = (product: string): LeadFormValues => ({ ...before, lead: { ...before.lead, product } })

interface Shown {
  readonly shown: LeadFormValues
  readonly queued?: LeadFormValues
}

const kindOf = (values: LeadFormValues, { shown, queued }: Shown) =>
  findingOf(
    { values: { values, before, elective_lead_id: null, lead_id: 1 }, savedAt: 7 },
    { parse: draftFrom, adds: (draft) => addsTo(draft, shown, queued ?? null) },
  ).kind

test('typed values that were not saved are offered', () => {
  expect(kindOf(withProduct('Fiat Uno'), { shown: before })).toBe('offer')
})

test('the draft of a save whose values the form shows is dropped', () => {
  expect(kindOf(withProduct('Fiat Uno'), { shown: withProduct('Fiat Uno') })).toBe('drop')
})

test('the draft of a save that the queue has is dropped, and offered with more typed since', () => {
  const queued = withProduct('Fiat Uno')
  expect(kindOf(withProduct('Fiat Uno'), { shown: before, queued })).toBe('drop')
  expect(kindOf(withProduct('Fiat Uno 1.0'), { shown: before, queued })).toBe('offer')
})

test('no draft, and one that this version cannot read, are not offered', () => {
  const judging = { parse: draftFrom, adds: () => true }
  expect(findingOf(undefined, judging)).toEqual({ kind: 'none' })
  expect(findingOf({ values: { old: true }, savedAt: 7 }, judging)).toEqual({ kind: 'none' })
})
