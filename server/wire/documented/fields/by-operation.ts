/** Names that mean something else in one call, and fields that are not shown. */
import { LIST_TABLES, MANAGED_LISTS } from '../../../../src/domain/catalogue/lists.ts'
import { DEVICE_FACTS } from '../../../records/devices.ts'
import { factsOf, LIST_FACTS } from '../../../records/lists.ts'
import { counts, except, happens, type Meanings, says } from '../../../records/meaning.ts'
import { meaningsIn } from '../../../records/tables/table.ts'
import { USER_FACTS } from '../../../records/users.ts'
import { ADMINISTRATION_BY_PATH } from './administration.ts'
import { AUTOMATIONS_BY_PATH } from './automations.ts'
import { CALENDAR_BY_PATH } from './calendar.ts'
import { DOSSIER_BY_PATH } from './dossier.ts'
import { FACTORS_BY_PATH, MUST_PROTECT } from './factors.ts'
import { HAND_OVER } from './hand-over.ts'
import { LEADS_BY_PATH } from './leads.ts'
import { MERGES_BY_OPERATION, MERGES_BY_PATH } from './merges.ts'
import { MOVEMENTS_BY_OPERATION, MOVEMENTS_BY_PATH } from './movements.ts'
import { OWN_CHANNEL, PEOPLE_BY_PATH } from './people.ts'
import { REPORTS_BY_OPERATION, REPORTS_BY_PATH } from './reports.ts'
import { PULLED, PUSHED, SYNC_BY_PATH } from './sync.ts'
import { WEBHOOKS_BY_PATH } from './webhooks.ts'
import { WHATSAPP_BY_PATH } from './whatsapp.ts'

