/** What a lead needs to be saved: docs/rules.md#save and #referrals. */

import { isBirthDate } from '../client/birth-date.ts'
import type { ClientFields } from '../client/changes.ts'
import type { Client } from '../client/client.ts'
import { isMailAddress } from '../client/mail-address.ts'
import { isDocument } from '../documents/cpf-cnpj.ts'
import { isPhone } from '../phone/phone.ts'
import { endOfDayMs, saoPauloDay } from '../time/sao-paulo.ts'
import type { LeadFields } from './changes.ts'
import { CHANNEL } from './channel-rules.ts'
import { changedFields, flatRow } from './conflicts.ts'
import { type FieldProblem, problemWhen } from './field-problem.ts'
import { isVehicle } from './insurance-line.ts'

/** `create`: 'Criar Lead' and 'Me Indico'. `referral`: the referral screens, which require other fields. */
export type SaveMode = 'create' | 'edit' | 'referral'

export interface SaveQuestion {
  readonly mode: SaveMode
  /** The lead as the save leaves it. */
  readonly lead: LeadFields
  readonly client: ClientFields
  /** The chosen inviter. Null where there is none. */
  readonly inviter: { readonly channel_id: number } | null
  /** Whether this user may choose the inviter (form-rules). If not, a missing inviter is no problem. */
  readonly mayChooseInviter: boolean
  /** The inviter's phone as the save leaves it. */
  readonly inviterPhone: string
  /** Whether a broker is required: for an edited lead in attendance. */
  readonly needsBroker: boolean
  readonly nowMs: number
}

/** Shown beside the field and also as a warning: docs/rules.md#save */
export const PROPOSAL_MISSING = 'Proposta não selecionada'
export const FUTURE_DATE = 'A data não pode ser posterior a hoje'
const isEmpty = (text: string | null) => text === null || text.trim() === ''

/** Returns every problem in the order of the form. Empty: the lead may be saved. */
export function saveProblems(question: SaveQuestion): readonly FieldProblem[] {
  return [
    ...(question.mode === 'referral' ? referralRequirements(question) : formRequirements(question)),
    ...vehicleProblems(question),
    ...dateProblems(question),
    ...commissionProblems(question.lead),
    ...clientProblems(question.client, question.nowMs),
    ...problemWhen(
      !isEmpty(question.inviterPhone) && !isPhone(question.inviterPhone),
      'inviter_phone',
      'Telefone inválido',
    ),
  ]
}

function formRequirements(question: SaveQuestion): readonly FieldProblem[] {
  const { lead, client, inviter, mode } = question
  // A user who refers itself ('Me Indico') has no dealership's proposal to choose.
  const needsProposal =
    mode === 'create' &&
    inviter?.channel_id === CHANNEL.internal &&
    lead.channel_id !== CHANNEL.selfIndication
  return [
    ...problemWhen(needsProposal && isEmpty(lead.proposal), 'proposal', PROPOSAL_MISSING),
    ...problemWhen(question.needsBroker && lead.broker_id === null, 'broker_id', 'Selecione o corretor'),
    ...problemWhen(
      question.mayChooseInviter && lead.inviter_id === null,
      'inviter_id',
      'Selecione o indicador',
    ),
    ...problemWhen(
      lead.inviter_id !== null && isEmpty(question.inviterPhone),
      'inviter_phone',
      'Informe o telefone do indicador',
    ),
    ...problemWhen(isEmpty(client.name), 'client.name', 'Informe o nome do cliente'),
    ...problemWhen(isEmpty(client.mail), 'client.mail', 'Informe o e-mail do cliente'),
    ...problemWhen(
      isEmpty(client.cellphone) && isEmpty(client.phone),
      'client.cellphone',
      'Informe o celular ou o telefone do cliente',
    ),
  ]
}

function referralRequirements({ lead, client }: SaveQuestion): readonly FieldProblem[] {
  const { address } = client
  return [
    ...problemWhen(lead.insurance_id === null, 'insurance_id', 'Selecione o tipo de seguro'),
    ...problemWhen(isEmpty(client.cpf), 'client.cpf', 'Informe o CPF/CNPJ do cliente'),
    ...problemWhen(isEmpty(client.name), 'client.name', 'Informe o nome do cliente'),
    ...problemWhen(isEmpty(client.cellphone), 'client.cellphone', 'Informe o celular do cliente'),
    ...problemWhen(
      client.birth_date === null,
      'client.birth_date',
      'Informe a data de nascimento do cliente',
    ),
    ...problemWhen(isEmpty(address.cep), 'client.address.cep', 'Informe o CEP'),
    ...problemWhen(isEmpty(address.street), 'client.address.street', 'Informe a rua'),
    ...problemWhen(isEmpty(address.number), 'client.address.number', 'Informe o número'),
    ...problemWhen(
      !isEmpty(address.number) && !/^\d+$/.test(address.number),
      'client.address.number',
      'O número aceita apenas dígitos',
    ),
    ...problemWhen(isEmpty(address.city), 'client.address.city', 'Informe a cidade'),
    ...problemWhen(isEmpty(address.state), 'client.address.state', 'Informe o estado'),
    ...problemWhen(isEmpty(client.mail), 'client.mail', 'Informe o e-mail do cliente'),
  ]
}

