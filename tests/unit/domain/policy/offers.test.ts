/** Which fields of a lead a policy's PDF is offered for: docs/rules.md#policy-reading */
import { expect, test } from 'vitest'
import { EMPTY_CLIENT } from '../../../../src/domain/client/fields.ts'
import type { FormLayout } from '../../../../src/domain/lead/form-rules.ts'
import { policyOffers } from '../../../../src/domain/policy/offers.ts'
import type { PolicyReading } from '../../../../src/domain/policy/read-policy.ts'
import { leadFieldsOf } from '../../../../src/features/lead/form/lead-values.ts'
import { aLead } from '../fixtures.ts'

const TODAY = '2026-11-26'
const sure = (value: string) => ({ value, unsure: false })

const READING: PolicyReading = {
  number: sure('5177'),
  insurer: sure('Allianz Seguros S.A.'),
  name: sure('MARIA DE SOUZA'),
  document: sure('39053344705'),
  plate: sure('RTA4B27'),
  chassis: sure('9BWAG45U8PT123456'),
  start: sure('2026-11-20'),
  end: sure('2027-11-20'),
  premium: sure('234577'),
}

interface Case {
  readonly lead?: Partial<ReturnType<typeof leadFieldsOf>>
  readonly client?: Partial<typeof EMPTY_CLIENT>
  readonly layout?: FormLayout
  readonly reading?: PolicyReading
}

function offersOf({ lead, client, layout = 'ordinary', reading = READING }: Case) {
  const values = {
    lead: { ...leadFieldsOf(aLead({ insurance_id: 1 })), ...lead },
    client: { ...EMPTY_CLIENT, ...client },
  }
  return policyOffers(reading, { values, layout, today: TODAY })
}
const fieldsOf = (one: Case) => offersOf(one).map(({ field }) => field)

test('each value is offered where the form has a field for it', () => {
  expect(offersOf({})).toEqual(
    [
      ['client.cpf', '39053344705'],
      ['client.name', 'MARIA DE SOUZA'],
      ['product_details.chassis', '9BWAG45U8PT123456'],
      ['product_details.license_plate', 'RTA4B27'],
      ['sale_value_cents', 234_577],
      ['end_of_validity', '2027-11-20'],
    ].map(([field, value]) => ({ field, value, unsure: false })),
  )
})

test('a field that says the same is offered nothing, in whatever letters', () => {
  const fields = fieldsOf({
    client: { name: 'Maria de Souza', cpf: '39053344705' },
    lead: { sale_value_cents: 234_577 },
  })
  expect(fields).toEqual(['product_details.chassis', 'product_details.license_plate', 'end_of_validity'])
})

test('a field with another value is offered the one of the PDF', () => {
  expect(fieldsOf({ client: { name: 'Mário de Souza' } })).toContain('client.name')
})

test('without a product a vehicle has no fields, and a loss has no value', () => {
  const fields = fieldsOf({ lead: { insurance_id: 20, product: null, sold: 0 } })
  expect(fields).toEqual(['client.cpf', 'client.name'])
})

test('a cancellation in Quiver is offered nothing', () => {
  expect(fieldsOf({ layout: 'quiver_cancellation' })).toEqual([])
})

test.each([
  ['ends with the policy that is being renewed', '2026-12-01', '2026-12-01', ['old_insurer']],
  ['is the one that follows it', '2026-12-01', '2027-12-01', ['sale_value_cents', 'end_of_validity']],
  ['ends soon, and nothing is known', null, '2026-12-01', ['old_insurer', 'old_end_of_validity']],
  ['ends in a year, and nothing is known', null, '2027-12-01', ['sale_value_cents', 'end_of_validity']],
])('in a renewal, a PDF that %s', (_name, old, end, expected) => {
  const fields = fieldsOf({
    layout: 'renewal',
    lead: { old_end_of_validity: old },
    reading: { ...READING, end: sure(end) },
  })
  const aboutPolicy = fields.filter((field) => !/^(?:client|product_details)\./u.test(field))
  expect(aboutPolicy).toEqual(expected)
})

test('outside renewals a policy that ends soon is marked', () => {
  const offers = offersOf({ reading: { ...READING, end: sure('2026-12-20') } })
  expect(offers.flatMap(({ field, unsure }) => (unsure ? [field] : []))).toEqual([
    'sale_value_cents',
    'end_of_validity',
  ])
})
