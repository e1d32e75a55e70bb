import { describe, expect, test } from 'vitest'
import type { Proposal } from '../../../../src/contract/proposals.ts'
import type { UserEntry } from '../../../../src/domain/catalogue/catalogue.ts'
import { proposalPart, proposalStatus } from '../../../../src/features/lead/dialogs/proposal-part.ts'
import { withinForm } from '../../../../src/features/lead/form/form-bounds.ts'
import { aUser } from '../../domain/fixtures.ts'

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
  test('fills lead, client and inviter, with documents and phones without punctuation', () => {
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
      client: { cpf: '52998224725', cellphone: '11987654321', address: { cep: '01310100', state: 'SP' } },
      inviter_phone: '11912345678',
    })
  })

  test('keeps the state of the dealership for any CEP', () => {
    const client = proposal.client_informations
    const withState = {
      ...proposal,
      client_informations: { ...client, address: { ...client.address, state: 'mg' } },
    }
    expect(proposalPart(withState, { users: new Map() }).client?.address?.state).toBe('MG')
  })

  test('keeps the form’s inviter when the proposal’s is unknown on the device', () => {
    const part = proposalPart(proposal, { users: new Map() })
    expect(part.lead).not.toHaveProperty('inviter_id')
    expect(part).not.toHaveProperty('inviter_phone')
  })

  test('has its status in the first line after a colon', () => {
    expect(proposalStatus(proposal)).toBe('Aprovada')
    expect(proposalStatus({ additional_information: 'Sem situação' })).toBe('')
  })

  const referrer: UserEntry = {
    id: 9,
    name: 'Indica',
    login: 'indicador',
    phone: '11912345678',
    role_id: 5,
    channel_id: 2,
    active: true,
    email: '',
    verified: true,
    signs_in: true,
    technical_team_id: null,
    created_at: null,
  }
  const users = new Map([[9, referrer]])
  const own = { id: 3, name: '', code_wf: null, release_quote: false, active: true }

  test('does not replace an inviter, partner and insurance that the form fixes', () => {
    const user = aUser(3, { partners: [own] })
    const part = proposalPart({ ...proposal, insurance: 25 }, { users })
    const now = { inviter_id: user.id, partner_id: 3, insurance_id: null }
    const bounds = { mode: 'referral' as const, user, lead: null, fixedInviter: true, catalogues: { users } }
    const bounded = withinForm(part, now, bounds)
    expect(bounded.kept).toEqual(['inviter_id', 'partner_id', 'insurance_id'])
    for (const field of bounded.kept) expect(bounded.part.lead).not.toHaveProperty(field)
    expect(bounded.part).not.toHaveProperty('inviter_phone')
    expect(bounded.part).toMatchObject({ elective_lead_id: 5, client: { name: 'Caio Prado' } })
  })

  test('is taken completely by the full form, except an inviter that no user may choose', () => {
    const bounds = { mode: 'create' as const, user: aUser(1), lead: null, fixedInviter: false }
    const part = proposalPart(proposal, { users })
    expect(withinForm(part, {}, { ...bounds, catalogues: { users } })).toEqual({ part, kept: [] })
    const special = new Map([[9, { ...referrer, role_id: 6 }]])
    const bounded = withinForm(part, { inviter_id: 10 }, { ...bounds, catalogues: { users: special } })
    expect(bounded.kept).toEqual(['inviter_id'])
  })
})
