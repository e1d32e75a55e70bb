/** The changes that a save sends, and the form's values when the lead changes meanwhile. */
import { expect, test } from 'vitest'
import { continued, draftFrom } from '../../../../src/features/lead/form/draft.ts'
import {
  changesBetween,
  creationFields,
  differingFields,
  followValues,
  type LeadFormValues,
  sameValues,
  savedDifferences,
  typedAndChanged,
  valuesOf,
} from '../../../../src/features/lead/form/lead-values.ts'
import { aClient, aLead, aUser, iso } from '../../domain/fixtures.ts'

const lead = aLead({
  state: 2,
  status: 3,
  broker_id: 10,
  product: 'Corolla',
  insurance_id: 4,
  backup_car: null,
})
const user = aUser(3)
const before = valuesOf(lead, aClient({ mail: 'ana@exemplo.com.br' }), '31999998888')

interface Typed {
  readonly lead?: Partial<LeadFormValues['lead']>
  readonly client?: Partial<LeadFormValues['client']>
  readonly inviter_phone?: string
}
const typed = (part: Typed, on: LeadFormValues = before): LeadFormValues => ({
  lead: { ...on.lead, ...part.lead },
  client: { ...on.client, ...part.client },
  inviter_phone: part.inviter_phone ?? on.inviter_phone,
})
const changes = (part: Typed) => changesBetween({ lead, before, now: typed(part), user })

test('a save without typed values has no changes', () => {
  expect(changes({})).toEqual({ changes: {} })
})

test('a save contains only the changed fields', () => {
  expect(changes({ lead: { proposal: 'P-77' } })).toEqual({ changes: { proposal: 'P-77' } })
  expect(changes({ client: { mail: 'outra@exemplo.com.br' } })).toEqual({
    changes: {},
    client: { mail: 'outra@exemplo.com.br' },
  })
  expect(changes({ inviter_phone: '3133334444' })).toEqual({ changes: {}, inviter_phone: '3133334444' })
})

test('a save contains only the changed parts of product and address', () => {
  expect(changes({ lead: { product_details: { ...before.lead.product_details, year: '2026' } } })).toEqual({
    changes: { product_details: { year: '2026' } },
  })
  expect(changes({ client: { address: { ...before.client.address, cep: '30110010' } } })).toEqual({
    changes: {},
    client: { address: { cep: '30110010' } },
  })
})

test('typed values are trimmed, and an empty proposal is null', () => {
  expect(changes({ lead: { proposal: '  P-1 ' } }).changes).toEqual({ proposal: 'P-1' })
  expect(changes({ lead: { proposal: '  ' } }).changes).toEqual({})
})

test('a change to a sale also clears the fields of the loss', () => {
  const lost = { ...lead, sold: 0 as const, lost_sale: 5, competitor_broker: 2 }
  const was = valuesOf(lost, aClient(), '')
  const now = typed({ lead: { sold: 1 } }, was)
  expect(changesBetween({ lead: lost, before: was, now, user }).changes).toEqual({
    sold: 1,
    lost_sale: null,
    competitor_broker: null,
  })
})

test('a save without a product clears the vehicle and keeps its details', () => {
  const full = { details: 'blindado', brand: 'Toyota', year: '2026', chassis: 'X', license_plate: 'ABC1D23' }
  const owner = { ...lead, product_details: full }
  const was = valuesOf(owner, aClient(), '')
  const now = typed({ lead: { product: null } }, was)
  expect(changesBetween({ lead: owner, before: was, now, user }).changes).toEqual({
    product: null,
    product_details: { brand: '', year: '', chassis: '', license_plate: '' },
  })
})

test('a creation contains every field, trimmed', () => {
  const created = creationFields(typed({ lead: { product: ' Corolla ' }, client: { name: ' Ana ' } }))
  expect(created.lead.product).toBe('Corolla')
  expect(created.client.name).toBe('Ana')
  expect(Object.keys(created.lead).sort()).toEqual(Object.keys(before.lead).sort())
})

