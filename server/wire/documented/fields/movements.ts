/** Transferências, importações e os nomes que outros programas esperam. */
import { counts, except, happens, type Meanings, says } from '../../../records/meaning.ts'

const ADDRESS = 'O mesmo que no endereço do cliente'

export const MOVEMENT_FIELDS: Meanings = {
  // Transferências
  shares: says('Quantos dos leads vão a cada corretor. Sem isso, vai cada um a quem tem menos.'),
  load: counts('Leads em aberto do corretor.', 12),
  moved: counts('Leads que mudaram de corretor.'),
  unclaimed: counts('Destes, os que foram para Origem porque quem os receberia saiu antes.', 0),
  undo_until: happens('Até quando a transferência pode ser desfeita.'),
  made_at: happens('Momento da transferência.'),
  leaver: says('Quem saiu. null: os leads foram escolhidos.'),
  left: counts('Leads que ficaram como estavam.', 1),
  left_leads: says('Os leads que ficaram como estavam, com o motivo; até 100.'),
  user_left: says('O usuário mudou desde então e fica como está.'),
  departed: says('O que foi feito dos leads de quem saiu. null: ninguém saiu.'),
  departure: says('Para onde vai o que está com quem sai. Sem ele, fica tudo como está.'),
  mailed_views: except(counts('Visões enviadas por e-mail.', 2), {
    string: says('O que será feito das visões enviadas por e-mail.', 'stop'),
  }),
  rules: except(says('O que será feito das regras de Lead Corretor Config.'), {
    integer: counts('Regras de Lead Corretor Config.', 2),
  }),
  returned: counts('Quantos voltaram.', 1),
  'devices.returned': counts('Alterações que o servidor devolveu ao aparelho.', 1),
  schedules: counts('Agendamentos em aberto.', 3),
  sessions: counts('Sessões em aberto.', 1),
  devices: says('Os aparelhos que o servidor conhece.'),
  documents: counts('Documentos que chegaram sem a alteração que os junta a um lead.', 1),
  // Usuários
  last_access: happens('Momento do último uso. null: nunca entrou.'),
  all_partners: says('Vê todas as concessionárias.'),
  // Importação de renovações
  blank: counts('Linhas em branco do arquivo.', 20),
  undecided: counts('Linhas que esperam uma decisão.', 1),
  place: counts('O lugar da sua próxima planilha na fila de leitura; 0: nenhuma espera.', 0),
  candidates: says('As apólices ou os clientes que a linha pode ser.'),
  people: says('Os clientes que o segurado pode ser. Com eles, só isso está em dúvida.'),
  person: says('A pessoa como está na linha.'),
  policies: says('As duas apólices.'),
  keep_id: says('Número da apólice que fica.', 77),
  insurer_id: says('Número da seguradora.', 8),
  spelling: says('A grafia, como veio no arquivo.', 'Tokyo Marine Seg'),
  proposed: says('A seguradora que mais parece. null: nenhuma.'),
  seen_at: happens('Momento em que a grafia veio pela primeira vez.'),
  decisions: says('O que é cada linha.'),
  decision: says('update: é uma das apólices; create: é outra; discard: nenhuma.', 'create'),
  temp_id: says('Número da apólice que a linha é, quando é uma das que já existem.', 77),
  document: says('CPF ou CNPJ do segurado, só letras e dígitos.', '52998224725'),
  item: says('Item da apólice, nas de frota.', '2'),
  'row.group': says('Grupo hierárquico.', '10'),
  notes: says('O que da linha ficou de fora.'),
  // Planilhas e figuras
  columns: says(
    'As colunas da planilha, na ordem, separadas por vírgula. Por padrão, todas.',
    'client_name,status',
  ),
  colunas: says("As colunas da tela na ordem escolhida, com '-' antes de uma oculta."),
  with_figures: says('1: a resposta diz quais dos seus leads cada figura conta.', 1),
  figure_leads: says('Por figura e linha do resumo, os números dos leads da resposta que ela conta.'),
  tab: says('A aba: renewal, renovação; new, seguro novo.', 'renewal'),
  // Nomes que outros programas esperam
  leads_count: counts('Leads do corretor.'),
  leads_by_channel: says('Os leads do corretor por canal.'),
  by_insurance: says('Os leads do canal por seguro.'),
  qtd: counts('Quantos leads.'),
  end_lead: happens('Momento em que o lead terminou. null: está em aberto.'),
  first_call_status: says('O resultado da primeira ligação. null: não houve.', 1),
  first_call_duration: says('Duração da primeira ligação, em segundos. null: não houve.', 95),
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
