/** A lead's fields in words, grouped as the form groups them. Pure: the view only lays them out. */

import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Client } from '../../domain/client/client.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { formatCep } from '../../domain/documents/masks.ts'
import { CAPTURE_NOTE } from '../../domain/lead/capture.ts'
import { isRenewal } from '../../domain/lead/channel-rules.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { FILE_STATE_WORDS, type FileState } from '../../domain/lead/lead-file.ts'
import { OFFERS, STATES, saleLabel, statusLine } from '../../domain/lead/status.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { monthName } from '../../domain/time/months.ts'
import { formatDate, formatDateTime } from '../../domain/time/sao-paulo.ts'

export interface LeadSection {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

interface Source {
  readonly lead: Lead
  readonly client: Client | null
  readonly file: FileState
  readonly catalogues: Catalogues
}

const offer = (value: 0 | 1 | 2 | null) => (value === null ? '' : (OFFERS[value] ?? ''))
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const percent = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const instant = (iso: string | null) => (iso === null ? '' : formatDateTime(iso))
/** Dates alone; noon keeps them on their day. */
const day = (date: string | null) => (date === null ? '' : formatDate(`${date.slice(0, 10)}T15:00:00Z`))
const yesOrNo = (flag: 0 | 1 | null) => (flag === null ? '' : flag === 1 ? 'Sim' : 'Não')

export function leadSections(source: Source): LeadSection[] {
  return [
    brokerSection(source),
    inviterSection(source),
    clientSection(source),
    productSection(source),
    saleSection(source),
    deadlineSection(source),
  ]
}

function brokerSection({ lead, catalogues }: Source): LeadSection {
  const name = (id: number | null) => (id === null ? '' : (catalogues.users.get(id)?.name ?? ''))
  const service =
    catalogues.serviceStatuses.find((entry) => entry.var_id === lead.service_status)?.value ?? ''
  const scheduling = lead.lead_scheduling?.description === CAPTURE_NOTE ? null : lead.lead_scheduling
  return {
    title: 'Informações do Corretor',
    facts: [
      ['Corretor', name(lead.broker_id)],
      ['Estado', STATES[lead.state] ?? ''],
      ['Status', statusLine(lead.status).label],
      ['Situação do atendimento', service],
      ['Agendamento', instant(scheduling?.scheduling_date ?? null)],
      ['Observações do agendamento', scheduling?.description ?? ''],
    ],
  }
}

function inviterSection({ lead, catalogues }: Source): LeadSection {
  const inviter = lead.inviter_id === null ? undefined : catalogues.users.get(lead.inviter_id)
  return {
    title: 'Informações do Indicador',
    facts: [
      ['Canal', catalogues.channels.get(lead.channel_id)?.name ?? ''],
      ['Indicador', inviter?.name ?? ''],
      ['Telefone do indicador', formatPhone(inviter?.phone ?? '')],
      ['Concessionária', lead.partner_id === null ? '' : (catalogues.partners.get(lead.partner_id) ?? '')],
      ['Proposta', lead.proposal ?? ''],
      ['Data da proposta', instant(lead.proposal_date)],
    ],
  }
}

function clientSection({ lead, client }: Source): LeadSection {
  const address = client?.address
  return {
    title: 'Informações do Indicado',
    facts: [
      ['Nome', lead.client_name],
      ['CPF/CNPJ', formatDocument(lead.client_cpf)],
      ['RG', client?.rg ?? ''],
      ['Data de nascimento', day(client?.birth_date ?? null)],
      ['Celular', formatPhone(lead.client_cellphone)],
      ['Telefone', formatPhone(lead.client_phone)],
      ['E-mail', client?.mail ?? ''],
      ['CEP', formatCep(address?.cep ?? '')],
      ['Endereço', [address?.street, address?.number, address?.comp].filter(Boolean).join(', ')],
      ['Bairro', address?.district ?? ''],
      ['Cidade', [address?.city, address?.state].filter(Boolean).join(' - ')],
      ['Informações adicionais', lead.additional_information],
    ],
  }
}

function productSection({ lead, catalogues }: Source): LeadSection {
  const insurance = lead.insurance_id === null ? '' : (catalogues.insurances.get(lead.insurance_id) ?? '')
  const { brand, year, chassis, license_plate, details } = lead.product_details
  const month = monthName(lead.insurance_expiration) ?? ''
  return {
    title: 'Produto',
    facts: [
      [isRenewal(lead.channel_id) ? 'Seguradora' : 'Seguro', insurance],
      ['Vencimento do Seguro', lead.end_of_validity === null ? month : day(lead.end_of_validity)],
      ['Mês de vencimento', month],
      ['Produto', lead.product ?? ''],
      ['Marca', brand],
      ['Ano', year],
      ['Chassi', chassis],
      ['Placa', license_plate],
      ['Detalhes', details],
    ],
  }
}

function saleSection({ lead, file, catalogues }: Source): LeadSection {
  const type = (id: number | null) => (id === null ? '' : (catalogues.contactTypes.get(id) ?? ''))
  return {
    title: 'Atendimento',
    facts: [
      ['Contato', [type(lead.contact_type), instant(lead.contact_date)].filter(Boolean).join(' · ')],
      ['Cotação', [type(lead.quoted_type), instant(lead.quoted_date)].filter(Boolean).join(' · ')],
      ['Cotado', yesOrNo(lead.quoted)],
      ['Venda', lead.state === 3 ? saleLabel(lead) : ''],
      ['Vendido com Pendência', yesOrNo(lead.pending_sell ? 1 : 0)],
      ['Resposta da venda', [type(lead.sold_type), instant(lead.sold_date)].filter(Boolean).join(' · ')],
      [
        'Motivo da não venda',
        lead.lost_sale === null ? '' : (catalogues.lostSales.get(lead.lost_sale) ?? ''),
      ],
      [
        'Corretora concorrente',
        lead.competitor_broker === null ? '' : (catalogues.competitors.get(lead.competitor_broker) ?? ''),
      ],
      [
        'Corretora anterior',
        lead.old_competitor_broker === null
          ? ''
          : (catalogues.competitors.get(lead.old_competitor_broker) ?? ''),
      ],
      ['Valor da venda', lead.sale_value_cents === null ? '' : money.format(lead.sale_value_cents / 100)],
      [
        'Comissão',
        lead.commission_percentage === null ? '' : `${percent.format(lead.commission_percentage)} %`,
      ],
      ['BackUp car', offer(lead.backup_car)],
      ['Pague Menos', offer(lead.pague_menos)],
      ['Seguro conteúdo', offer(lead.seguro_conteudo)],
      ['Data do endosso', day(lead.endorsement_date)],
      ['Arquivo', FILE_STATE_WORDS[file]],
      ['NPS', lead.nps_value === null ? '' : String(lead.nps_value)],
    ],
  }
}

function deadlineSection({ lead }: Source): LeadSection {
  return {
    title: 'Prazos',
    facts: [
      ['Criação', instant(lead.create_lead_date)],
      ['Captura', instant(lead.capture_date)],
      ['Primeira ligação', instant(lead.first_call_date)],
      ['Fim do atendimento', instant(lead.end_lead_date)],
      ['Indicado no Prazo?', yesOrNo(lead.indication_on_time)],
      ['Capturado no Prazo?', yesOrNo(lead.capture_on_time)],
      ['Primeira Ligação no Prazo?', yesOrNo(lead.first_call_on_time)],
      ['Atendimento no Prazo?', yesOrNo(lead.attendance_on_time)],
    ],
  }
}
