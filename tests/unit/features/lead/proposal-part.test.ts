import { describe, expect, test } from 'vitest'
import type { Proposal } from '../../../../src/contract/proposals.ts'
import { proposalPart, proposalStatus } from '../../../../src/features/lead/dialogs/proposal-part.ts'

const proposal: Proposal = {
  id: 5,
  proposal: '12345',
  proposal_date: '2026-11-18T12:00:00Z',
  partner: 'Norte',
  partner_id: 24,
  inviter_login: 'indicador',
  client_informations: {
    name: 'Caio Prado',
    cpf: '529.982.247-25',
    rg: '',
    birth_date: '1980-01-02',
    email: 'caio@exemplo.com.br',
    phone: '',
    cellphone: '(11) 98765-4321',
    address: {
      cep: '01310-100',
      street: 'Av. Paulista',
      number: '1',
      comp: '',
      district: '',
      city: 'São Paulo',
    },
  },
  product_informations: { name: 'Onix', chassis: 'ABC', license_plate: '', year: '2026', brand: 'GM' },
  insurance: 1,
  additional_information: 'Situação: Aprovada\nEntrega na sexta',
  bypass_allowed: null,
  imported: false,
}

describe('a proposal in the form', () => {
  test('fills lead, client and inviter, documents and phones without punctuation', () => {
    const users = new Map([[9, { id: 9, login: 'indicador', phone: '(11) 91234-5678' }]])
    expect(proposalPart(proposal, { users })).toMatchObject({
      elective_lead_id: 5,
      lead: {
        proposal: '12345',
        proposal_date: '2026-11-18T12:00:00.000Z',
        partner_id: 24,
        insurance_id: 1,
        inviter_id: 9,
        product: 'Onix',
        product_details: { chassis: 'ABC', year: '2026', brand: 'GM' },
      },
      client: { cpf: '52998224725', cellphone: '11987654321', address: { cep: '01310100', state: '' } },
      inviter_phone: '11912345678',
    })
  })

  test('an inviter whom this device does not know leaves the form’s own', () => {
    const part = proposalPart(proposal, { users: new Map() })
    expect(part.lead).not.toHaveProperty('inviter_id')
    expect(part).not.toHaveProperty('inviter_phone')
  })

  test('the status stands in the first line after a colon', () => {
    expect(proposalStatus(proposal)).toBe('Aprovada')
    expect(proposalStatus({ additional_information: 'Sem situação' })).toBe('')
  })
})
