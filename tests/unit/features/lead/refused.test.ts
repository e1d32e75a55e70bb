import { describe, expect, test } from 'vitest'
import { EMPTY_CLIENT } from '../../../../src/domain/client/fields.ts'
import { emptyLeadFields } from '../../../../src/domain/lead/creation.ts'
import { valuesOf } from '../../../../src/features/lead/form/lead-values.ts'
import { refusedBeginning, refusedProblems, savedValues } from '../../../../src/features/lead/form/refused.ts'
import { aClient, aLead, aUser, iso } from '../../domain/fixtures.ts'

const shown = valuesOf(
  aLead({
    product: 'Onix',
    product_details: { details: '', chassis: 'ABC', license_plate: '', year: '', brand: '' },
  }),
  aClient({
    address: { cep: '01310100', street: 'Rua A', number: '', comp: '', district: '', city: '', state: '' },
  }),
  '',
)

describe('a refused save in the form', () => {
  test('shows the typed values over the current values of the lead', () => {
    const values = savedValues(
      {
        command: 'lead.update',
        args: {
          lead_uid: 'lead-1',
          client_uid: 'client-1',
          changes: { additional_information: 'Ligar cedo', product_details: { brand: 'Fiat' } },
          client: { mail: 'ana@exemplo.com.br', address: { number: '10' } },
        },
      },
      shown,
    )
    expect(values?.lead).toMatchObject({
      product: 'Onix',
      additional_information: 'Ligar cedo',
      product_details: { chassis: 'ABC', brand: 'Fiat' },
    })
    expect(values?.client).toMatchObject({
      name: 'Ana Souza',
      mail: 'ana@exemplo.com.br',
      address: { street: 'Rua A', number: '10' },
    })
  })

  test('can be a lead.update or lead.finish, and no other command', () => {
    const args = { lead_uid: 'lead-1', client_uid: 'client-1', changes: { product: 'Gol' } }
    expect(savedValues({ command: 'lead.finish', args }, shown)?.lead.product).toBe('Gol')
    expect(savedValues({ command: 'lead.advance', args }, shown)).toBeNull()
    expect(savedValues({ command: 'lead.update', args: { nonsense: 1 } }, shown)).toBeNull()
  })

  test('opens on its own screen with all values for a creation', () => {
    const args = {
      lead_uid: crypto.randomUUID(),
      client_uid: crypto.randomUUID(),
      lead: { ...emptyLeadFields({ id: 10 }, iso('2026-11-18T09:00:00')), product: 'Onix' },
      client: { ...EMPTY_CLIENT, name: 'Caio' },
    }
    const full = refusedBeginning({ command: 'lead.create', args }, aUser(1))
    expect(full).toMatchObject({
      creation: { mode: 'create', command: 'lead.create' },
      values: { client: { name: 'Caio' } },
    })
    const referral = refusedBeginning({ command: 'indication.create', args }, aUser(5))
    expect(referral).toMatchObject({
      creation: { mode: 'referral', path: '/', command: 'indication.create' },
    })
  })

  test('shows the server’s messages at their fields', () => {
    const problem = {
      message: 'x',
      code: 'rule',
      errors: { 'client.mail': ['Informe o e-mail'], 'changes.product': ['Longo demais'] },
      holder: null,
      fields: [],
    }
    expect(refusedProblems({ problem })).toEqual([
      { field: 'client.mail', message: 'Informe o e-mail' },
      { field: 'product', message: 'Longo demais' },
    ])
  })
})
