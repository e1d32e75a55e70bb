import { describe, expect, it } from 'vitest'
import { changedFields, conflictingFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import { aClient, aLead } from './fixtures.ts'

const SCHEDULING = { scheduling_date: '2026-11-19T12:00:00Z', description: 'Ligar', status: 0 } as const

describe('a lead and its client as one flat row', () => {
  it('has a field for each part of product and address, and one for the scheduling', () => {
    const lead = aLead({
      product_details: { details: '', chassis: '', license_plate: '', year: '2020', brand: 'Fiat' },
      lead_scheduling: SCHEDULING,
    })
    const client = aClient({ mail: 'ana@exemplo.com.br' })
    client.address.cep = '01310100'
    const row = flatRow(lead, client)
    expect(row).toMatchObject({
      status: 1,
      'product_details.year': '2020',
      'client.mail': 'ana@exemplo.com.br',
      'client.address.cep': '01310100',
      lead_scheduling: SCHEDULING,
    })
    expect(row).not.toHaveProperty('product_details')
    expect(row).not.toHaveProperty('client')
    expect(Object.keys(row)).not.toContain('client.address')
  })

  it('omits copied client fields, keys and versions, which no command writes', () => {
    const fields = Object.keys(flatRow(aLead(), aClient()))
    for (const field of ['uid', 'id', 'version', 'client_name', 'client_cpf', 'client.uid', 'client.version'])
      expect(fields).not.toContain(field)
  })

  it('has no fields of an unknown lead or client', () => {
    expect(Object.keys(flatRow(aLead(), null)).some((field) => field.startsWith('client.'))).toBe(false)
    expect(Object.keys(flatRow(null, aClient())).every((field) => field.startsWith('client.'))).toBe(true)
    expect(flatRow(null, null)).toEqual({})
  })

  it('gives a conflict in one part of the product without the other parts', () => {
    const seen = flatRow(aLead(), null)
    const product = aLead().product_details
    const wanted = flatRow(aLead({ product_details: { ...product, year: '2021' } }), null)
    const base = changedFields(seen, wanted)
    expect(base).toEqual({ 'product_details.year': '' })
    const brand = flatRow(aLead({ product_details: { ...product, brand: 'Fiat' } }), null)
    expect(conflictingFields(base, brand, wanted)).toEqual([])
    const year = flatRow(aLead({ product_details: { ...product, year: '2019' } }), null)
    expect(conflictingFields(base, year, wanted)).toEqual([
      { field: 'product_details.year', yours: '2021', current: '2019' },
    ])
  })
})