test('changes of others update only fields without typed values', () => {
  const mine = typed({ lead: { proposal: 'minha' } })
  const fresh = valuesOf(
    {
      ...lead,
      proposal: 'deles',
      product: 'Yaris',
      product_details: { ...lead.product_details, year: '2027' },
    },
    aClient({ mail: 'nova@exemplo.com.br' }),
    '31999998888',
  )
  const next = followValues(mine, before, fresh)
  expect(next.lead.proposal).toBe('minha')
  expect(next.lead.product).toBe('Yaris')
  expect(next.lead.product_details.year).toBe('2027')
  expect(next.client.mail).toBe('nova@exemplo.com.br')
  expect(differingFields(fresh, next)).toEqual(['proposal'])
})

test('a draft is restored over the current values of the lead', () => {
  const draft = draftFrom(
    JSON.parse(
      JSON.stringify({
        values: typed({ lead: { proposal: 'rascunho' }, client: { birth_date: '3112' } }),
        before,
      }),
    ),
  )
  if (draft === null) throw new Error('expected a valid draft')
  const fresh = valuesOf({ ...lead, contact_date: iso('2026-11-18T10:00:00') }, aClient(), '31999998888')
  const next = continued(draft, fresh)
  expect(next.lead.proposal).toBe('rascunho')
  expect(next.client.birth_date).toBe('3112')
  expect(next.lead.contact_date).toBe(iso('2026-11-18T10:00:00'))
})

test('a malformed draft is not offered', () => {
  expect(draftFrom({ values: { lead: {} } })).toBeNull()
  expect(draftFrom('texto')).toBeNull()
})

test('sameValues compares by value', () => {
  expect(sameValues(before, structuredClone(before))).toBe(true)
  expect(sameValues(before, typed({ client: { address: { ...before.client.address, city: 'BH' } } }))).toBe(
    false,
  )
})

test('a draft of an earlier version without the old policy is offered', () => {
  const { old_insurer: _insurer, old_end_of_validity: _end, ...older } = before.lead
  const kept = { ...before, lead: { ...older, product: 'Etios' } }
  const draft = draftFrom({ values: kept, before: { ...before, lead: older } })
  expect(draft?.values.lead).toEqual({ ...before.lead, product: 'Etios' })
})

test('a row of an earlier version shows the columns of the old policy as empty', () => {
  const { old_insurer: _insurer, old_end_of_validity: _end, ...row } = lead
  expect(valuesOf({ ...lead, ...row }, aClient(), '').lead.old_insurer).toBeNull()
})

test('an earlier version’s end of validity of a renewal becomes the end of the old policy', () => {
  const { old_insurer: _insurer, old_end_of_validity: _end, ...older } = before.lead
  const kept = (channel_id: number) => {
    const unsaved = { ...before, lead: { ...older, channel_id, end_of_validity: null } }
    const values = { ...before, lead: { ...older, channel_id, end_of_validity: '2027-01-15' } }
    return draftFrom({ values, before: unsaved })?.values.lead
  }
  expect(kept(27)).toMatchObject({ old_end_of_validity: '2027-01-15', end_of_validity: null })
  expect(kept(1)).toMatchObject({ old_end_of_validity: null, end_of_validity: '2027-01-15' })
})

test('after a save, a blank at the end of a note is no change of others', () => {
  const note = (additional_information: string) => typed({ lead: { additional_information } })
  expect(savedDifferences(note('Ligar à tarde'), note('Ligar à tarde '))).toEqual([])
  expect(
    typedAndChanged({ last: before, mine: note('Ligar à tarde '), fresh: note('Ligar à tarde') }),
  ).toEqual(['additional_information'])
  expect(typedAndChanged({ last: note('x'), mine: note('x '), fresh: note('Outra nota') })).toEqual([])
})
