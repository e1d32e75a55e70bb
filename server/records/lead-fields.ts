/**
 * What only the server says of each field of a lead (`src/domain/lead/fields.ts`): to readers of the API's document, to the
 * assistant's service, to those who erase a person or search its mentions, and to readers of an export.
 */
import { type FieldWith, type LeadField } from '../../src/domain/lead/fields.ts'
import { keysOf, partsOf } from '../../src/domain/record/parts.ts'
import { byReason, dates, happens, type Meaning, onTime, says } from './meaning.ts'
import { CONTRACT } from './proposals.ts'

interface Facts {
  /** In the API's document. */
  readonly meaning: Meaning
  /**
   * What the assistant's service gets of it: the value, or a placeholder for the name of a user. Absent: nothing, as for all that
   * people typed. docs/rules.md#assistant
   */
  readonly given?: 'value' | 'user'
  /**
   * Why a text contains no personal data: an erasure leaves it, and no mention is searched in it.
   * docs/rules.md#personal-data
   */
  readonly text?: string
  /** Why days are no personal data. */
  readonly days?: string
  /** Why no mention is searched in a text that an erasure takes. docs/rules.md#mentions */
  readonly unsearched?: string
  /** In LEIA-ME of an export, where the name on the screens is not enough. */
  readonly sheet?: string
}

/** They are documented with the clients, and `id` with all other records. */
type DocumentedElsewhere = FieldWith<'client'> | 'client_uid' | 'id'