/** What several tables say of a path together. Throws where two say the same name. */
function joined(...tables: readonly Readonly<Record<string, Meanings>>[]): Record<string, Meanings> {
  const all: Record<string, Meanings> = {}
  for (const [path, meanings] of tables.flatMap((table) => Object.entries(table))) {
    const before = all[path] ?? {}
    const twice = Object.keys(meanings).find((name) => name in before)
    if (twice !== undefined) throw new Error(`${twice} of ${path} has two meanings`)
    all[path] = { ...before, ...meanings }
  }
  return all
}

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
  ...meaningsIn(USER_FACTS, 'own'),
  channel_id: OWN_CHANNEL,
  'data.id': says('Número do usuário.', 2),
  'data.status': USER_FACTS.status.own,
  partners: says('As concessionárias do usuário; enviadas, os números delas.'),
}
const DEVICES: Meanings = {
  id: says('Identificação do aparelho.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
  'data.id': says('Identificação do aparelho.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
  'user.name': says('Nome do usuário.', 'Ana Martins'),
  'user.partners': says('Números das concessionárias do usuário.'),
  current: says('É o aparelho deste pedido.'),
  ...meaningsIn(DEVICE_FACTS, 'own'),
  received_at: happens('Momento em que o aparelho recebeu a ordem. null: ainda não.'),
  'erase.state': says('requested: pedido. received: o aparelho recebeu. confirmed: os dados saíram dele.'),
  by: says('Quem pediu. null: não se sabe mais.', 'Ana Martins'),
}
const LIST_STATUS: Meanings = {
  channel_id: says('Número do canal.', 1),
  'leads_status_count.total': counts('Leads com este status.'),
}
const CALLED_ON_TIME = says('Primeiras ligações no prazo, de 0 a 100.', 87.5)
const TEAM_CHANNELS = says('Os canais da equipe; enviados, os números deles.')
const KEY: Meanings = {
  name: says('Nome da chave.', 'Sistema da loja'),
  key: says('A chave. Guarde-a: ela não é mostrada de novo.', 'exemplo-de-chave'),
}

const RENEWAL_LINES: Meanings = {
  status: says('Número da situação: 2 lead agendado, 9 renovador não encontrado.', 2),
  client: says('Parte do nome do cliente, ou do documento.', 'Ana'),
}

/** Of a record's own calls: those whose path begins so. The longest counts first. */
export const BY_PATH = joined(
  LEADS_BY_PATH,
  MERGES_BY_PATH,
  PEOPLE_BY_PATH,
  MOVEMENTS_BY_PATH,
  REPORTS_BY_PATH,
  ADMINISTRATION_BY_PATH,
  FACTORS_BY_PATH,
  SYNC_BY_PATH,
  WHATSAPP_BY_PATH,
  WEBHOOKS_BY_PATH,
  DOSSIER_BY_PATH,
  CALENDAR_BY_PATH,
  AUTOMATIONS_BY_PATH,
  Object.fromEntries(
    LIST_TABLES.map((table) => [MANAGED_LISTS[table].path, meaningsIn(factsOf(table).fields, 'own')]),
  ),
)

export const BY_OPERATION: Readonly<Record<string, Meanings>> = {
  'GET /dashboard': {
    ...SETTINGS,
    value: except(says('O valor da configuração.', 3), {
      string: says('A palavra da escolha.', 'Negociação'),
    }),
  },
  'PUT /settings': SETTINGS,
  'PUT /settings/logo': SETTINGS,
  'DELETE /settings/logo': SETTINGS,
  'GET /leads/list-broker': {
    ...LIST_STATUS,
    'summaryReport.on_time': CALLED_ON_TIME,
    'summaryTotal.on_time': CALLED_ON_TIME,
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
  'GET /users/inviter': { status: USER_FACTS.status.own, channel_id: OWN_CHANNEL },
  'GET /users/me': { channel_id: OWN_CHANNEL },
  'GET /tokenconfirm': { channel_id: OWN_CHANNEL },
  'PUT /users/:id/phone': { channel_id: OWN_CHANNEL },
  'GET /users/:id/mail': {
    data: says('O último e-mail. null: nunca houve.'),
    state: says('waiting: espera. sent: foi. file: ficou num arquivo. failed: falhou.'),
  },
  'GET /administrators/emails': {
    what: says('asked: a troca foi pedida. changed: vale.'),
    by: says('Quem pediu ou confirmou a troca.'),
  },
  'GET /known-contact': {
    by: says('Pelo que a pessoa foi encontrada.', 'phone'),
    document: says('CPF ou CNPJ procurado.', '52998224725'),
  },
  'GET /ai/chat-history': { 'consulted.to': says('O endereço da tela consultada.', '/leads') },
  'GET /clients/:id/personal-data/mentions': { from: says('O `next` da resposta anterior.', 'leads:1234') },
  'GET /clients/:id/personal-data/erasure': { rows: says('Quantas linhas sairão de cada tabela.') },
  'POST /sync/sealed': { current: says('O valor que o servidor tem.') },
  'POST /users/:id/link': { what: says('password: convite ou senha nova. email: o e-mail que espera.') },
  'GET /imports/:id/refusals': {
    reason: says('Por que a linha foi recusada.', 'Sem nome do cliente'),
  },
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
    decision: says('join: é o cliente de `client_uid`. create: outra pessoa. discard: nada.'),
  },
  'GET /lead-temps': RENEWAL_LINES,
  'GET /lead-temps/leadTempsExport': RENEWAL_LINES,
  'POST /technical-team': { channels: TEAM_CHANNELS },
  'PUT /technical-team/:id': { channels: TEAM_CHANNELS },
  'GET /insurancesNoAuth': { name: LIST_FACTS.insurances.fields.name.own },
  'GET /partners/:id/keys': KEY,
  'POST /partners/:id/keys': KEY,
  'POST /partner-keys/:id/renew': KEY,
  ...MERGES_BY_OPERATION,
  ...MOVEMENTS_BY_OPERATION,
  ...REPORTS_BY_OPERATION,
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
    telephony: says('Há uma central telefônica.'),
    quotes: says('Há links de cotação.'),
    assistant: says('Há um serviço de inteligência artificial.'),
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
  'GET /audit': {
    id: says('Número da entrada.', 5120),
    subject: says('O nome do registro, como é agora. null: não tem.', 'Bruna Souza'),
  },
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
  },
  'POST /hand-over/keys': HAND_OVER,
  'GET /device-keys': { required: MUST_PROTECT },
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
  'POST /receipt': {
    code: says('O código do recibo, com ou sem hífens.', 'ABCD-EFGH-JKMN-PQRS'),
    name: says('O nome que quem indicou escreveu.', 'Ana Souza'),
    'steps.step': says('received, contacted, quoted, closed, lost ou cancelled.'),
    'steps.at': happens('Quando a etapa foi alcançada. null: não se sabe'),
    'steps.text': says('A etapa em palavras.', 'Primeiro contato em 2 h'),
  },
  'GET /receipt-news': {
    client_name: says('O nome do cliente, como quem indicou o vê.', 'Ana Souza'),
    by_link: says('A indicação veio pelo link do usuário.'),
    'steps.step': says('contacted, quoted, closed ou lost.'),
    'steps.at': happens('Quando a etapa foi alcançada. null: não se sabe'),
    'steps.text': says('A etapa em palavras.', 'Primeiro contato em 2 h'),
  },
  'GET /receipt-mails': { on: says('O andamento vai por e-mail.') },
  'PUT /receipt-mails': { on: says('O andamento vai por e-mail.') },
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