/** Insurances 1 to 3. The referral screens have no fields for the vehicle: docs/rules.md#referrals. */
function vehicleProblems({ lead, mode }: SaveQuestion): readonly FieldProblem[] {
  if (mode === 'referral' || !isVehicle(lead.insurance_id)) return []
  const { brand, year, chassis, license_plate } = lead.product_details
  const message = 'Informe o chassi ou a placa'
  const neither = isEmpty(chassis) && isEmpty(license_plate)
  return [
    ...problemWhen(isEmpty(brand), 'product_details.brand', 'Informe a marca do veículo'),
    ...problemWhen(isEmpty(year), 'product_details.year', 'Informe o ano do veículo'),
    ...problemWhen(neither, 'product_details.chassis', message),
    ...problemWhen(neither, 'product_details.license_plate', message),
  ]
}

/** Dates that must not be in the future. */
export const DATES = ['proposal_date', 'contact_date', 'quoted_date', 'sold_date'] as const

/** Returns the last valid day of this date; undefined: any. A self-referral limits only the sale's date. */
export const latestDay = (field: (typeof DATES)[number], channelId: number, today: string) =>
  channelId === CHANNEL.selfIndication && field !== 'sold_date' ? undefined : today

/** Dates up to today 23:59 in São Paulo are valid. */
function dateProblems({ lead, nowMs }: SaveQuestion): readonly FieldProblem[] {
  const today = saoPauloDay(nowMs)
  return DATES.flatMap((field) => {
    const date = lead[field]
    const last = latestDay(field, lead.channel_id, today)
    if (date === null || last === undefined) return []
    return problemWhen(Date.parse(date) > endOfDayMs(last), field, FUTURE_DATE)
  })
}

function commissionProblems({ commission_percentage: percentage }: LeadFields): readonly FieldProblem[] {
  if (percentage === null) return []
  const field = 'commission_percentage'
  return [
    ...problemWhen(percentage < 0 || percentage > 100, field, 'A comissão vai de 0 a 100'),
    ...problemWhen(
      Math.round(percentage * 100) / 100 !== percentage,
      field,
      'A comissão tem no máximo duas casas decimais',
    ),
  ]
}

/** Returns the invalid fields of a client; empty fields are valid. The client dialog uses it, too. */
export function clientProblems(client: ClientFields, nowMs: number): readonly FieldProblem[] {
  const { birth_date: birth } = client
  const wrong = (text: string, fits: (text: string) => boolean) => !isEmpty(text) && !fits(text)
  return [
    ...problemWhen(wrong(client.cpf, isDocument), 'client.cpf', 'CPF/CNPJ inválido'),
    ...problemWhen(wrong(client.cellphone, isPhone), 'client.cellphone', 'Celular inválido'),
    ...problemWhen(wrong(client.phone, isPhone), 'client.phone', 'Telefone inválido'),
    ...problemWhen(
      birth !== null && !isBirthDate(birth, nowMs),
      'client.birth_date',
      'Data de nascimento inválida',
    ),
    ...problemWhen(wrong(client.mail, isMailAddress), 'client.mail', 'E-mail inválido'),
    ...problemWhen(
      wrong(client.address.cep, (cep) => /^\d{8}$/.test(cep)),
      'client.address.cep',
      'CEP inválido',
    ),
  ]
}

/**
 * Returns what is wrong with a client that is saved by itself. Stored values that the sender left alone are not its to mend.
 * `before`: null for a new client.
 */
export function clientSaveProblems(
  after: Client,
  before: Client | null,
  nowMs: number,
): readonly FieldProblem[] {
  const problems = [
    ...problemWhen(after.name === '', 'client.name', 'Informe o nome do cliente'),
    ...clientProblems(after, nowMs),
  ]
  const changed = before === null ? null : changedFields(flatRow(null, before), flatRow(null, after))
  return problems.filter(({ field }) => changed === null || field in changed)
}
