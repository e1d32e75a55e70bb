/** Linhas e comandos da sincronização, e os detalhes de cada tipo de seguro. */
import { LIST_TABLES, MANAGED_LISTS } from '../../../../src/domain/catalogue/lists.ts'
import { factsOf } from '../../../records/lists.ts'
import { counts, dates, except, happens, type Meanings, says } from '../../../records/meaning.ts'
import { OBLIGATION_FACTS } from '../../../records/obligation-facts.ts'
import { meaningsIn, under } from '../../../records/tables/table.ts'
import { USER_FACTS } from '../../../records/users.ts'
import { DETAILS_KIND, LEADS_EVERYWHERE } from './leads.ts'
import { OWN_CHANNEL, PEOPLE_EVERYWHERE } from './people.ts'

const COMMAND_KEY = says(
  'Chave do comando, um UUID feito pelo aparelho.',
  '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
)

export const SYNC_EVERYWHERE: Meanings = {
  // Argumentos de comandos
  done_on: dates('Dia em que foi cumprido.'),
  // Detalhes por tipo de seguro
  'details.type': says('De um veículo: novo ou usado. De uma residência: habitual ou de veraneio.'),
  'details.purpose': says('Para que a bicicleta é usada.'),
  'details.vehicle': says('O veículo da franquia.', 'Onix 1.0'),
  'details.insurer': says('Seguradora da apólice da franquia.', 'Porto Seguro'),
  'details.quantity': counts('Quantos animais são.', 1),
  model: says('Modelo do veículo.', 'Onix 1.0'),
  chassi: says('Chassi. Obrigatório se o veículo é usado.', '9BWZZZ377VT004251'),
  renavam: says('Renavam. Obrigatório se o veículo é usado.', '00639884962'),
  acquisition_date: dates('Dia da compra. null: não se sabe.'),
  breed: says('Raça.', 'Vira-lata'),
  species: says('Espécie.', 'Cão'),
  dependents: says('Número de dependentes, até dois dígitos.', 2),
  serious_illnesses: says('Doenças graves. Vazio: nenhuma.', 'Diabetes'),
  marital_status: says('Estado civil.', 'Casado'),
  storage_address: says('Endereço onde a bicicleta fica guardada.'),
  'storage_address.state': says('UF, duas letras.', 'MG'),
  responsible_name: says('Nome do responsável.', 'Ana Martins'),
  responsible_email: says('E-mail do responsável.', 'ana@example.com'),
  responsible_mobile: says('Celular do responsável.', '11987654321'),
  responsible_landline: says('Telefone fixo do responsável.', '1133334444'),
}

/** What only these calls have: by the path that theirs begin with. */
export const SYNC_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/leads/externalLead': {
    'details.value': says('Valor em reais, decimal com ponto. null: não se sabe.', '3500.00'),
    'details.email': says('O mesmo que `responsible_email`.', 'ana@example.com'),
    'details.mobile': says('O mesmo que `responsible_mobile`.', '11987654321'),
    'details.landline': says('O mesmo que `responsible_landline`.', '1133334444'),
  },
  '/obligations': { kind: OBLIGATION_FACTS.kind.own },
  '/sync': {
    'args.kind': OBLIGATION_FACTS.kind.own,
    'details.kind': DETAILS_KIND,
    'message.kind': says('template: de um modelo. text: escrita pelo usuário.'),
    timelines: says('Históricos de leads desta página.'),
    entries: says('As linhas do histórico.'),
    aliases: says('Clientes que passaram a levar a outro, de um uid ao outro.'),
    clients: says('Os clientes.'),
    'details.value_cents': says('Valor em centavos. null: não se sabe.', 350_000),
    erased: says('Identificações dos clientes apagados e de seus leads.'),
    cursor: says(
      'A posição. Guarde-a e envie-a na próxima leitura. Sem ela: tudo.',
      'eyJleGVtcGxvIjp0cnVlfQ',
    ),
    seen: says('O que o servidor já tinha visto na última resposta a comandos.', '88123'),
    removed: says('O que saiu da vista do usuário, também porque foi apagado.'),
    catalogues: says('Linhas dos cadastros.'),
    expected: counts('Linhas que a leitura inteira traz. Só na primeira página.', 5200),
    reset: says('A posição não valia mais: esta é a primeira página de uma leitura inteira.'),
    high: says('A leitura cobre toda versão abaixo desta.', 88124),
    server_time: happens('O relógio do servidor.'),
    commands: says('Os comandos, na ordem em que foram feitos.'),
    schema_version: says('Versão do formato do comando.', 1),
    args: says('Os dados do comando. O formato é o do comando.'),
    depends_on: says(
      'Chave do comando anterior do mesmo registro, se ainda esperava. null: nenhum.',
      'exemplo-de-chave-0',
    ),
    'commands.group': says(
      'Comandos seguidos de um mesmo lead com o mesmo grupo, de dois a quatro, são feitos todos ou nenhum. Sem ele: o comando sozinho.',
      'exemplo-de-grupo-1',
    ),
    results: says('Os resultados, na ordem dos comandos.'),
    'results.outcome': says(
      'applied: feito. conflict: outra pessoa mudou antes. rejected: uma regra recusa. blocked: espera outro.',
    ),
    refused_with: says(
      'Chave do comando do grupo que não foi aceito: este só foi recusado com ele.',
      'exemplo-de-chave-0',
    ),
    author_refused: says(
      'O que foi entregue na mão foi recusado a quem o cadastrou: quem recebeu pode enviá-lo como seu.',
    ),
    found_done: says('A linha já era assim: nada foi escrito.'),
    holder: says('O corretor do lead. null: ninguém.'),
    'holder.id': says('Número do corretor.', 2),
    'holder.name': says('Nome do corretor.', 'Bruna Souza'),
    yours: says('O valor que se quis escrever.'),
    last: says('A mudança que deu ao campo o valor atual.'),
    own: says('Foi o mesmo usuário.'),
    same_device: says('Foi no mesmo aparelho.'),
    handed: says('O que outro aparelho entregou na mão: os bytes do código, em base64url.', 'AQuZ3q2-7wAB'),
    sent_by: says(
      'Quem enviou antes a mesma criação, entregue na mão. Ausente: este usuário.',
      'Ana Martins',
    ),
    sealed: says('O envio fechado, em base64url.', 'AXrfmTc'),
    'results.key': COMMAND_KEY,
    call_uid: says(
      'Identificação da ligação, um UUID feito por quem a registra.',
      '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8093',
    ),
    message_uid: says(
      'Identificação da mensagem, um UUID feito pelo aparelho: ela sai uma vez.',
      '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80a1',
    ),
    suggestion_uid: says(
      'Identificação da mensagem sugerida. null: nenhuma.',
      '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80b1',
    ),
    other_uid: says(
      'Com `identity: other`: o cliente que o lead passa a ter, um UUID de um cliente conhecido ou novo.',
      '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8095',
    ),
    proof_kind: says('A prova: file o PDF do lead, message uma mensagem, note outra.', 'note'),
    'args.until': dates('Um dia antes do fim que a lei dá. null: o da lei.'),
    'args.proof': says('A prova em palavras. Vazia com `file`.', 'Entregue em mãos, com recibo'),
    suspended: says('true suspende, false libera.', true),
    opened_at: happens('Momento em que o usuário abriu a tela por último.'),
  },
}

