/** External indications: the lines by document, what each asks for, and what the lead becomes. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DETAIL_FIELDS } from '../../../src/domain/indication/detail-fields.ts'
import { detailFacts, productOf } from '../../../src/domain/indication/detail-words.ts'
import {
  DETAIL_SCHEMAS,
  type DetailKind,
  type InsuranceDetails,
  insuranceDetailsSchema,
  detailsOf as readDetails,
} from '../../../src/domain/indication/details.ts'
import { externalChannel, externalPartner } from '../../../src/domain/indication/external-lead.ts'
import {
  EMPTY_INDICATION,
  indicationsOf,
  type TypedIndication,
  withLine,
} from '../../../src/domain/indication/form.ts'
import { indicationProblems } from '../../../src/domain/indication/form-problems.ts'
import { readInviterCode } from '../../../src/domain/indication/inviter-code.ts'
import { EXTERNAL_INSURANCES, holderOfDocument, tabsFor } from '../../../src/domain/indication/lines.ts'
import { detailProblems, lineProblems, PET_CITIES_ONLY } from '../../../src/domain/indication/problems.ts'
import { fieldLabel } from '../../../src/domain/lead/field-words.ts'
import { INSURANCE_NAMES } from '../../../src/domain/lead/insurance-line.ts'
import { NOW } from './fixtures.ts'

const OFFERED = EXTERNAL_INSURANCES.map((id) => ({ id, name: INSURANCE_NAMES[id] ?? '' }))
const ADDRESS = { cep: '', street: '', number: '', comp: '', district: '', city: 'São Paulo', state: 'SP' }
const RESPONSIBLE = {
  responsible_name: 'Rita',
  responsible_email: '',
  responsible_mobile: '31988887777',
  responsible_landline: '',
}

/** Details without a problem, one of each kind. */
const GOOD: { readonly [Kind in DetailKind]: Extract<InsuranceDetails, { kind: Kind }> } = {
  vehicle: {
    kind: 'vehicle',
    model: 'Uno',
    type: 'Usado',
    chassi: '9BWZZZ377VT004251',
    renavam: '00639884962',
    address: ADDRESS,
  },
  residence: { kind: 'residence', type: 'Veraneio' },
  portable: { kind: 'portable', product: 'Celular', value_cents: 250_000, acquisition_date: '2026-01-10' },
  pet: { kind: 'pet', quantity: 2, breed: 'Poodle', species: 'Cão' },
  life: { kind: 'life', dependents: 1, serious_illnesses: '', marital_status: 'Casado' },
  bike: {
    kind: 'bike',
    brand: 'Caloi',
    value_cents: null,
    acquisition_date: null,
    storage_address: ADDRESS,
    purpose: 'Lazer',
  },
  franchise: { kind: 'franchise', vehicle: 'Onix', insurer: 'Porto' },
  company: { kind: 'company', ...RESPONSIBLE, observation: '' },
}
const ALL = Object.values(GOOD)
const at = { city: 'São Paulo', nowMs: NOW }

describe('each kind of line', () => {
  test.each(ALL)('$kind: good details have no problem and fit their schema', (details) => {
    expect(detailProblems(details.kind, details, at)).toEqual([])
    expect(insuranceDetailsSchema.parse(details)).toEqual(details)
    expect(readDetails({ insurance_details: details })).toEqual(details)
    expect(productOf(details)).not.toBe('')
  })

  test.each(ALL)('$kind: the form has the fields of the schema, with its choices', ({ kind }) => {
    const shape: Readonly<Record<string, z.ZodType>> = DETAIL_SCHEMAS[kind].shape
    const names = Object.keys(shape).filter((name) => name !== 'kind')
    const inOrder = (all: readonly string[]) => all.toSorted((one, other) => (one < other ? -1 : 1))
    expect(inOrder(DETAIL_FIELDS[kind].map(({ name }) => name))).toEqual(inOrder(names))
    for (const { name, choices } of DETAIL_FIELDS[kind]) {
      const schema = shape[name]
      expect(schema instanceof z.ZodEnum ? schema.options : undefined).toEqual(choices)
    }
  })

  test.each(ALL)('$kind: every field has a label in history and view', (details) => {
    for (const { name, label } of DETAIL_FIELDS[details.kind])
      expect(fieldLabel(`insurance_details.${name}`)).toBe(label)
    expect(detailFacts(details).map(([label]) => label)).toEqual(
      DETAIL_FIELDS[details.kind].map(({ label }) => label),
    )
  })
})

const problemsOf = (kind: DetailKind, change: object, city = 'São Paulo') =>
  detailProblems(kind, { ...GOOD[kind], ...change }, { city, nowMs: NOW }).map(({ field, message }) => [
    field,
    message,
  ])