const FACTS = {
  uid: {
    meaning: says(
      'Identificação do registro, um UUID feito por quem o criou.',
      '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
    ),
  },
  version: {
    meaning: says('Número da transação que escreveu a linha por último. Muda a cada mudança.', 88123),
  },
  state: {
    meaning: says('Situação do lead: 1 Origem, 2 em atendimento, 3 finalizado.', 2),
    given: 'value',
    sheet: 'Etapa: lead_state em listas',
  },
  status: {
    meaning: says(
      'Status do lead: 1 Origem, 2 Negociação, 3 Whatsapp/Ligou, 4 Envio Cotação, 5 Vendido com Pendência, 6 Finalizado.',
      2,
    ),
    given: 'value',
    sheet: 'Status: lead_status em listas',
  },
  channel_id: {
    meaning: says('Número do canal por que o lead veio (`GET /channels`).', 1),
    given: 'value',
    sheet: 'Canal: o número em canais',
  },
  inviter_id: {
    meaning: says('Número do usuário que indicou. null: ninguém.', 3),
    given: 'user',
    sheet: 'Indicador: o número em usuarios',
  },
  broker_id: {
    meaning: says('Número do corretor. null: nenhum.', 2),
    given: 'user',
    sheet: 'Corretor: o número em usuarios',
  },
  partner_id: {
    meaning: says('Número da concessionária (`GET /partners`). null: nenhuma.', 24),
    given: 'value',
    sheet: 'Concessionária: o número em Parceiros',
  },
  insurance_id: {
    meaning: says('Número do seguro (`GET /insurances`). null: não se sabe.', 1),
    given: 'value',
    sheet: 'Seguro: o número em seguros',
  },
  insurance_expiration: {
    meaning: says('Mês em que o seguro atual vence, de 1 a 12. null: não se sabe.', 10),
    given: 'value',
  },
  proposal: { meaning: says('Número da proposta.', 'P-2048'), text: CONTRACT },
  proposal_date: { meaning: happens('Momento em que a proposta foi feita.'), given: 'value' },
  product: { meaning: says('O que será segurado.', 'Onix 1.0', 3) },
  product_details: { meaning: says('O que se sabe do veículo.') },
  additional_information: {
    meaning: says('Informações adicionais, em texto livre.', 'Prefere contato à tarde'),
  },
  contact_type: {
    meaning: says('Como o contato foi feito (`leads_contact_type` de `GET /dashboard`).', 1),
    given: 'value',
    sheet: 'Tipo de contato: lead_contact_type em listas',
  },
  quoted_type: {
    meaning: says('Como a cotação foi apresentada (`leads_contact_type`).', 1),
    given: 'value',
    sheet: 'Como apresentou a proposta: lead_contact_type em listas',
  },
  sold_type: {
    meaning: says('Como a resposta da venda veio (`leads_contact_type`).', 1),
    given: 'value',
    sheet: 'Como recebeu a resposta: lead_contact_type em listas',
  },
  contact_date: { meaning: happens('Momento do contato.'), given: 'value' },
  quoted_date: { meaning: happens('Momento da cotação.'), given: 'value' },
  sold_date: {
    meaning: happens('Momento da venda, ou da resposta de que não haverá venda.'),
    given: 'value',
  },
  quoted: { meaning: says('Se foi cotado: 1 sim, 0 não.', 1), given: 'value' },
  quote_link_pending: { meaning: says('O lead foi marcado como cotado antes de o link poder ser aberto.') },
  sold: {
    meaning: says('Se foi vendido: 1 sim, 0 não, null ainda não se decidiu.', 1),
    given: 'value',
    sheet: 'Resultado: lead_sold em listas',
  },
  lost_sale: {
    meaning: says('Motivo da não venda (`leads_lost_sale` de `GET /dashboard`). null: nenhum.', 3),
    given: 'value',
    sheet: 'Motivo da não venda: lead_lost_sale em listas',
  },
  competitor_broker: {
    meaning: says('Corretora com que o cliente fechou. null: nenhuma.', 2),
    given: 'value',
    sheet: 'Fechou com qual corretora: o número em concorrentes',
  },
  old_competitor_broker: {
    meaning: says('Corretora concorrente da apólice anterior. null: nenhuma.', 2),
    given: 'value',
    sheet: 'Corretora anterior: o número em concorrentes',
  },
  sale_value_cents: {
    meaning: says('Valor da venda em centavos. null: não há.', 245090),
    given: 'value',
    sheet: 'Valor da venda em centavos',
  },
  commission_percentage: {
    meaning: says('Comissão em porcento, de 0 a 100. null: não há.', 12.5),
    given: 'value',
  },
  nps_value: { meaning: says('Nota que o cliente deu, de 0 a 10. null: não deu.', 9), given: 'value' },
  file_path: {
    meaning: says('Identificação do PDF do lead. null: não tem.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
    unsearched: 'a key, a digest or a word of Farol',
    sheet: 'PDF atual: o uid em arquivos',
  },
  date_fail: { meaning: says('A data da proposta não é conhecida.'), given: 'value' },
  endorsement_date: {
    meaning: dates('Dia do endosso. null: não há.'),
    given: 'value',
    days: 'days of a policy',
  },
  end_of_validity: {
    meaning: dates('Último dia da apólice. null: não se sabe.'),
    given: 'value',
    days: 'days of a policy',
  },
  old_insurer: {
    meaning: says('Seguradora da apólice anterior.', 'Seguradora Alfa'),
    text: 'an insurer, as reports count it',
  },
  old_end_of_validity: {
    meaning: dates('Último dia da apólice anterior. null: não se sabe.'),
    given: 'value',
    days: 'days of a policy',
  },
  old_number: {
    meaning: says('Número no sistema de que o lead foi importado. null: nasceu no Farol.', '8841'),
    text: CONTRACT,
  },
  insurance_details: { meaning: says('O que o tipo de seguro perguntou. Os campos dependem de `kind`.') },
  backup_car: {
    meaning: says(
      'Oferta de BackUp Car: 0 não oferecido, 1 oferecido e não vendido, 2 oferecido e vendido. null: sem resposta.',
      1,
    ),
    given: 'value',
  },
  pague_menos: {
    meaning: says(
      'Oferta de Pague Menos: 0 não oferecido, 1 oferecido e não vendido, 2 oferecido e vendido. null: sem resposta.',
      1,
    ),
    given: 'value',
  },
  seguro_conteudo: {
    meaning: says(
      'Oferta de seguro de conteúdo: 0 não oferecido, 1 oferecido e não vendido, 2 oferecido e vendido. null: sem resposta.',
      1,
    ),
    given: 'value',
  },
  attendance_on_time: { meaning: onTime('Finalizado no prazo'), given: 'value' },
  indication_on_time: { meaning: onTime('Indicado no prazo'), given: 'value' },
  capture_on_time: { meaning: onTime('Capturado no prazo'), given: 'value' },
  first_call_on_time: { meaning: onTime('Primeira ligação no prazo'), given: 'value' },
  create_lead_date: { meaning: happens('Momento em que o lead foi criado.'), given: 'value' },
  capture_date: {
    meaning: happens('Momento em que o lead foi capturado. null: ainda não foi.'),
    given: 'value',
  },
  first_call_date: { meaning: happens('Momento da primeira ligação. null: ninguém ligou.'), given: 'value' },
  end_lead_date: {
    meaning: happens('Momento em que o lead terminou. null: ainda não terminou.'),
    given: 'value',
  },
  service_status: {
    meaning: says('Situação do atendimento (`leads_service_status` de `GET /dashboard`). null: nenhuma.', 1),
    given: 'value',
    sheet: 'Situação do atendimento: lead_service_status em listas',
  },
  suspended_lead: { meaning: says('O lead está suspenso.'), given: 'value' },
  on_fire: { meaning: says('O lead é urgente.'), given: 'value' },
  pending_sell: { meaning: says('Vendido com pendência.'), given: 'value' },
  negociate: { meaning: says('O lead entrou em negociação.'), given: 'value' },
  cancelled: { meaning: says('Foi cancelado.'), given: 'value' },
  lead_scheduling: { meaning: says('O último agendamento do lead. null: nunca houve.') },
  suggested_message: {
    meaning: says('A mensagem que o corretor pode enviar ou dispensar. null: nenhuma.'),
    unsearched: 'the server wrote why it suggests a message',
  },
  obligations: {
    meaning: says('Os prazos da lei que correm, o mais próximo primeiro. null: nenhum.'),
    unsearched: 'its notes are searched in obligations, and follow them',
    sheet: 'Prazos da lei que correm: todos estão em prazos-da-lei',
  },
} as const satisfies Readonly<Record<Exclude<LeadField, DocumentedElsewhere>, Facts>>

/** For the API's document. */
export const LEAD_MEANINGS = partsOf(FACTS, 'meaning')

const GIVEN = partsOf(FACTS, 'given')
/** Fields whose values the assistant's service gets: dates, choices, flags and figures, and nothing about a client. */
export const GIVEN_VALUES = keysOf(GIVEN).filter((field) => GIVEN[field] === 'value')
/** Fields that name users of Farol. */
export const GIVEN_USERS = keysOf(GIVEN).filter((field) => GIVEN[field] === 'user')

/** Columns without personal data, by the reason. */
export const NO_PERSON = byReason({ ...partsOf(FACTS, 'text'), ...partsOf(FACTS, 'days') })
/** Columns in which no mention is searched, by the reason. */
export const NO_MENTIONS = byReason(partsOf(FACTS, 'unsearched'))

/** Words for an export. */
export const SHEET_WORDS: Readonly<Record<string, string>> = partsOf(FACTS, 'sheet')
