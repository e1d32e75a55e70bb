/**
 * Labels and values of a lead's and its client's fields in Portuguese, for form, dialogs, view, card, conflicts and
 * timeline: docs/rules.md#names-of-fields.
 */

import { ADDRESS_FIELDS, PERSON_FIELDS } from '../client/fields.ts'
import { IDENTITY_WORDS } from '../client/identity-choice.ts'
import { formatDocument } from '../documents/cpf-cnpj.ts'
import { formatCep } from '../documents/masks.ts'
import { DETAIL_LABELS } from '../indication/detail-fields.ts'
import { obligationWords } from '../obligations/kinds.ts'
import { formatPhone } from '../phone/phone.ts'
import { ownValue } from '../record/own-value.ts'
import { formatHundredths, formatReais } from '../text/formats.ts'
import { monthName } from '../time/months.ts'
import { formatDateTime, formatDay } from '../time/sao-paulo.ts'
import { callResultOf, callResultWords } from './calls.ts'
import type { LeadField } from './fields.ts'
import { isClosedScheduling } from './lead-state.ts'
import { CAPTURE_NOTE } from './scheduling.ts'
import { OFFERS, STATES, statusLine } from './status.ts'

interface Named {
  readonly name: string
}

/** Names by their numbers. */
export interface Names {
  readonly channels: ReadonlyMap<number, Named>
  readonly users: ReadonlyMap<number, Named>
  readonly insurances: ReadonlyMap<number, string>
  readonly partners: ReadonlyMap<number, string>
  readonly lostSales: ReadonlyMap<number, string>
  readonly contactTypes: ReadonlyMap<number, string>
  readonly competitors: ReadonlyMap<number, string>
  readonly serviceStatuses: readonly { readonly var_id: number; readonly value: string }[]
}

/** Used until the names are read. */
export const NO_NAMES: Names = {
  channels: new Map(),
  users: new Map(),
  insurances: new Map(),
  partners: new Map(),
  lostSales: new Map(),
  contactTypes: new Map(),
  competitors: new Map(),
  serviceStatuses: [],
}

type Words = (value: number, names: Names) => string | undefined

const user: Words = (value, names) => names.users.get(value)?.name ?? `Usuário ${value}`
const yesOrNo: Words = (value) => (value === 1 ? 'Sim' : 'Não')
const contact: Words = (value, names) => names.contactTypes.get(value)
const competitor: Words = (value, names) => names.competitors.get(value)
const offer: Words = (value) => OFFERS[value]

type Line = readonly [label: string, words?: Words]

/** Fields that no screen shows by a name. */
type Nameless = 'uid' | 'id' | 'version' | 'client_uid'

