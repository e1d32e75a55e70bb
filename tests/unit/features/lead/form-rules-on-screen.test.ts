/** Fields that the form fills after a choice or a look-up, and problems that only the screen checks. */
import { expect, test } from 'vitest'
import { clientFieldsOf, EMPTY_CLIENT } from '../../../../src/domain/client/fields.ts'
import { emptyLeadFields } from '../../../../src/domain/lead/creation.ts'
import { afterOutcome, afterType } from '../../../../src/features/lead/form/attendance.ts'
import { fillAddress, fillClient } from '../../../../src/features/lead/form/client-fill.ts'
import { beginning, creationAt } from '../../../../src/features/lead/form/creations.ts'
import { draftFrom } from '../../../../src/features/lead/form/draft.ts'
import { formProblems } from '../../../../src/features/lead/form/form-problems.ts'
import type { LeadFormValues } from '../../../../src/features/lead/form/lead-values.ts'
import { aClient, aLead, aUser, NOW } from '../../domain/fixtures.ts'

const now = new Date(NOW).toISOString()

test('type 4 sets the date of its step to now', () => {
  expect(afterType('contact', 4, NOW)).toEqual({ contact_type: 4, contact_date: now })
  expect(afterType('quoted', 4, NOW)).toEqual({ quoted_type: 4, quoted_date: now })
  expect(afterType('sold', 4, NOW)).toEqual({ sold_type: 4, sold_date: now })
})

test.each([1, 2, 3, 5, null])('type %j does not change the date', (type) => {
  expect(afterType('contact', type, NOW)).toEqual({ contact_type: type })
  expect(afterType('sold', type, NOW)).toEqual({ sold_type: type })
})

test.each([
  [{ sold: 1 as const }, { sold: 1, lost_sale: null, competitor_broker: null }],
  [{ lost_sale: 2 }, { sold: 0, lost_sale: 2, competitor_broker: null }],
  [{ competitor_broker: 9 }, { sold: 0, lost_sale: 5, competitor_broker: 9 }],
])('the outcome %j clears the fields of other outcomes', (chosen, after) => {
  const amounts = { sale_value_cents: 100, commission_percentage: 10 }
  expect(afterOutcome(chosen, { sold: 0, lost_sale: 5, competitor_broker: 7, ...amounts })).toEqual(after)
})

const known = aClient({
  name: 'Ana Souza',
  mail: 'ana@exemplo.com.br',
  address: { ...EMPTY_CLIENT.address, cep: '30110010', city: 'Belo Horizonte', state: 'MG' },
})

test('a found client fills empty fields, and typed fields are kept and reported', () => {
  const typed = { ...EMPTY_CLIENT, cpf: known.cpf, name: 'Ana S.', mail: '' }
  const { fields, kept } = fillClient(typed, clientFieldsOf(known), false)
  expect(fields.mail).toBe('ana@exemplo.com.br')
  expect(fields.name).toBe('Ana S.')
  expect(fields.address.city).toBe('Belo Horizonte')
  expect(kept).toEqual(['client.name'])
})

test('a chosen client replaces the name typed to find it', () => {
  const { fields, kept } = fillClient({ ...EMPTY_CLIENT, name: 'ana' }, clientFieldsOf(known), true)
  expect(fields.name).toBe('Ana Souza')
  expect(kept).toEqual([])
})

test('a new CEP replaces the address of the last CEP, but no typed part', () => {
  const first = { street: 'Rua A', district: 'Centro', city: 'Contagem', state: 'MG' }
  const second = { street: 'Rua B', district: 'Savassi', city: 'Belo Horizonte', state: 'MG' }
  const typed = { ...EMPTY_CLIENT.address, ...first, district: 'Bairro digitado' }
  const { fields, kept } = fillAddress(typed, second, first)
  expect(fields).toMatchObject({ street: 'Rua B', city: 'Belo Horizonte', district: 'Bairro digitado' })
  expect(kept).toEqual(['client.address.district'])
})

test('a CEP of a whole town keeps the typed street', () => {
  const { fields } = fillAddress(
    { ...EMPTY_CLIENT.address, street: 'Rua digitada' },
    { street: '', district: '', city: 'Itabirito', state: 'MG' },
    {},
  )
  expect(fields).toMatchObject({ street: 'Rua digitada', city: 'Itabirito' })
})

