/** Names that mean something else in one call, and fields that are not shown. */
import { counts, dates, except, happens, type Meanings, says } from '../../../records/meaning.ts'
import { CALENDAR_BY_OPERATION } from './calendar.ts'
import { MOVEMENTS_BY_OPERATION } from './movements.ts'
import { PULLED, PUSHED } from './sync.ts'
import { WEBHOOKS_BY_OPERATION } from './webhooks.ts'

/** A trap for programs: a person leaves it empty. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['POST /leads/externalLead website'])

/** Whether the document leaves the field of the call out. */
export const isHidden = (operation: string, name: string): boolean => NOT_SHOWN.has(`${operation} ${name}`)

const HOURS = (what: string): Meanings[string] => says(`${what}, em horas úteis.`, 3)
const SETTINGS: Meanings = {
  first_call_on_time: HOURS('Tempo para a primeira ligação contar como no prazo'),
  indication_on_time: HOURS('Tempo da proposta à indicação, para contar como no prazo'),
}
const STEP = 'Jm9wYWNpZmlj-1kZW50aWRhZGU_c2VndXJhLTEyMzQ1'
const USER: Meanings = {
  id: says('Número do usuário.', 2),
  status: says('1 ativo, 0 inativo.', 1),
  channel_id: says('Número do canal do usuário.', 1),
  'data.id': says('Número do usuário.', 2),
  'data.status': says('1 ativo, 0 inativo.', 1),
  partners: says('As concessionárias do usuário; enviadas, os números delas.'),
}
const INCIDENT: Meanings = {
  description: says('O que aconteceu.', 'Um notebook foi perdido'),
  'meta.open': counts('Os que ainda esperam o aviso à ANPD.', 1),
}
const DEVICES: Meanings = {
  id: says('Identificação do aparelho.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
  'data.id': says('Identificação do aparelho.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
  'user.id': says('Número do usuário.', 2),
  'user.name': says('Nome do usuário.', 'Ana Martins'),
  'user.partners': says('Números das concessionárias do usuário.'),
  current: says('É o aparelho deste pedido.'),
  app_version: says('Versão do aplicativo. null: o aparelho não informa.', '0.2.0'),
  received_at: happens('Momento em que o aparelho recebeu a ordem. null: ainda não.'),
  'erase.state': says('requested: pedido. received: o aparelho recebeu. confirmed: os dados saíram dele.'),
  by: says('Quem pediu. null: não se sabe mais.', 'Ana Martins'),
}
const LIST_STATUS: Meanings = {
  channel_id: says('Número do canal.', 1),
  'leads_status_count.total': counts('Leads com este status.'),
}
const OWN: Meanings = { broker_id: says('Número do corretor.', 2) }
const RULE: Meanings = { ...OWN, status: says('1 vale, 0 não vale.', 1) }
const IMPORT: Meanings = {
  state: says('running: em andamento. done: terminou. cancelled: foi cancelada.'),
  channel_id: says('27 renovação própria, 28 de terceiros.', 27),
  total: counts('Linhas boas da planilha.', 120),
}
const WHOLE_EXPORT: Meanings = {
  export: says('A exportação. null: ninguém pediu uma.'),
  state: says('waiting: espera. running: em andamento. done: pronta. failed: falhou.'),
  total: counts('Linhas e arquivos ao todo.', 120_000),
  done: counts('Linhas e arquivos feitos.', 48_000),
  available: says('O arquivo pode ser baixado.'),
  rows: counts('Linhas de todas as planilhas. null: ainda não se sabe.', 118_000),
  problem: says('Por que falhou. null: não falhou.', 'O servidor ficou sem espaço em disco.'),
  user: says('Quem pediu.'),
  expires_at: happens('Momento em que o arquivo é apagado. null: ainda não está pronto.'),
}
const LIST_IMPORT: Meanings = {
  state: says(
    'preparing: guarda as linhas. running: em andamento. done: terminou. cancelled: foi cancelada. undoing: está sendo desfeita. undone: foi desfeita.',
  ),
  source: says('O sistema de que vieram os dados.', 'Pipedrive'),
  total: counts('Linhas boas da planilha.', 120),
  made: counts('Linhas que viraram um cadastro ou lead novo.', 100),
  updated: counts('Linhas que completaram campos em branco de um cadastro.', 15),
  undo_until: happens('Até quando pode ser desfeita. null: não pode, ou não pode mais.'),
  removed: counts('O que o desfazer já removeu.', 90),
}
const MAPPING: Meanings = {
  id: says('Número do mapeamento.', 3),
  name: says('Nome do mapeamento.', 'Pipedrive, negócios'),
  source: says('O sistema de que vêm os dados.', 'Pipedrive'),
}
const REQUEST: Meanings = {
  state: says('open: os que esperam. answered: os respondidos.'),
  details: says('O que a pessoa pediu.', 'Quer saber que dados guardamos'),
  'meta.open': counts('Os que esperam.', 2),
}
const STEPS: Meanings = {
  mail: says('Se os e-mails saem, e de onde.'),
  state: says('done: feito. open: a fazer. later: deixado para depois.'),
}
const TEAM: Meanings = { description: says('Nome da equipe técnica.', 'Equipe Centro') }
const INSURANCE: Meanings = { name: says('Nome do seguro.', 'Automóvel') }
const PARTNER: Meanings = { name: says('Nome da concessionária.', 'Concessionária Centro') }
const CHANNEL: Meanings = { name: says('Nome do canal.', 'Site') }
const COMPETITOR: Meanings = { name: says('Nome da corretora concorrente.', 'Corretora Beta') }
const KEY: Meanings = {
  name: says('Nome da chave.', 'Sistema da loja'),
  key: says('A chave. Guarde-a: ela não é mostrada de novo.', 'exemplo-de-chave'),
}
const PERSONA: Meanings = {
  name: says('Nome da persona.', 'Analista'),
  description: says('Para que serve.', 'Lê relatórios e explica números'),
}
const VIEW: Meanings = {
  name: says('Nome da visão.', 'Meu mês'),
  mail: says('Quando a planilha vai por e-mail. null: não vai.'),
}
const FILE: Meanings = { name: says('Nome do arquivo.', '2026-10-05-convite.eml') }
const REPORT_STATE: Meanings = { 'total.count': counts('Indicações.') }

/** The answer has the losses by each of these, and the leads have the numbers. */
const LOST_BY: Meanings = {
  channel_id: except(says('Número do canal.', 1), { array: says('As perdas por canal.') }),
  partner_id: except(says('Número da concessionária. null: nenhuma.', 24), {
    array: says('As perdas por concessionária.'),
  }),
  inviter_id: except(says('Número de quem indicou. null: ninguém.', 3), {
    array: says('As perdas por quem indicou.'),
  }),
  broker_id: except(says('Número do corretor. null: nenhum.', 2), { array: says('As perdas por corretor.') }),
  competitor_broker: except(says('Corretora com que o cliente fechou. null: nenhuma.', 2), {
    array: says('As perdas por concorrente.'),
  }),
}

const INSURER: Meanings = { aliases: says('As outras grafias da seguradora.') }

export const BY_OPERATION: Readonly<Record<string, Meanings>> = {
  'GET /dashboard': {
    ...SETTINGS,
    'channels.name': says('Nome do canal.', 'Site'),
    value: except(says('O valor da configuração.', 3), {
      string: says('A palavra da escolha.', 'Negociação'),
    }),
  },
  'PUT /settings': SETTINGS,
  'PUT /settings/logo': SETTINGS,
  'DELETE /settings/logo': SETTINGS,
  'GET /leads/list-broker': {
    ...LIST_STATUS,
    status: says('Filtro: número do status. Na resposta: o status do lead ou o resultado da ligação.', 2),
    'summaryReport.on_time': says('Primeiras ligações no prazo, de 0 a 100.', 87.5),
  },
  'GET /leads/list-count': LIST_STATUS,
  'GET /users': USER,
  'POST /users': USER,
  'GET /users/:id': USER,
  'PUT /users/:id': {
    ...USER,
    'departure.leads.to': says('Para onde vão os leads deste status.'),
    'departure.leads.status': says('O status dos leads: 1 os que esperam em Origem.', 1),
  },
  'GET /users/list': USER,
  'GET /users/:id/mail': {
    data: says('O último e-mail. null: nunca houve.'),
    state: says('waiting: espera. sent: foi. file: ficou num arquivo. failed: falhou.'),
  },
  'GET /administrators/emails': {
    what: says('asked: a troca foi pedida. changed: vale.'),
    by: says('Quem pediu ou confirmou a troca.'),
  },
  'GET /known-contact': { by: says('Pelo que a pessoa foi encontrada.', 'phone') },
  'GET /ai/chat-history': { 'consulted.to': says('O endereço da tela consultada.', '/leads') },
  'GET /clients/:id/personal-data/mentions': { from: says('O `next` da resposta anterior.', 'leads:1234') },
  'GET /clients/:id/personal-data/erasure': { rows: says('Quantas linhas sairão de cada tabela.') },
  'POST /sync/sealed': { current: says('O valor que o servidor tem.') },
  'POST /users/:id/link': { what: says('password: convite ou senha nova. email: o e-mail que espera.') },
  'GET /incidents': INCIDENT,
  'POST /incidents': INCIDENT,
  'GET /incidents/:id': INCIDENT,
  'PUT /incidents/:id': INCIDENT,
  'GET /data-requests': REQUEST,
  'POST /data-requests': REQUEST,
  'GET /data-requests/:id': REQUEST,
  'PUT /data-requests/:id': REQUEST,
  'PUT /data-requests/:id/answer': REQUEST,
  'DELETE /data-requests/:id/answer': REQUEST,
  'POST /lead-broker-config': RULE,
  'PUT /lead-broker-config/:id': RULE,
  'GET /imports': LIST_IMPORT,
  'POST /imports': LIST_IMPORT,
  'GET /imports/:id': LIST_IMPORT,
  'PUT /imports/:id/cancel': LIST_IMPORT,
  'POST /imports/:id/undo': LIST_IMPORT,
  'GET /imports/:id/refusals': {
    reason: says('Por que a linha foi recusada.', 'Sem nome do cliente'),
  },
  'GET /import-mappings': MAPPING,
  'POST /import-mappings': MAPPING,
  'POST /insurers': INSURER,
  'GET /insurers/:id': INSURER,
  'PUT /insurers/:id': INSURER,
  'GET /insurers/spellings': { id: says('Número da grafia.', 7) },
  'PUT /insurers/spellings/:id': {
    id: says('Número da grafia.', 7),
    decision: says('alias: grafia de `insurer_id`. new: seguradora nova. ignore: não perguntar mais.'),
  },
  'GET /lead-temps/doubles': { id: says('Número da apólice mais nova.', 812) },
  'PUT /lead-temps/doubles/:id': {
    id: says('Número da apólice mais nova.', 812),
    decision: says('two: são duas apólices. same: fica `keep_id`.'),
  },
  'PUT /imports/:id/decisions': {
    ...LIST_IMPORT,
    decision: says('join: é o cliente de `client_uid`. create: outra pessoa. discard: nada.'),
  },
  'GET /lead-temps/import': IMPORT,
  'POST /lead-temps/import': IMPORT,
  'PUT /lead-temps/import/:id/decisions': IMPORT,
  'GET /lead-temps/import/:id': IMPORT,
  'PUT /lead-temps/import/:id/cancel': IMPORT,
  'GET /lead-temps': {
    status: says('Número da situação: 2 lead agendado, 9 renovador não encontrado.', 2),
    client: says('Parte do nome do cliente, ou do documento.', 'Ana'),
  },
  'GET /first-steps': STEPS,
  'PUT /first-steps': STEPS,
  'PUT /first-steps/:step': STEPS,
  'GET /technical-team': TEAM,
  'GET /technical-team/for/filter': TEAM,
  'POST /technical-team': { ...TEAM, channels: says('Os canais da equipe; enviados, os números deles.') },
  'PUT /technical-team/:id': { ...TEAM, channels: says('Os canais da equipe; enviados, os números deles.') },
  'GET /insurances': INSURANCE,
  'GET /insurancesNoAuth': INSURANCE,
  'POST /insurances': INSURANCE,
  'PUT /insurances/:id': INSURANCE,
  'GET /partners': PARTNER,
  'GET /partners/by/auth': PARTNER,
  'GET /partners/:id': PARTNER,
  'POST /partners': PARTNER,
  'PUT /partners/:id': PARTNER,
  'GET /channels': CHANNEL,
  'POST /channels': CHANNEL,
  'PUT /channels/:id': CHANNEL,
  'POST /competitor-brokers': COMPETITOR,
  'PUT /competitor-brokers/:id': COMPETITOR,
  'GET /partners/:id/keys': KEY,
  'POST /partners/:id/keys': KEY,
  'POST /partner-keys/:id/renew': KEY,
  ...CALENDAR_BY_OPERATION,
  ...MOVEMENTS_BY_OPERATION,
  ...WEBHOOKS_BY_OPERATION,
  'GET /ai/persona': PERSONA,
  'PUT /ai/persona/:id': PERSONA,
  'DELETE /ai/persona/:id': PERSONA,
  'GET /report-views': VIEW,
  'POST /report-views': VIEW,
  'PUT /report-views/:id': VIEW,
  'GET /settings/mail-files': FILE,
  'GET /settings/mail-files/:name': FILE,
  'DELETE /settings/mail-files/:name': FILE,
  'GET /exports/whole': WHOLE_EXPORT,
  'POST /exports/whole': WHOLE_EXPORT,
  'GET /settings/integrations': {
    name: says('Nome da integração.'),
    label: says('Nome em palavras.', 'E-mail'),
  },
  'POST /settings/integrations/:name/test': { name: says('Nome da integração.') },
  'GET /health/findings': {
    state: says('good: está bem. notice: convém olhar. problem: resolva.'),
    what: says('O achado em palavras.', 'O disco tem espaço'),
    value: says('Um número ao lado das palavras. null: nenhum.', '41 GB'),
  },
  'GET /integrations': {
    mail: says('Há um servidor de e-mail.'),
    cep: says('CEPs são buscados.'),
    quiver: says('Há acesso ao Quiver.'),
  },
  'GET /externalInit': {
    inviter_id: says('O código do link.', 'k7Qe2example'),
    cep: says('CEPs são buscados.'),
    name: says('Nome de quem indica.', 'Ivo Lima'),
  },
  'POST /externalCep': { inviter_id: says('O código do link.', 'k7Qe2example') },
  'POST /leads/externalLead': {
    inviter_id: says('O código do link. Com login não conta.', 'k7Qe2example'),
    status: says(
      'success: com login. successMail: por um link. fail: nada foi escrito; `errors` diz por quê.',
    ),
    details: says('O que o tipo de seguro pergunta; `value` é um decimal.'),
  },
  'GET /externalMail/news': { sold: says('O seguro foi fechado.') },
  'POST /vsphone': { user: says('Login do corretor que liga.', 'bruna') },
  'POST /vsphone/result': { status: says('O resultado (`GET /callsResult`).', 1) },
  'POST /leads/scheduling': { status: says('0 abre um agendamento, 1 fecha o que está aberto.', 0) },
  'GET /leads/next-status/:id': {
    var_id: says('Número do próximo status.', 3),
    value: says('O próximo status em palavras.', 'Whatsapp/Ligou'),
  },
  'GET /leads/indicatorReport': { ...REPORT_STATE, late: counts('Indicações fora do prazo.') },
  'GET /leads/list-presencial': {
    page: says('A página, a partir de 0.', 0),
    type: says('O passo em palavras.', 'Contato'),
    percent: says('Pessoalmente em cada cem. null: não há de que calcular.', 42.5),
  },
  'GET /leads/lostSaleReport': {
    name: says('Nome de quem ou do que a linha conta.', 'Preço'),
    ...LOST_BY,
    lost_sale: except(says('Número do motivo da perda.', 3), { array: says('As perdas por motivo.') }),
    total: counts('Leads perdidos.', 40),
  },
  'GET /quiver/sales': {
    id: says('Identificação da venda no Quiver. A mesma pode vir duas vezes.', '90871'),
    as_of: says('Momento da resposta do Quiver.', '2026-10-05T17:30:00.000Z'),
    product: says('Número do produto.', 3),
    cancelled: says('A venda foi cancelada.'),
  },
  'GET /quiver/products': {
    name: says('Nome do produto.', 'Auto Completo'),
    as_of: says('Momento da resposta do Quiver.', '2026-10-05T17:30:00.000Z'),
  },
  'GET /quiver/salesExport': { product: says('Número do produto.', 3) },
  'GET /audit': { id: says('Número da entrada.', 5120) },
  'GET /lead-temps/import/:id/refusals': {
    reason: says('Por que a linha foi recusada.', 'O CPF é inválido'),
  },
  'PUT /lead-temps/assign': { reason: says('Por que não pôde.', 'Já tem um lead') },
  'GET /sync': PULLED,
  'POST /sync/push': PUSHED,
  'GET /personal-data/without-contact': {
    more: says('Há mais clientes do que os contados.'),
    clients: counts('Clientes.'),
  },
  'POST /personal-data/legal-records': {
    text: says('Parte de um nome, um documento, ou o número de uma proposta ou apólice.', 'Ana'),
    valid_until: dates('Último dia da apólice. null: não se sabe.'),
  },
  'GET /diagnosis': {
    renewal: says('As renovações.'),
    key: says('A chave da meta.', 'goal_new_contact'),
    quoted: counts('Cotados.'),
    sold: counts('Vendidos.'),
    'leads.sold': says('Vendido: 1 sim, 0 não. null: está em aberto.', 1),
  },
  'GET /lead-chart': { key: says('A chave da etapa.', 'quoted'), value: counts('Quantos são.') },
  'GET /devices': DEVICES,
  'POST /devices/:id/erase': DEVICES,
  'POST /devices/erase-order': {
    stage: says('asks: pergunta. received: recebeu a ordem. erased: apagou tudo.'),
    by: says('Quem pediu. null: não se sabe mais.', 'Ana Martins'),
    data: says('A ordem. null: nada a apagar.'),
    locked: says('No lugar do token, de um aparelho bloqueado.'),
  },
  'POST /login/second-step': {
    code: says('O código do aplicativo.', '123456'),
    step: says('O que `POST /login` respondeu.', STEP),
  },
  'POST /login/passkey/options': { step: says('O que `POST /login` respondeu.', STEP) },
  'POST /passkeys/options': {
    'user.id': says('Identificação do usuário para a chave, em base64url.', 'ZmFyb2wgMg'),
  },
  'POST /second-factor/code-app/confirm': { code: says('O código do aplicativo.', '123456') },
  'GET /second-factor': {
    'passkeys.id': says('Identificação da chave.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
    'passkeys.name': says('Nome da chave.', 'Celular'),
    recovery_codes: counts('Códigos de recuperação que restam.', 10),
    last_used_at: happens('Último uso. null: nenhum'),
  },
  'POST /passkeys': { name: says('Nome da chave.', 'Celular') },
  'PUT /passkeys/:id': { name: says('Nome da chave.', 'Celular') },
  'GET /held-indications': {
    uid: says('Identificação da indicação.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
    received_at: happens('Quando chegou'),
    'inviter.id': says('Número de quem indicou.', 5),
    'inviter.name': says('De quem é o link.', 'Rita Moraes'),
    name: says('O nome enviado.', 'Ana Souza'),
    phone: says('O telefone enviado.', '11987654321'),
    insurance: says('O nome do seguro pedido.', 'Residencial'),
  },
  'POST /held-indications/decide': {
    decision: says('accept: ao Dashboard. discard: descartar.'),
    uids: says('Quais. null: todas as que esperam.'),
    decided: counts('Quantas foram decididas.', 3),
    made: counts('Quantas viraram leads.', 3),
    refused: counts('Quantas não puderam entrar pelas regras.', 1),
  },
  'GET /account-events': {
    key: says('Identificação do aviso.', '5120'),
    at: happens('Quando aconteceu'),
    what: says('O que aconteceu: new_device, wrong_codes ou uma mudança do segundo fator.', 'passkey_added'),
    count: counts('Com wrong_codes: quantos em 24 horas. null: não se conta.', 3),
    detail: says('Com new_device: o navegador. null: não se sabe.', 'Chrome no Windows'),
    by: says('Quem fez, se foi outra pessoa. null: o próprio usuário.', 'Ana Martins'),
  },
  'POST /account-events/disown': {
    since: happens('Quando aconteceu o que não foi o usuário'),
    path: says('A página que cria uma senha nova.', '/redefine/c0dig0'),
  },
  'GET /sessions/new-devices': {
    id: says('Número da entrada na auditoria.', 5120),
    at: happens('Quando entrou'),
  },
  'GET /sessions': { id: says('Identificação da sessão.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091') },
  'GET /screen-settings/:screen': { value: says('O que foi guardado. null: nada.') },
  'PUT /screen-settings/:screen': { value: says('O que a tela guarda.') },
  'GET /roles': { id: says('Número do perfil.', 3), name: says('Nome do perfil.', 'Corretor') },
}