/** The label of each field of a lead, and the meaning of its numbers where they are no quantity. */
const LEAD_WORDS = {
  channel_id: ['Canal', (value, names) => names.channels.get(value)?.name],
  inviter_id: ['Indicador', user],
  broker_id: ['Corretor', user],
  partner_id: ['Concessionária', (value, names) => names.partners.get(value)],
  insurance_id: ['Seguro', (value, names) => names.insurances.get(value)],
  insurance_expiration: ['Mês de vencimento', (value) => monthName(value) ?? undefined],
  state: ['Estado', (value) => STATES[value]],
  status: ['Status', (value) => statusLine(value).label],
  proposal: ['Proposta'],
  proposal_date: ['Data da proposta'],
  product: ['Produto'],
  product_details: ['Detalhes do produto'],
  additional_information: ['Informações adicionais'],
  contact_type: ['Tipo de contato', contact],
  quoted_type: ['Forma que apresentou a proposta', contact],
  sold_type: ['Forma que recebeu a resposta da venda/não venda', contact],
  contact_date: ['Data do contato'],
  quoted_date: ['Data da cotação'],
  sold_date: ['Data da venda/não venda'],
  quoted: ['Cotado', yesOrNo],
  quote_link_pending: ['Link de cotação a abrir'],
  sold: ['Status da venda', (value) => (value === 1 ? 'Vendido' : 'Não vendido')],
  lost_sale: ['Motivo da não venda', (value, names) => names.lostSales.get(value)],
  competitor_broker: ['Fechou com qual corretora?', competitor],
  old_competitor_broker: ['Corretora anterior', competitor],
  sale_value_cents: ['Valor da venda', (value) => formatReais(value / 100)],
  commission_percentage: ['Porcentagem da comissão', (value) => `${formatHundredths(value)} %`],
  nps_value: ['NPS'],
  file_path: ['Arquivo'],
  date_fail: ['Não consegui a data com o cliente'],
  endorsement_date: ['Vencimento do seguro na outra corretora'],
  end_of_validity: ['Fim da vigência'],
  old_insurer: ['Seguradora'],
  old_end_of_validity: ['Vencimento do seguro'],
  old_number: ['Número antigo'],
  backup_car: ['BackUp car', offer],
  pague_menos: ['Pague Menos', offer],
  seguro_conteudo: ['Seguro conteúdo', offer],
  indication_on_time: ['Indicado no Prazo?', yesOrNo],
  capture_on_time: ['Capturado no Prazo?', yesOrNo],
  first_call_on_time: ['Primeira Ligação no Prazo?', yesOrNo],
  attendance_on_time: ['Atendimento no Prazo?', yesOrNo],
  create_lead_date: ['Criação'],
  capture_date: ['Captura'],
  first_call_date: ['Primeira ligação'],
  end_lead_date: ['Fim do atendimento'],
  service_status: [
    'Situação do atendimento',
    (value, names) => names.serviceStatuses.find((entry) => entry.var_id === value)?.value,
  ],
  suspended_lead: ['Suspenso'],
  on_fire: ['Lead quente'],
  pending_sell: ['Vendido com Pendência'],
  negociate: ['Em negociação'],
  cancelled: ['Cancelado'],
  lead_scheduling: ['Agendamento'],
  suggested_message: ['Mensagem sugerida'],
  obligations: ['Prazos da lei que correm'],
  insurance_details: ['Detalhes do seguro'],
  client_name: [PERSON_FIELDS.name.label],
  client_cpf: [PERSON_FIELDS.cpf.label],
  client_phone: [PERSON_FIELDS.phone.label],
  client_cellphone: [PERSON_FIELDS.cellphone.label],
} as const satisfies Readonly<Record<Exclude<LeadField, Nameless>, Line>>

type Labels = Readonly<Record<string, { readonly label: string }>>

function linesOf<Prefix extends string, Fields extends Labels>(
  prefix: Prefix,
  fields: Fields,
): { readonly [Field in keyof Fields & string as `${Prefix}${Field}`]: Line }
function linesOf(prefix: string, fields: Labels): Readonly<Record<string, Line>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [`${prefix}${name}`, [label]]))
}

/** The same for parts of a lead, for what is only in its history, and for its client. */
const FIELDS = {
  ...LEAD_WORDS,
  'product_details.details': ['Detalhes do produto'],
  'product_details.chassis': ['Chassi'],
  'product_details.license_plate': ['Placa'],
  'product_details.year': ['Ano'],
  'product_details.brand': ['Marca'],
  file_name: ['Arquivo'],
  'lead_scheduling.scheduling_date': ['Data e hora'],
  'lead_scheduling.description': ['Observações'],
  returned_from: ['Voltou do lead'],
  returned_as: ['Voltou como lead'],
  imported_from: ['Importado de'],
  automation: ['Automação'],
  indicated_by_link: ['Indicado pelo link'],
  identity: ['Cadastro'],
  client_number: ['Cliente, por número'],
  inviter_phone: ['Telefone do indicador'],
  call: ['Número chamado'],
  conversation: ['WhatsApp'],
  message: ['Mensagem de WhatsApp'],
  suggestion: ['Mensagem sugerida'],
  call_result: ['Ligação'],
  obligation: ['Prazo da lei'],
  obligation_dismissed: ['Dispensado porque'],
  obligation_until: ['Prazo encurtado até'],
  obligation_note: ['Nota'],
  obligation_done_on: ['Cumprido em'],
  obligation_proof: ['Prova'],
  brought_back: ['Como estava em'],
  reason_to_bring_back: ['Motivo'],
  ...linesOf('client.', PERSON_FIELDS),
  'client.address': ['Endereço'],
  ...linesOf('client.address.', ADDRESS_FIELDS),
} as const satisfies Readonly<Record<string, Line>>