const typed: LeadFormValues = {
  lead: { ...emptyLeadFields({ id: 10 }, now), partner_id: 24, insurance_id: 4 },
  client: EMPTY_CLIENT,
  inviter_phone: '',
}
const asked = (question: Partial<Parameters<typeof formProblems>[0]>) =>
  formProblems({
    mode: 'referral',
    values: typed,
    before: typed,
    lead: null,
    fixedInviter: true,
    user: aUser(5),
    catalogues: { users: new Map() },
    nowMs: NOW,
    ...question,
  })
const about = (field: string, problems: readonly { field: string; message: string }[]) =>
  problems.filter((problem) => problem.field === field).map(({ message }) => message)

test('an invalid birth date gives exactly one problem', () => {
  const problems = asked({ values: { ...typed, client: { ...EMPTY_CLIENT, birth_date: '31022020' } } })
  expect(problems.filter(({ field }) => field === 'client.birth_date')).toEqual([
    { field: 'client.birth_date', message: 'Data inválida' },
  ])
})

test('values of a creation that the server would refuse are problems before it is queued', () => {
  const foreign = { ...typed, lead: { ...typed.lead, inviter_id: 9, partner_id: 3, insurance_id: 25 } }
  const problems = asked({ values: foreign })
  for (const field of ['inviter_id', 'partner_id', 'insurance_id'])
    expect(about(field, problems)).toEqual(['Você não pode criar um lead com este valor.'])
  const self = asked({ mode: 'create', user: aUser(3), values: foreign })
  expect(about('inviter_id', self)).toEqual(['Você não pode criar um lead com este valor.'])
})

test('a text too long for a command is a problem of its field, in a save only if it was changed', () => {
  const long = {
    lead: {
      ...typed.lead,
      product_details: { ...typed.lead.product_details, chassis: 'X'.repeat(41) },
    },
    client: {
      ...EMPTY_CLIENT,
      name: 'N'.repeat(201),
      address: { ...EMPTY_CLIENT.address, city: 'C'.repeat(201) },
    },
    inviter_phone: '',
  }
  const problems = asked({ values: long })
  expect(about('product_details.chassis', problems)).toEqual(['Longo demais: no máximo 40 caracteres'])
  expect(about('client.name', problems)).toEqual(['Longo demais: no máximo 200 caracteres'])
  expect(about('client.address.city', problems)).toEqual(['Longo demais: no máximo 200 caracteres'])
  const lead = aLead({ state: 2, broker_id: 10 })
  const saved = asked({ mode: 'edit', lead, values: long, before: long, user: aUser(1) })
  expect(about('client.name', saved)).toEqual([])
})

test('a draft with a text too long for a command is restored completely', () => {
  const long = { ...typed, client: { ...EMPTY_CLIENT, name: 'N'.repeat(201), cellphone: '1'.repeat(12) } }
  const kept = structuredClone({ values: long, before: typed, elective_lead_id: 5 })
  expect(draftFrom(kept)?.values).toEqual(long)
})

const aPartner = (id: number, active = true) => ({
  id,
  name: `Concessionária ${id}`,
  code_wf: null,
  release_quote: false,
  active,
})
const partnerRows = new Map([3, 24].map((id) => [id, aPartner(id)]))
const begun = (role: Parameters<typeof aUser>[0], path: '/' | '/lead' | '/auto-indicação', own: number[]) => {
  const user = aUser(role, {
    partners: own.map((id) => aPartner(id)),
  })
  const creation = creationAt(path, user)
  return { creation, values: beginning(creation, user, { partnerRows }, NOW) }
}

test.each([
  [1, '/lead', [], 'lead.create', 29, null],
  [3, '/lead', [], 'indication.create', 29, 24],
  [3, '/auto-indicação', [], 'lead.create', 7, null],
  [4, '/', [3], 'indication.create', 29, 3],
  [4, '/', [3, 24], 'indication.create', 29, 24],
  [5, '/', [], 'indication.create', 29, 24],
] as const)('role %i on %s with partners %j gets its default values', (role, path, own, command, channel, partner) => {
  const { creation, values } = begun(role, path, [...own])
  expect(creation.command).toBe(command)
  expect(values.lead).toMatchObject({ channel_id: channel, partner_id: partner, inviter_id: 10 })
})

test('a referral begins with no inactive partner', () => {
  const inactive = new Map([[24, aPartner(24, false)]])
  const values = beginning(creationAt('/', aUser(5)), aUser(5), { partnerRows: inactive }, NOW)
  expect(values.lead.partner_id).toBeNull()
})
