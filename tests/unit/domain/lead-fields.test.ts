/** What follows from the table of a lead's fields: docs/rules.md#lead-fields. */
import { expect, test } from 'vitest'
import { FORM_FIELDS } from '../../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import { FRESH_LEAD, LEAD_FIELD_NAMES, LEAD_FIELDS } from '../../../src/domain/lead/fields.ts'
import { leadSchema } from '../../../src/domain/lead/lead.ts'
import { STAFF_FIELDS } from '../../../src/domain/lead/seen-columns.ts'
import { keysOf, partsOf, picked } from '../../../src/domain/record/parts.ts'
import { keptBesides, returnedLeadFields } from '../../../src/domain/renewals/returning.ts'
import { aLead } from './fixtures.ts'

test('a lead of every value of a new one fits the schema, which has all fields in the order of the wire', () => {
  expect(Object.keys(leadSchema.shape)).toEqual(LEAD_FIELD_NAMES)
  expect(leadSchema.parse(aLead())).toEqual(aLead())
})

test('a new form has every field that the form writes', () => {
  expect(Object.keys(emptyLeadFields({ id: 3 }, '2026-11-18T12:00:00Z'))).toEqual(FORM_FIELDS)
})

test('a field for staff is empty in a new lead: others see it as there', () => {
  expect(STAFF_FIELDS.filter((field) => FRESH_LEAD[field] !== null && FRESH_LEAD[field] !== false)).toEqual(
    [],
  )
})

test('a lead that returns keeps every field that is declared so', () => {
  const lost = aLead({
    partner_id: 24,
    insurance_id: 4,
    product: 'Onix',
    product_details: { details: 'Prata', chassis: '', license_plate: 'ABC1D23', year: '2024', brand: '' },
    insurance_details: { kind: 'vehicle' },
    nps_value: 9,
  })
  const kept = keysOf(partsOf(LEAD_FIELDS, 'returns'))
  const back = { ...returnedLeadFields(lost, '2026-12-31', '2026-11-18T12:00:00Z'), ...keptBesides(lost) }
  expect(back).toMatchObject(picked(lost, kept))
  expect(back).not.toHaveProperty('nps_value')
})

test('a part is read of the entries that have it, and a field that a row lacks is left out', () => {
  const table = { one: { of: 1 }, two: { other: 2 }, three: { of: null } }
  expect(partsOf(table, 'of')).toEqual({ one: 1, three: null })
  const row: { a?: number; b: number } = { b: 2 }
  expect(picked(row, ['a', 'b'])).toEqual({ b: 2 })
})