export type FieldName = keyof typeof FIELDS

/** For field names from elsewhere, such as a newer server or a command. */
const LINES: Readonly<Record<string, Line>> = {
  ...FIELDS,
  ...Object.fromEntries(
    [...DETAIL_LABELS].map(([name, label]): [string, Line] => [
      `insurance_details.${name}`,
      name === 'value_cents' ? [label, (value) => formatReais(value / 100)] : [label],
    ]),
  ),
}

/** The label of a field that the table has. */
export const labelOf = (field: FieldName): string => FIELDS[field][0]

/** Prefix of a client's field that was typed at the lead's creation but not stored, since another value was known. */
export const TYPED = 'typed.'

/** An address of the details has the labels of a client's. */
const ADDRESS_OF_DETAILS = /^insurance_details\.(storage_)?address\.(?=\w+$)/

export const knownLabel = (field: string): string | undefined =>
  LINES[field.replace(ADDRESS_OF_DETAILS, 'client.address.')]?.[0]

export function fieldLabel(field: string): string {
  if (field.startsWith(TYPED)) return `${fieldLabel(field.slice(TYPED.length))} (informado, não gravado)`
  return knownLabel(field) ?? field.replaceAll('_', ' ')
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/
const EMPTY = 'vazio'

/** Whether the value is shown as 'vazio' beside another one. */
export const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

function schedulingWords(value: object): string {
  const date =
    'scheduling_date' in value && typeof value.scheduling_date === 'string' ? value.scheduling_date : null
  const note = 'description' in value && typeof value.description === 'string' ? value.description : ''
  const closed = 'status' in value && isClosedScheduling(value)
  const words = [
    date === null ? '' : formatDateTime(date),
    note === CAPTURE_NOTE ? '' : note,
    closed ? 'encerrado' : '',
  ]
  return words.filter((word) => word !== '').join(' · ') || EMPTY
}

const reasonWords = (value: object): string =>
  'reason' in value && typeof value.reason === 'string' ? value.reason : EMPTY

function resultWords(value: unknown): string {
  const result = callResultOf(value)
  return result === null ? EMPTY : callResultWords(result)
}

/** An address or a product as a whole: its values in a row. */
function partsWords(value: object): string {
  const words = Object.values(value).filter((part) => typeof part === 'string' && part !== '')
  return words.join(' · ') || EMPTY
}

const isLimit = (value: unknown): value is { kind: string; until: string } =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  'until' in value &&
  typeof value.until === 'string'

const limitsWords = (value: object): string =>
  (Array.isArray(value) ? value : [value]).filter(isLimit).map(obligationWords).join(' · ') || EMPTY

const SUGGESTION_WORDS = { opened: 'Aberta no WhatsApp', dismissed: 'Dispensada' } as const

function textWords(field: string, value: string): string {
  if (field === 'identity') return ownValue(IDENTITY_WORDS, value) ?? value
  if (field === 'suggestion') return ownValue(SUGGESTION_WORDS, value) ?? value
  if (INSTANT.test(value)) return formatDateTime(value)
  if (DAY.test(value)) return formatDay(value)
  if (/(^|[._])((cell)?phone|responsible_(mobile|landline))$|^(call|conversation)$/.test(field))
    return formatPhone(value)
  if (field.endsWith('cpf')) return formatDocument(value)
  if (field.endsWith('.cep')) return formatCep(value)
  return field === 'file_path' ? 'PDF anexado' : value
}

export function fieldValue(field: string, value: unknown, names: Names): string {
  if (isEmpty(value)) return EMPTY
  if (field === 'call_result') return resultWords(value)
  if (typeof value === 'object' && /^obligations?$/.test(field)) return limitsWords(value)
  if (typeof value === 'object' && field === 'suggested_message') return reasonWords(value)
  if (typeof value === 'object')
    return field === 'lead_scheduling' ? schedulingWords(value) : partsWords(value)
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'string') return textWords(field, value)
  if (typeof value !== 'number') return EMPTY
  return LINES[field]?.[1]?.(value, names) ?? String(value)
}