test.each<[DetailKind, object, string, string]>([
  ['vehicle', { model: '' }, 'model', 'Informe o modelo'],
  ['vehicle', { chassi: '' }, 'chassi', 'Informe o chassi do veículo usado'],
  ['vehicle', { renavam: '' }, 'renavam', 'Informe o renavam do veículo usado'],
  ['vehicle', { renavam: '12345678901' }, 'renavam', 'Renavam: valor inválido'],
  ['residence', { type: '' }, 'type', 'Escolha o tipo'],
  ['residence', { type: 'Novo' }, 'type', 'Tipo: valor inválido'],
  ['portable', { acquisition_date: '2027-01-01' }, 'acquisition_date', 'Data de aquisição: valor inválido'],
  ['pet', { quantity: 0 }, 'quantity', 'Quantidade: valor inválido'],
  ['life', { marital_status: '' }, 'marital_status', 'Escolha o estado civil'],
  ['bike', { purpose: 'Outra' }, 'purpose', 'Finalidade: valor inválido'],
  ['franchise', { insurer: '' }, 'insurer', 'Informe a seguradora da apólice'],
  ['company', { responsible_mobile: '' }, 'responsible_mobile', 'Informe um contato do responsável'],
])('%s with %o: %s', (kind, change, field, message) => {
  expect(problemsOf(kind, change)).toEqual([[field, message]])
})

test('a new vehicle needs neither chassi nor renavam', () => {
  expect(problemsOf('vehicle', { type: 'Novo', chassi: '', renavam: '' })).toEqual([])
})

test.each([
  ['BELO HORIZONTE', true],
  ['Sao Paulo', true],
  ['Rio de Janeiro', true],
  ['Contagem', false],
  ['', false],
])('a pet in %s can be insured: %s', (city, can) => {
  expect(problemsOf('pet', {}, city)).toEqual(can ? [] : [['client.address.city', PET_CITIES_ONLY]])
})

test.each([
  ['529.982.247-25', 'person'],
  ['11.222.333/0001-81', 'company'],
  ['12.ABC.345/01DE-35', 'company'],
  ['529.982', null],
])('the holder of %s is %s', (document, holder) => {
  expect(holderOfDocument(document)).toBe(holder)
})

test('a person and a company have their tabs, without insurances that are not offered', () => {
  expect(tabsFor('person', OFFERED).map(({ label }) => label)).toEqual([
    'Automóvel',
    'Residencial',
    'Portáteis',
    'Pet',
    'Vida',
    'Bike',
    'Franquia',
  ])
  expect(tabsFor('company', OFFERED)).toHaveLength(9)
  expect(tabsFor('person', [{ id: 4, name: 'Residencial' }]).map(({ kind }) => kind)).toEqual(['residence'])
  expect(lineProblems(11, '52998224725')).toHaveLength(1)
  expect(lineProblems(4, '11222333000181')).toHaveLength(1)
  expect(lineProblems(25, '52998224725')).toHaveLength(1)
  expect(lineProblems(29, '52998224725')).toEqual([])
})

test('the form makes one indication for each line, a used car of insurance 2, with the address of the client', () => {
  const tabs = tabsFor('person', OFFERED)
  const [car, residence] = tabs
  if (car === undefined || residence === undefined) throw new Error('no tabs')
  const typed: TypedIndication = {
    ...EMPTY_INDICATION,
    client: {
      name: 'Ana',
      mail: 'ana@exemplo.com.br',
      document: '52998224725',
      phone: '1133334444',
      rg: '123456789',
      birth: '20051980',
      address: ADDRESS,
    },
  }
  expect(indicationProblems(typed, tabs, NOW).map(({ field }) => field)).toEqual(['lines'])
  const { kind: _kind, address: _address, ...values } = GOOD.vehicle
  const both = withLine(withLine(typed, car, { on: true, values }), residence, {
    on: true,
    values: { type: 'Habitual' },
  })
  expect(indicationProblems(both, tabs, NOW)).toEqual([])
  const made = indicationsOf(both, tabs)
  expect(made.map(({ insurance }) => insurance)).toEqual([2, 4])
  expect(made[0]).toMatchObject({
    details: GOOD.vehicle,
    client: { phone: '1133334444', cellphone: '', birth_date: '1980-05-20' },
  })
})

test('channel and partner are the own ones, and the defaults where there is no choice', () => {
  expect([externalChannel({ channel_id: 1 }), externalChannel({ channel_id: 8 })]).toEqual([29, 8])
  const partner = (id: number) => ({ id, name: '', code_wf: null, release_quote: false, active: true })
  expect(externalPartner({ partners: [] })).toBe(24)
  expect(externalPartner({ partners: [partner(3)] })).toBe(3)
  expect(externalPartner({ partners: [partner(3), partner(4)] })).toBe(24)
})

test.each([
  '3',
  '',
  '-abcdefghjk',
  '3-abc',
  '3-abcdefghjk0',
  '03-abcdefghjk',
  '3-abcdefghil',
  "3' or 1",
])('%s is no code of an inviter', (code) => {
  expect(readInviterCode(code)).toBeNull()
})
