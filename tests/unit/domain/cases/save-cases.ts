/**
 * Cases of a save, one a rule. The unit tests check the rules with them, the API tests the server: both must return the
 * same message for the same field. Each case changes a lead and a client that may be saved.
 */

import type { ClientFields } from '../../../../src/domain/client/changes.ts'
import type { LeadChanges, LeadFields } from '../../../../src/domain/lead/changes.ts'
import type { SaveMode } from '../../../../src/domain/lead/save-rules.ts'
import { HOUR_MS } from '../../../../src/domain/time/durations.ts'

export interface SaveCase {
  readonly mode: SaveMode
  readonly name: string
  readonly lead?: LeadChanges
  /** Changes of the client. An address must be complete. */
  readonly client?: Partial<ClientFields>
  readonly inviterPhone?: string
  /** Channel of the inviter. */
  readonly inviterChannel?: number
  /** The message of each field with a problem; empty: the save is valid. */
  readonly problems: Readonly<Record<string, string>>
}

export const ADDRESS: ClientFields['address'] = {
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  comp: '',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
export const CLIENT: ClientFields = {
  name: 'Ana Souza',
  phone: '',
  cellphone: '11987654321',
  mail: 'ana@exemplo.com.br',
  cpf: '52998224725',
  rg: '',
  birth_date: '1980-05-20',
  no_messages_since: null,
  address: ADDRESS,
}
export const VEHICLE: LeadFields['product_details'] = {
  details: '',
  chassis: '',
  license_plate: 'BRA2E19',
  year: '2025',
  brand: 'Fiat',
}

export const FUTURE = 'A data não pode ser posterior a hoje'
const NO_BIRTH = 'Data de nascimento inválida'
const BOTH = 'Informe o chassi ou a placa'
const inTwoDays = (nowMs: number) => new Date(nowMs + 48 * HOUR_MS).toISOString()
const anHourAgo = (nowMs: number) => new Date(nowMs - HOUR_MS).toISOString()

/** Returns the cases. `nowMs` is the time of the save in epoch ms. */
export function saveCases(nowMs: number): readonly SaveCase[] {
  const later = inTwoDays(nowMs)
  return [
    { mode: 'create', name: 'a complete lead', problems: {} },
    { mode: 'edit', name: 'a complete lead in attendance', problems: {} },
    {
      mode: 'edit',
      name: 'a commission with two decimals',
      lead: { commission_percentage: 12.55 },
      problems: {},
    },
    {
      mode: 'edit',
      name: 'a commission with three decimals',
      lead: { commission_percentage: 12.555 },
      problems: { commission_percentage: 'A comissão tem no máximo duas casas decimais' },
    },
    { mode: 'referral', name: 'a complete referral', lead: { insurance_id: 3 }, problems: {} },

    {
      mode: 'create',
      name: 'an inviter of channel 1 without a proposal',
      inviterChannel: 1,
      lead: { proposal: null },
      problems: { proposal: 'Proposta não selecionada' },
    },
    {
      mode: 'create',
      name: 'an inviter of channel 1 with a proposal',
      inviterChannel: 1,
      lead: { proposal: '4711' },
      problems: {},
    },
    {
      mode: 'create',
      name: 'an inviter of another channel without a proposal',
      inviterChannel: 29,
      problems: {},
    },
    { mode: 'edit', name: 'an edited lead without a proposal', inviterChannel: 1, problems: {} },

    {
      mode: 'create',
      name: 'no inviter',
      lead: { inviter_id: null },
      problems: { inviter_id: 'Selecione o indicador' },
    },
    {
      mode: 'create',
      name: 'an inviter without a phone',
      inviterPhone: '',
      problems: { inviter_phone: 'Informe o telefone do indicador' },
    },
    {
      mode: 'create',
      name: 'an invalid phone of the inviter',
      inviterPhone: '0012345678',
      problems: { inviter_phone: 'Telefone inválido' },
    },
    ...(['create', 'edit'] as const).flatMap((mode): SaveCase[] => [
      {
        mode,
        name: 'no name',
        client: { name: '' },
        problems: { 'client.name': 'Informe o nome do cliente' },
      },
      {
        mode,
        name: 'no e-mail',
        client: { mail: '' },
        problems: { 'client.mail': 'Informe o e-mail do cliente' },
      },
      {
        mode,
        name: 'no phone',
        client: { cellphone: '', phone: '' },
        problems: { 'client.cellphone': 'Informe o celular ou o telefone do cliente' },
      },
      { mode, name: 'only a landline', client: { cellphone: '', phone: '1133224455' }, problems: {} },
      {
        mode,
        name: 'no brand',
        lead: { product_details: { brand: '' } },
        problems: { 'product_details.brand': 'Informe a marca do veículo' },
      },
      {
        mode,
        name: 'no year',
        lead: { product_details: { year: ' ' } },
        problems: { 'product_details.year': 'Informe o ano do veículo' },
      },
      {
        mode,
        name: 'neither chassis nor plate',
        lead: { product_details: { license_plate: '' } },
        problems: { 'product_details.chassis': BOTH, 'product_details.license_plate': BOTH },
      },
      {
        mode,
        name: 'a chassis instead of the plate',
        lead: { product_details: { license_plate: '', chassis: '9BWZZZ377VT004251' } },
        problems: {},
      },
      {
        mode,
        name: 'a proposal of the day after tomorrow',
        lead: { proposal_date: later },
        problems: { proposal_date: FUTURE },
      },
      {
        mode,
        name: 'an invalid CPF',
        client: { cpf: '11111111112' },
        problems: { 'client.cpf': 'CPF/CNPJ inválido' },
      },
      { mode, name: 'no CPF', client: { cpf: '' }, problems: {} },
      {
        mode,
        name: 'a mobile without an area code',
        client: { cellphone: '987654321' },
        problems: { 'client.cellphone': 'Celular inválido' },
      },
      {
        mode,
        name: 'an unknown area code',
        client: { phone: '2033224455' },
        problems: { 'client.phone': 'Telefone inválido' },
      },
      {
        mode,
        name: 'an e-mail without a domain',
        client: { mail: 'ana@casa' },
        problems: { 'client.mail': 'E-mail inválido' },
      },
      {
        mode,
        name: 'an incomplete CEP',
        client: { address: { ...ADDRESS, cep: '0131' } },
        problems: { 'client.address.cep': 'CEP inválido' },
      },
      {
        mode,
        name: 'a birth date in the future',
        client: { birth_date: later.slice(0, 10) },
        problems: { 'client.birth_date': NO_BIRTH },
      },
      {
        mode,
        name: 'a birth date in the year 1',
        client: { birth_date: '0001-01-01' },
        problems: { 'client.birth_date': NO_BIRTH },
      },
      {
        mode,
        name: 'a birth date in the year 9999',
        client: { birth_date: '9999-12-31' },
        problems: { 'client.birth_date': NO_BIRTH },
      },
      {
        mode,
        name: 'a birth date on the last day of 1899',
        client: { birth_date: '1899-12-31' },
        problems: { 'client.birth_date': NO_BIRTH },
      },
      {
        mode,
        name: 'a birth date on the first day of 1900',
        client: { birth_date: '1900-01-01' },
        problems: {},
      },
    ]),

    {
      mode: 'edit',
      name: 'a contact in the future',
      lead: { contact_date: later },
      problems: { contact_date: FUTURE },
    },
    {
      mode: 'edit',
      name: 'a quote in the future',
      lead: { quoted_date: later },
      problems: { quoted_date: FUTURE },
    },
    {
      mode: 'edit',
      name: 'a sale in the future',
      lead: { sold_date: later },
      problems: { sold_date: FUTURE },
    },
    {
      mode: 'edit',
      name: 'dates in the past',
      lead: { contact_date: anHourAgo(nowMs), quoted_date: anHourAgo(nowMs) },
      problems: {},
    },
    {
      mode: 'edit',
      name: 'future dates in channel 7, which checks only the date of the sale',
      lead: { channel_id: 7, contact_date: later, quoted_date: later, sold_date: later },
      problems: { sold_date: FUTURE },
    },

    {
      mode: 'referral',
      name: 'no insurance',
      lead: { insurance_id: null },
      problems: { insurance_id: 'Selecione o tipo de seguro' },
    },
    {
      mode: 'referral',
      name: 'no CPF',
      client: { cpf: '' },
      problems: { 'client.cpf': 'Informe o CPF/CNPJ do cliente' },
    },
    {
      mode: 'referral',
      name: 'no name',
      client: { name: '' },
      problems: { 'client.name': 'Informe o nome do cliente' },
    },
    {
      mode: 'referral',
      name: 'only a landline',
      client: { cellphone: '', phone: '1133224455' },
      problems: { 'client.cellphone': 'Informe o celular do cliente' },
    },
    {
      mode: 'referral',
      name: 'no birth date',
      client: { birth_date: null },
      problems: { 'client.birth_date': 'Informe a data de nascimento do cliente' },
    },
    {
      mode: 'referral',
      name: 'no address',
      client: { address: { ...ADDRESS, cep: '', street: '', number: '', city: '', state: '' } },
      problems: {
        'client.address.cep': 'Informe o CEP',
        'client.address.street': 'Informe a rua',
        'client.address.number': 'Informe o número',
        'client.address.city': 'Informe a cidade',
        'client.address.state': 'Informe o estado',
      },
    },
    {
      mode: 'referral',
      name: 'an address number with letters',
      client: { address: { ...ADDRESS, number: '10A' } },
      problems: { 'client.address.number': 'O número aceita apenas dígitos' },
    },
    {
      mode: 'referral',
      name: 'no e-mail',
      client: { mail: '' },
      problems: { 'client.mail': 'Informe o e-mail do cliente' },
    },
    {
      mode: 'referral',
      name: 'no vehicle',
      lead: { insurance_id: 1, product_details: { brand: '', year: '', license_plate: '' } },
      problems: {},
    },
    {
      mode: 'referral',
      name: 'an inviter of channel 1 without a proposal',
      inviterChannel: 1,
      problems: {},
    },
  ]
}
