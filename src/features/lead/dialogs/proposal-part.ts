/** Converts a proposal to the form's fields: docs/rules.md#proposals. Pure. */
import type { Proposal } from '../../../contract/proposals.ts'
import { EMPTY_ADDRESS } from '../../../domain/client/fields.ts'
import { stateOfCep } from '../../../domain/documents/cep-state.ts'
import { cleanDocument } from '../../../domain/documents/cpf-cnpj.ts'
import { cleanDigits } from '../../../domain/documents/masks.ts'
import { nationalNumber } from '../../../domain/phone/national-number.ts'
import type { LeadFormPart } from '../form/form-api.ts'

interface Known {
  /** Used to find the inviter by login. */
  readonly users: ReadonlyMap<number, { readonly id: number; readonly login: string; readonly phone: string }>
}

/** Returns the fields that the proposal has. The form keeps its other fields. */
export function proposalPart(proposal: Proposal, { users }: Known): LeadFormPart {
  const { email: mail, ...client } = proposal.client_informations
  const { name: product, ...vehicle } = proposal.product_informations
  const inviter = [...users.values()].find(({ login }) => login === proposal.inviter_login)
  return {
    elective_lead_id: proposal.id,
    lead: {
      proposal: proposal.proposal,
      ...(proposal.proposal_date === null
        ? {}
        : { proposal_date: new Date(proposal.proposal_date).toISOString() }),
      ...(proposal.partner_id === null ? {} : { partner_id: proposal.partner_id }),
      ...(proposal.insurance === null ? {} : { insurance_id: proposal.insurance }),
      ...(inviter === undefined ? {} : { inviter_id: inviter.id }),
      product: product.trim() || null,
      product_details: { details: '', ...vehicle },
      additional_information: proposal.additional_information,
    },
    client: {
      ...client,
      cpf: cleanDocument(client.cpf),
      mail,
      phone: nationalNumber(client.phone),
      cellphone: nationalNumber(client.cellphone),
      address: addressOf(client.address),
    },
    ...(inviter === undefined ? {} : { inviter_phone: nationalNumber(inviter.phone) }),
  }
}

/** A dealership may omit the state, which then comes from the CEP. */
function addressOf(address: Proposal['client_informations']['address']) {
  const cep = cleanDigits(address.cep)
  const state = address.state?.trim().toUpperCase() || stateOfCep(cep)
  return { ...EMPTY_ADDRESS, ...address, cep, state }
}

/** Returns the status after the colon in the first line of the additional information, or ''. */
export function proposalStatus({ additional_information }: Pick<Proposal, 'additional_information'>): string {
  const [first = ''] = additional_information.split('\n')
  return first.includes(':') ? first.slice(first.indexOf(':') + 1).trim() : ''
}