/** What is said for all calls of fields that these rows have. */
const GENERAL: Meanings = { ...LEADS_EVERYWHERE, ...PEOPLE_EVERYWHERE }

const ROW = says('Identificação da linha.', '12')

export const PULLED: Meanings = {
  'entries.id': says('Número da linha do histórico.', 5120),
  id: except(ROW, { integer: says('O número. null: ainda não tem.', 12) }),
  limit: says('Linhas por página.', 2000),
  kind: says('O cadastro.', 'lead_status'),
  value: except(says('A linha do cadastro: os campos dependem de `kind`.'), {
    string: says('O nome do valor.', 'Negociação'),
  }),
  screen: says('A tela.', 'lead-duplicates'),
  ...Object.fromEntries(
    LIST_TABLES.flatMap((table) =>
      Object.entries(under(MANAGED_LISTS[table].kind, meaningsIn(factsOf(table).fields, 'own'))).filter(
        ([name, meaning]) => GENERAL[name] !== meaning,
      ),
    ),
  ),
  'setting.key': says('O nome da configuração.', 'time_to_capture_lead'),
  'user.status': USER_FACTS.status.own,
  'user.channel_id': OWN_CHANNEL,
  scope: says('O que o usuário vê.'),
  ended_days: says('Por quantos dias um lead finalizado fica no aparelho, contados de `end_lead_date`.'),
  'ended_days.sold': says('Dias de um lead vendido.', 30),
  'ended_days.lost': says('Dias dos outros leads finalizados.', 30),
  'ended_days.endorsement': says('Dias de um lead não vendido pelo motivo 5.', 30),
  'removed.clients': says(
    'Clientes que nenhum lead do usuário nomeia mais, sem os dos leads que só ficaram antigos.',
  ),
}

export const PUSHED: Meanings = {
  key: COMMAND_KEY,
  base: says('Os valores que o aparelho via nos campos que muda. Vazio: nada a comparar.'),
  current: says('O valor que o servidor tem.'),
  'args.status': says('O resultado da ligação (`GET /callsResult`).', 2),
  'args.way': says('Como se falou com o cliente.'),
  'args.link': says('later: o link da cotação ainda não pôde ser aberto.'),
  'args.name': says('Nome do arquivo.', 'proposta.pdf'),
  'args.changes': says('Os campos mudados, com os valores novos.'),
  'args.as_of': happens('Momento de que são os valores.'),
  'args.message': says('A mensagem.'),
  'message.values': says('O que o usuário viu no texto, pelos nomes dos campos.'),
  'args.decision': says('opened: aberta no WhatsApp do usuário. dismissed: dispensada.', 'dismissed'),
  'lead.beginObligation.args.note': OBLIGATION_FACTS.note.own,
  'args.details': says('O que o tipo de seguro pergunta. Os campos dependem de `kind`.'),
  device_id: says('Identificação do aparelho, de 8 a 64 letras, dígitos e `_.:-`.', 'integracao-01'),
}
