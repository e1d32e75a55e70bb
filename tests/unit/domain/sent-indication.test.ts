/** A sent indication comes back to the form as it was typed. */
import { describe, expect, test } from 'vitest'
import { insuranceDetailsSchema } from '../../../src/domain/indication/details.ts'
import {
  EMPTY_INDICATION,
  indicationsOf,
  type TypedIndication,
  type TypedLine,
} from '../../../src/domain/indication/form.ts'
import { EXTERNAL_INSURANCES, tabsFor } from '../../../src/domain/indication/lines.ts'
import { fieldAsTyped, typedAsSent } from '../../../src/domain/indication/sent.ts'

const OFFERED = EXTERNAL_INSURANCES.map((id) => ({ id, name: `Seguro ${id}` }))
const ADDRESS = { ...EMPTY_INDICATION.client.address, street: 'Rua A', city: 'São Paulo', state: 'SP' }
const PERSON = {
  name: 'Ana',
  mail: 'ana@exemplo.com.br',
  document: '52998224725',
  phone: '31988887777',
  rg: '123456789',
  birth: '20051980',
  address: ADDRESS,
}
const COMPANY = { ...PERSON, document: '11222333000181', phone: '3132221111', rg: '', birth: '' }
const line = (values: Record<string, string>, address: TypedLine['address'] = null): TypedLine => ({
  on: true,
  values,
  address,
  healthConsent: null,
})

const CASES: readonly [key: string, client: TypedIndication['client'], line: TypedLine][] = [
  [
    'vehicle',
    PERSON,
    line({ model: 'Uno', type: 'Usado', chassi: '9BWZZZ377VT004251', renavam: '00639884962' }),
  ],
  ['vehicle', PERSON, line({ model: 'Uno', type: 'Novo' }, { ...ADDRESS, street: 'Rua B' })],
  ['residence', PERSON, line({ type: 'Veraneio' })],
  ['portable', PERSON, line({ product: 'Celular', value_cents: '250000', acquisition_date: '10012026' })],
  ['pet', PERSON, line({ species: 'Cão', quantity: '2', breed: 'Poodle' })],
  ['life', PERSON, line({ marital_status: 'Casado', dependents: '0', serious_illnesses: 'Asma' })],
  ['bike', PERSON, line({ brand: 'Caloi', purpose: 'Lazer' }, { ...ADDRESS, number: '9' })],
  ['franchise', PERSON, line({ vehicle: 'Onix', insurer: 'Porto' })],
  ['company-12', COMPANY, line({ responsible_name: 'Rita', responsible_mobile: '31988887777' })],
]

describe('a refused indication', () => {
  test.each(CASES)('of the tab %s has the typed values again', (key, client, typedLine) => {
    const typed: TypedIndication = { client, lines: { [key]: typedLine } }
    const tabs = tabsFor(client === COMPANY ? 'company' : 'person', OFFERED)
    const [sent] = indicationsOf(typed, tabs)
    if (sent === undefined) throw new Error('unreachable')
    const details = insuranceDetailsSchema.parse(sent.details)
    expect(typedAsSent({ insurance_id: sent.insurance, details, client: sent.client })).toEqual(typed)
  })

  test('shows the server’s messages at the fields of the form', () => {
    expect(fieldAsTyped('details.model', 2)).toBe('vehicle.model')
    expect(fieldAsTyped('details.responsible_name', 12)).toBe('company-12.responsible_name')
    expect(fieldAsTyped('client.cellphone', 4)).toBe('client.phone')
    expect(fieldAsTyped('client.address.cep', 4)).toBe('client.address.cep')
    expect(fieldAsTyped('insurance', 4)).toBe('lines')
  })
})
