/** Transferências, importações e os nomes que outros programas esperam. */
import { counts, except, happens, type Meanings, percents, says } from '../../../records/meaning.ts'

const ADDRESS = 'O mesmo que no endereço do cliente'

export const MOVEMENTS_EVERYWHERE: Meanings = {
  // Transferências
  moved: counts('Leads que mudaram de corretor.'),
  undo_until: happens('Até quando a transferência pode ser desfeita.'),
  // Usuários
  all_partners: says('Vê todas as concessionárias.'),
  // Importação de renovações
  blank: counts('Linhas em branco do arquivo.', 20),
  undecided: counts('Linhas que esperam uma decisão.', 1),
  candidates: says('As apólices ou os clientes que a linha pode ser.'),
  decisions: says('O que é cada linha.'),
  // Planilhas e figuras
  columns: says(
    'As colunas da planilha, na ordem, separadas por vírgula. Por padrão, todas.',
    'client_name,status',
  ),
  with_figures: says('1: a resposta diz quais dos seus leads cada figura conta.', 1),
  figure_leads: says('Por figura e linha do resumo, os números dos leads da resposta que ela conta.'),
  // Nomes que outros programas esperam
  next_status: says('Os status em que o lead pode ir agora.', 3),
  arquivo_oc: says(
    'O documento do lead, o mesmo que `file_path`. null: não tem.',
    '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091.pdf',
  ),
  children: says('Os canais que dependem deste.'),
  client_Cpf: says('O mesmo que `client_cpf`.', '52998224725'),
  client_Rg: says('O mesmo que `client_rg`.', '123456789'),
  client_Email: says('O mesmo que `client_email`.', 'ana@example.com'),
  client_CEP: says(`${ADDRESS}: CEP.`, '01310100'),
  client_address_street: says(`${ADDRESS}: rua.`, 'Avenida Paulista'),
  client_address_number: says(`${ADDRESS}: número.`, '1000'),
  client_address_comp: says(`${ADDRESS}: complemento.`, 'Sala 12'),
  client_address_district: says(`${ADDRESS}: bairro.`, 'Bela Vista'),
  client_address_city: says(`${ADDRESS}: cidade.`, 'São Paulo'),
  client_address_state: says(`${ADDRESS}: estado.`, 'SP'),
}

/** Of a transfer, and of who leaves. */
export const LEADS_GO_TO = says(
  'Para onde vão: broker a um corretor, share repartidos entre vários, origin à Origem, stay ficam.',
  'broker',
)
const UNDECIDED = says(
  'Por que a linha espera uma decisão.',
  'Mais de um cliente tem este nome e este contato',
)

/** What only these calls have: by the path that theirs begin with. */
export const MOVEMENTS_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/insurers': {
    insurer_id: says('Número da seguradora.', 8),
    spelling: says('A grafia, como veio no arquivo.', 'Tokyo Marine Seg'),
    proposed: says('A seguradora que mais parece. null: nenhuma.'),
    seen_at: happens('Momento em que a grafia veio pela primeira vez.'),
  },
  '/lead-temps': {
    people: says('Os clientes que o segurado pode ser. Com eles, só isso está em dúvida.'),
    policies: says('As duas apólices.'),
    keep_id: says('Número da apólice que fica.', 77),
    decision: says('update: é uma das apólices; create: é outra; discard: nenhuma.', 'create'),
    temp_id: says('Número da apólice que a linha é, quando é uma das que já existem.', 77),
    document: says('CPF ou CNPJ do segurado, só letras e dígitos.', '52998224725'),
    item: says('Item da apólice, nas de frota.', '2'),
    'row.group': says('Grupo hierárquico.', '10'),
    notes: says('O que da linha ficou de fora.'),
    reference_month: except(says('O mês, AAAAMM.', '202610'), {
      asked: says('O mês, AAAAMM, ou o ano inteiro, AAAA.', '202610'),
    }),
    update_status: says(
      '0 ainda não atualizado, 1 cliente alterado, 2 lead agendado, 9 renovador não encontrado.',
      2,
    ),
    months: says('Linhas do filtro por mês e situação.'),
    updated: counts('Leads atualizados.', 15),
    unassigned: counts('Sem corretor: esperam ser atribuídas.', 5),
    ids: says('Números das renovações.'),
    assigned: counts('Renovações atribuídas.', 5),
    skipped: says('As que não puderam, com o motivo.'),
    'skipped.id': says('Número da renovação.', 77),
  },
  '/lead-transfers': {
    'to.kind': LEADS_GO_TO,
    'left_leads.reason': says('Por que o lead ficou como estava.', 'Já está com este corretor'),
    shares: says('Quantos dos leads vão a cada corretor. Sem isso, vai cada um a quem tem menos.'),
    load: counts('Leads em aberto do corretor.', 12),
    unclaimed: counts('Destes, os que foram para Origem porque quem os receberia saiu antes.', 0),
    made_at: happens('Momento da transferência.'),
    leaver: says('Quem saiu. null: os leads foram escolhidos.'),
    left: counts('Leads que ficaram como estavam.', 1),
    left_leads: says('Os leads que ficaram como estavam, com o motivo; até 100.'),
    user_left: says('O usuário mudou desde então e fica como está.'),
    returned: counts('Quantos voltaram.', 1),
  },
  '/leads-origin': {
    leads_count: counts('Leads do corretor.'),
    leads_by_channel: says('Os leads do corretor por canal.'),
    by_insurance: says('Os leads do canal por seguro.'),
    qtd: counts('Quantos leads.'),
    percent: percents('Parte do total da linha de cima'),
  },
  '/leads/list-presencial': { end_lead: happens('Momento em que o lead terminou. null: está em aberto.') },
  '/imports/:id/decisions': { reason: UNDECIDED },
  '/lead-temps/import/:id/decisions': { reason: UNDECIDED },
  '/lead-temps/import': {
    state: says('running: em andamento. done: terminou. cancelled: foi cancelada.'),
    channel_id: says('27 renovação própria, 28 de terceiros.', 27),
    total: counts('Linhas boas da planilha.', 120),
  },
}

/** What means something else in one call. */
export const MOVEMENTS_BY_OPERATION: Readonly<Record<string, Meanings>> = {
  'GET /lead-transfers': { by: says('Quem transferiu.', 'Ana Martins') },
  'PUT /lead-transfers/:uid': { to: says('Para quem vão os leads.') },
  'GET /imports/:id/kept': {
    kind: says('client: cliente. lead: lead. user: usuário. partner: concessionária.'),
    id: says('Número no Farol.', 2041),
    name: says('Nome do cliente, do usuário ou da concessionária.', 'Maria Oliveira'),
    reason: says('Por que ficou.', 'Tem ligações'),
  },
}
