/** Leads, seus passos e suas propostas. */
import { CALL_FACTS, SCHEDULING_FACTS } from '../../../records/calls.ts'
import { LEAD_MEANINGS } from '../../../records/lead-fields.ts'
import { LIST_FACTS } from '../../../records/lists.ts'
import {
  counts,
  dates,
  except,
  happens,
  type Meanings,
  named,
  percents,
  says,
} from '../../../records/meaning.ts'
import { OBLIGATION_FACTS } from '../../../records/obligation-facts.ts'
import { PROPOSAL_FACTS } from '../../../records/proposals.ts'
import { meaningsIn, under } from '../../../records/tables/table.ts'

export const DETAILS_KIND = says('O tipo de seguro a que os detalhes pertencem.', 'vehicle')

export const LEADS_EVERYWHERE: Meanings = {
  // Os campos do lead
  ...LEAD_MEANINGS,
  'suggested_message.made_at': happens('Quando foi sugerida.'),
  'suggested_message.reason': says('Por que é sugerida, em palavras.', 'A apólice vence em 30 dias'),
  // O lead
  lead: except(says('O lead.'), { integer: says('Número do lead.', 1234) }),
  leads: except(says('Os leads.'), { integer: counts('Quantos leads são.') }),
  lead_id: says('Número do lead.', 1234),
  lead_uid: says('Identificação do lead, um UUID.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
  'insurance_details.kind': DETAILS_KIND,
  channel: except(says('O canal.'), { string: LIST_FACTS.channels.fields.name.own }),
  inviter: says('Quem indicou.'),
  broker: except(says('O corretor.'), {
    integer: says('Número do corretor.', 2),
    string: says('Nome do corretor.', 'Bruna Souza'),
  }),
  partner: except(says('A concessionária.'), {
    string: says('Nome ou código da concessionária.', 'Concessionária Centro', '0042'),
  }),
  insurance: except(says('O seguro.'), {
    integer: says('Número do seguro.', 1),
    string: LIST_FACTS.insurances.fields.name.own,
  }),
  'channel.id': says('Número do canal.', 1),
  'channel.name': LIST_FACTS.channels.fields.name.own,
  'inviter.id': says('Número de quem indicou.', 3),
  'inviter.name': says('Nome de quem indicou.', 'Ivo Lima'),
  'broker.id': says('Número do corretor. null: ninguém.', 2),
  'broker.name': says('Nome do corretor.', 'Bruna Souza'),
  'partner.id': says('Número da concessionária.', 24),
  'partner.name': LIST_FACTS.partners.fields.name.own,
  'insurance.id': says('Número do seguro.', 1),
  'insurance.name': LIST_FACTS.insurances.fields.name.own,
  'lead.id': says('Número do lead. null: ainda não tem.', 1234),
  'leads.id': says('Número do lead. null: ainda não tem.', 1234),
  inviter_Phone: says('Telefone de quem indicou, só dígitos.', '11987654321'),
  inviter_phone: says(
    'Telefone de quem indicou, quando o formulário o muda. Com ou sem máscara.',
    '11987654321',
  ),
  // A proposta e o produto
  details: says('Detalhes em texto livre.', 'Prata, quatro portas'),
  chassis: named('9BWZZZ377VT004251'),
  license_plate: named('ABC1D23'),
  year: says('Ano do modelo.', '2024', 2024),
  brand: named('Chevrolet'),
  elective_lead_id: says('Número da proposta importada que preencheu o formulário.', 77),
  file_uid: says(
    'Identificação de um PDF anterior do lead. Sem ela: o atual.',
    '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
  ),
  // Contato, cotação e venda
  sale_value: says('Valor da venda em reais, decimal com ponto. null: não há.', '2450.90'),
  // Agendamentos, ligações e prazos da lei
  ...meaningsIn(SCHEDULING_FACTS, 'meaning'),
  ...under('lead_scheduling', meaningsIn(SCHEDULING_FACTS, 'own')),
  ...meaningsIn(CALL_FACTS, 'meaning'),
  ...under('calls', meaningsIn(CALL_FACTS, 'own')),
  ...meaningsIn(OBLIGATION_FACTS, 'meaning'),
  ...under('obligations', meaningsIn(OBLIGATION_FACTS, 'own')),
  sender_id: says('Quem mandou a mensagem que não foi; null: ninguém mandou.', 2),
  // Nota
  note: says('A nota, sem nome e hora: o servidor os acrescenta.', 'Prefere que liguem depois das 18h'),
  // O que se pode fazer
  quote_type: says('1 veículo, 2 outro seguro. null: não se pode cotar.', 1),
  link: says('O endereço a abrir. null: não há.', 'https://multicalculo.example.com/?lead=1234'),
  attendance_flow: says('O fluxo de atendimento do canal.'),
  var_id: says('Número da escolha na lista.', 2),
  value: says('A palavra da escolha.', 'Negociação'),
  // Histórico
  command: says('Nome do comando.', 'lead.capture'),
  occurred_at: happens('Momento em que o usuário fez.'),
  received_at: happens('Momento em que o servidor recebeu.'),
  offline: says('Chegou mais de um minuto depois: esperou num aparelho.'),
  changes: says('Os campos mudados, cada um antes e depois.'),
  before: says('O valor antes.'),
  after: says('O valor depois.'),
  // Propostas das concessionárias
  ...meaningsIn(PROPOSAL_FACTS, 'meaning'),
  'product_informations.name': says('Nome do veículo.', 'Onix 1.0'),
  userLogin: says('Login do indicador.', 'ivo'),
  imported: says('Já há um lead desta proposta.'),
  // Ligações
  extension: says('O número a chamar, com ou sem máscara.', '11987654321'),
  call_id: says('Identificação da ligação.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
}

/** What only these calls have: by the path that theirs begin with. */
export const LEADS_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/elective_lead': { partnerId: says('Número da concessionária.', 24) },
  '/leadVerification': {
    'inviter.login': says('Login de quem indicou.', 'ivo'),
    leadNum: says('Número da proposta.', 'P-2048'),
    found: says('A proposta foi encontrada.'),
    actual_proposal: says('Número atual da proposta no lead.', 'P-2049'),
    older_proposal: says('Número da proposta antes da última mudança.', 'P-2048'),
    updated_at: happens('Momento da última mudança.'),
  },
  '/leads': {
    'channel_id[]': says('O mesmo que `channel_id`, para repetir o nome.', 1),
    'broker_id[]': says('O mesmo que `broker_id`, para repetir o nome.', 2),
    'partner_id[]': says('O mesmo que `partner_id`, para repetir o nome.', 24),
    'insurance_id[]': says('O mesmo que `insurance_id`, para repetir o nome.', 1),
    isDeadlineEdit: says(
      'Diz que o corpo é a mudança das quatro marcas de prazo. O valor não importa.',
      true,
    ),
    saven_days: except(counts('Agendamentos abertos dos próximos sete dias, sem os atrasados.', 4), {
      asked: says('Só leads com agendamento aberto nos próximos sete dias, sem os atrasados.'),
    }),
    schedule: says('Só leads com agendamento aberto.'),
    only_schedules: says('Só agendamentos: a aba Agendamentos.'),
    isStatusFilterButton: says('O status vem de um botão de resultado.'),
    filters: says('Os filtros do Dashboard.'),
    'partners[]': says('O mesmo que `partners`, para repetir o nome.', 24),
    'brokers[]': says('O mesmo que `brokers`, para repetir o nome.', 2),
    'technical_teams[]': says('O mesmo que `technical_teams`, para repetir o nome.', 1),
    paginate: says('O mesmo que `per_page`. Sem ele: todas as linhas.', 10),
    limit: says('Quantas linhas, no máximo.', 100),
    offset: says('Quantas linhas pular.', 0),
    withAuth: says('1 com login, 0 sem login.', 1),
    receipt: says('O código do recibo, feito por quem envia. Só sem login.', 'ABCD-EFGH-JKMN-PQRS'),
    isCallReport: says('1: a chamada é o Relatório de Ligações. Sem ele: a lista do Dashboard.'),
    summaryReport: says('O resumo.'),
    inviter_name: says('Nome do indicador. null: nenhum.', 'Ivo Lima'),
    partner_name: says('Nome da concessionária. null: nenhuma.', 'Concessionária Centro'),
    quoted_type_name: says('Como a cotação foi apresentada, em palavras.', 'WhatsApp'),
    sold_type_name: says('Como a resposta veio, em palavras.', 'WhatsApp'),
    inviter_all_leads: counts('Indicações no período.'),
    indications_on_time: counts('Indicados no prazo.'),
    indications_not_on_time: counts('Indicados fora do prazo.'),
    conversion: percents('Vendidos em cada cem'),
    ranking: says('Posição. null na linha de totais.', 1),
    on_time: counts('No prazo.'),
    'summaryReport.sold': counts('Vendidos.'),
    'total.sold': counts('Vendidos.'),
    'summaryReport.quoted': counts('Cotados.'),
    'total.quoted': counts('Cotados.'),
    out_time: counts('Fora do prazo.'),
    not_sold: counts('Não vendidos.'),
    call_status: says('Resultado da primeira ligação (`GET /callsResult`). null: não se sabe.', 1),
    weeks: says('Semanas com leads, a mais antiga primeiro.'),
    week: dates('A segunda-feira da semana.'),
    type_id: says('1 contato, 2 cotação, 3 venda.', 1),
  },
  '/leads-permissions': {
    can_call: says('Pode ligar.'),
    can_finish: says('Pode finalizar.'),
    can_negociate: says('Pode negociar.'),
    can_quote: says('Se pode cotar, e como.'),
    able_to_quote: says('Pode cotar.'),
  },
  '/leads/list-count': {
    count: except(counts('Quantos são.'), { object: says('As contagens.') }),
    leads_status_count: says('Leads por status.'),
    leads_channel_count: says('Leads por canal.'),
    'leads_channel_count.id': says('Número do canal.', 1),
    news: counts('Leads sem corretor, criados na última hora útil.'),
    late_scheduling: counts('Leads com agendamento atrasado.'),
    vn: counts('Leads do seguro 1, veículo novo.'),
    vu: counts('Leads do seguro 2, veículo usado.'),
    vd: counts('Leads do seguro 3, venda direta.'),
    agendaments_count: says('Agendamentos abertos.'),
    late: counts('Os atrasados.'),
  },
  '/quote': { leadId: says('Número do lead.', 1234) },
}
