/**
 * Portuguese names of the API's fields: docs/rules.md#errors-of-the-api.
 * src/domain/lead/field-words.ts contains the names of lead and client fields.
 */

import { ABSENCE_FIELDS } from '../domain/absence/fields.ts'
import { BOARD_FILTERS } from '../domain/board/board-filters.ts'
import { ADDRESS_FIELDS, PERSON_FIELDS } from '../domain/client/fields.ts'
import { DETAIL_LABELS } from '../domain/indication/detail-fields.ts'
import { knownLabel } from '../domain/lead/field-words.ts'
import { INCIDENT_FIELDS } from '../domain/privacy/incident-fields.ts'
import { REQUEST_FIELDS } from '../domain/privacy/request-fields.ts'
import { REPORT_FIELDS } from '../domain/session/device.ts'
import { NEW_GOALS, RENEWAL_GOALS } from '../domain/settings/goals.ts'
import { LIST_FIELDS } from './administration/list-fields.ts'
import { AUTOMATION_NAMES } from './automation-names.ts'

/** A lead has a state, too. */
const { state: STATE, ...HOME } = ADDRESS_FIELDS
/** Other records have a description, too. */
const { description: _, ...INCIDENT } = INCIDENT_FIELDS
const labelsOf = (fields: Readonly<Record<string, object>>) =>
  Object.entries(fields).flatMap(([name, field]): [string, string][] =>
    'label' in field && typeof field.label === 'string' ? [[name, field.label]] : [],
  )

/** Each name once, and none that a lead's or its client's field has already. */
export const FIELD_LINES: readonly (readonly [name: string, words: string])[] = [
  ...Object.values(BOARD_FILTERS).flatMap((filter): [string, string][] =>
    'label' in filter && knownLabel(filter.query) === undefined ? [[filter.query, filter.label]] : [],
  ),
  // Sessions and users
  ...labelsOf(REPORT_FIELDS),
  ['login', 'Login'],
  ['password', 'Senha'],
  ['old_password', 'Senha atual'],
  ['device_id', 'Identificação do aparelho'],
  ['device_name', 'Aparelho'],
  ['loses_waiting', 'Perda do que não foi enviado'],
  ['stage', 'Etapa'],
  ['new_device', 'Aparelho novo'],
  ['remembered', 'Segredos deste aparelho'],
  ['protects', 'Proteger este aparelho'],
  ['since', 'Quando aconteceu'],
  ['until', 'Até'],
  ['done_on', 'Cumprido em'],
  ['proof_kind', 'Tipo de prova'],
  ['uids', 'Quais'],
  ['server_half', 'Metade do servidor'],
  ['device_secret', 'Segredo do aparelho'],
  ['pin_proof', 'PIN'],
  ['locked', 'Aparelho bloqueado'],
  ['sealed', 'Envio fechado'],
  ['public_key', 'Chave do aparelho'],
  ['handed', 'Código entregue na mão'],
  ['code', 'Código'],
  ['recovery_code', 'Código de recuperação'],
  ['remember', 'Lembrar este aparelho'],
  ['passkey', 'Chave de acesso'],
  ['rawId', 'Identificação da chave de acesso'],
  ['passkey.response', 'Resposta da chave de acesso'],
  ['clientDataJSON', 'Dados do navegador'],
  ['authenticatorData', 'Dados da chave de acesso'],
  ['attestationObject', 'Atestado da chave de acesso'],
  ['signature', 'Assinatura'],
  ['userHandle', 'Dono da chave de acesso'],
  ['second_factor', 'Segundo fator'],
  // Leaves
  ...labelsOf(ABSENCE_FIELDS),
  // Addresses of calendars
  ['calendar_feeds', 'Endereços de calendário'],
  ['schedules', 'Retornos agendados'],
  ['deadlines', 'Prazos dos leads'],
  ['renewals', 'Vencimento do seguro a renovar'],
  ['names', 'Nomes dos clientes'],
  ['alarm', 'Alarme'],
  ['new_address', 'Endereço novo'],
  ['subject', 'De quem se trata'],
  ['view', 'Enviado por e-mail'],
  ['proof', 'Prova da sessão'],
  ['forgets_keys', 'Apagar a metade da chave'],
  ['endpoint', 'Endereço do serviço de avisos'],
  ['keys', 'Chaves do aparelho'],
  ['p256dh', 'Chave do aparelho'],
  ['auth', 'Segredo do aparelho'],
  ['verify_code', 'Código do link'],
  ['hash', 'Código do link'],
  ['what', 'Finalidade do link'],
  // Transfers of leads
  ['departure', 'Saída do usuário'],
  ['leads', 'Leads'],
  ['to.shares', 'Quem recebe quantos'],
  ['to.shares.total', 'Quantos leads'],
  ['rules', 'Regras'],
  ['mailed_views', 'Visões por e-mail'],
  ['moved', 'Leads transferidos'],
  ['count', 'Quantas'],
  ['returned', 'Leads devolvidos'],
  ['destination', 'Destino'],
  // Settings
  ['brokerage_name', 'Nome da corretora'],
  ['brokerage_logo', 'Logotipo'],
  ['controller_name', 'Responsável pelos dados'],
  ['controller_contact', 'Contato do responsável pelos dados'],
  ['first_steps_later', 'Primeiros passos deixados para depois'],
  ['first_steps_offered', 'Primeiros passos no Dashboard'],
  ['again', 'Verificar de novo'],
  ['step', 'Passo'],
  ['later', 'Deixar para depois'],
  ['offered', 'Mostrar os primeiros passos'],
  ['image', 'Imagem'],
  ['mail_files', 'E-mails em arquivo'],
  ['time_to_capture_lead', 'Tempo para capturar'],
  ['time_to_finish_lead', 'Tempo para finalizar'],
  ['time_to_capture_on_time', 'Captura no prazo'],
  ['time_to_capture_on_time_renovation', 'Captura de renovações no prazo'],
  ['refresh_lead_seconds', 'Intervalo de atualização'],
  ['finished_leads_days_to_show', 'Dias de leads finalizados'],
  ['endorsement_leads_days_to_show', 'Dias de leads perdidos para outra corretora'],
  ['lost_leads_last_year_days_to_show', 'Dias de leads perdidos'],
  ['lost_leads_return_days', 'Antecedência da volta'],
  ['legal_keep_goods_years', 'Guarda legal de seguros de danos'],
  ['legal_keep_persons_years', 'Guarda legal de seguros de pessoas'],
  ['erase_without_contact_years', 'Descarte sem contato'],
  ['device_contact_days', 'Aparelho sem contato'],
  ['device_idle_minutes', 'Bloqueio sem uso'],
  ['second_factor_days', 'Exigir segundo fator'],
  ['years', 'Anos sem contato'],
  ['uid', 'Identificação do registro'],
  ['text', 'Busca'],
  ['call_status', 'Resultado da ligação'],
  ['health_consent', 'Consentimento sobre saúde'],
  ['seen', 'O que o servidor tinha visto'],
  // Merging clients
  ['survivor', 'Cliente que fica'],
  ['survivor_uid', 'Cliente que fica'],
  ['survivor_version', 'Versão do cliente que fica'],
  ['alias', 'Cliente juntado'],
  ['alias_id', 'Número do outro cliente'],
  ['alias_uid', 'Cliente juntado'],
  ['alias_version', 'Versão do cliente juntado'],
  ['from_alias', 'Campos do outro cliente'],
  ['kept', 'Campos que ficaram como estão'],
  ['first_uid', 'Primeiro cliente'],
  ['second_uid', 'Segundo cliente'],
  ['dismissed', 'Não são a mesma pessoa'],
  // Personal data
  ['keep', 'Guardar o que a lei pede'],
  ['reason', 'Motivo'],
  ['mentions', 'Trechos apagados em outros registros'],
  ['keep_until', 'Guardado até'],
  ['legal_records', 'Registros de guarda legal'],
  ...[...RENEWAL_GOALS, ...NEW_GOALS].map(({ key, label }): [string, string] => [key, label]),
  ['business_hours', 'Expediente e feriados'],
  ['start', 'Início'],
  ['end', 'Fim'],
  ['from', 'Data inicial'],
  ['to', 'Data final'],
  ['holidays', 'Outros feriados'],
  ['yearly', 'Feriados de todo ano'],
  ['town', 'Município'],
  // Webhooks
  ['url', 'Endereço'],
  ['events', 'Eventos'],
  ['with_client', 'Com dados do cliente'],
  ['on', 'Ligado'],
  ['delivery', 'Número do envio'],
  ['webhooks.state', 'Situação'],
  ['leads.form', 'Formato do dossiê'],
  ['leads.links', 'Registros'],
  ['leads.head', 'Último registro'],
  ['seq', 'Lugar do registro'],
  ['link_hash', 'Código do registro'],
  ['host', 'Servidor'],
  ['address_changed', 'Endereço trocado'],
  ['secret_renewed', 'Segredo renovado'],
  // WhatsApp
  ['waba_id', 'ID da conta do WhatsApp'],
  ['token', 'Token de acesso'],
  ['app_secret', 'Chave secreta do app'],
  ['keeps_text', 'Guardar o texto das mensagens'],
  ['numbers', 'Números'],
  ['phone_number_id', 'ID do número'],
  ['display_number', 'Número'],
  ['whatsapp_message', 'Mensagem'],
  ...AUTOMATION_NAMES,
  // Privacy
  ['created_at', 'Criado em'],
  ['created_by', 'Criado por'],
  ['answered_by', 'Respondido por'],
  ...labelsOf(REQUEST_FIELDS),
  ...labelsOf(INCIDENT),
  // Users
  ['roles', 'Perfis de acesso'],
  ['technical_team', 'Equipe técnica'],
  ['waiting_email', 'E-mail à espera de confirmação'],
  ['revision', 'Versão lida'],
  ['verify', 'Confirmação do e-mail'],
  ['user_id', 'Usuário'],
  ['last_access', 'Último acesso'],
  ['all_partners', 'Todas as concessionárias'],
  ['action', 'Ação'],
  ['entity', 'Registro'],
  ['role', 'Perfil'],
  ['work_start', 'Início da jornada'],
  ['active_all_dealerships', 'Ativar todas as concessionárias'],
  ['renovator_hierarchical_group', 'Grupo hierárquico'],
  ['technical_team_id', 'Equipe técnica'],
  ['partners', 'Concessionárias'],
  ['own_password', 'Sua senha'],
  ['allUsers', 'Todos os usuários'],
  // Lists
  ['page', 'Página'],
  ['per_page', 'Itens por página'],
  ['limit', 'Limite'],
  ['offset', 'Início da lista'],
  ['filters', 'Filtros'],
  ['schedule', 'Agendados'],
  ['only_schedules', 'Só agendados'],
  ['saven_days', 'Próximos sete dias'],
  ['technicalTeam', 'Equipe técnica'],
  ['reference_month', 'Mês de referência'],
  ['month', 'Mês'],
  ['proposal_id', 'Proposta'],
  ['isStatusFilterButton', 'Botão de status'],
  // Reports
  ['date_ini', 'Data inicial'],
  ['date_end', 'Data final'],
  ['technical_teams', 'Equipes'],
  ['order', 'Ordem'],
  ['figure', 'Coluna do resumo'],
  ['row', 'Linha do resumo'],
  ['columns', 'Colunas da planilha'],
  ['with_figures', 'Leads de cada figura'],
  ['tab', 'Aba'],
  ['paginate', 'Itens por página'],
  ['date_start', 'Data inicial'],
  ['brokers', 'Corretores'],
  ['isCallReport', 'Relatório de ligações'],
  // Leads
  ['id', 'Número'],
  ['lead', 'Lead'],
  ['lead_uid', 'Lead'],
  ['changes', 'Alterações'],
  ['scheduling_date', 'Data do agendamento'],
  ['description', 'Descrição'],
  ['note', 'Nota'],
  ['observation', 'Observação'],
  ['isDeadlineEdit', 'Alteração de prazos'],
  ['sale_value', 'Valor da venda'],
  ['suspended', 'Suspenso'],
  ['file_uid', 'Arquivo'],
  ['size', 'Tamanho do arquivo'],
  // Clients
  ['other_uid', 'Cliente que o lead recebe'],
  ['other_client_id', 'Cliente que recebeu o lead, por número'],
  ['fields', 'Campos'],
  ['client', 'Cliente'],
  ['client_id', 'Cliente'],
  ['client_uid', 'Cliente'],
  ['is_active', 'Somente ativos'],
  ['client_email', 'E-mail'],
  ['client_rg', 'RG'],
  ['client_birth_date', 'Data de nascimento'],
  ['client_address', 'Endereço'],
  ...labelsOf(PERSON_FIELDS),
  ['document', 'CPF/CNPJ'],
  ['email', 'E-mail'],
  ['address', 'Endereço'],
  ...labelsOf(HOME),
  ['address.state', STATE.label],
  ['client_address.state', STATE.label],
  // Products and proposals
  ['details', 'Detalhes do produto'],
  ['chassis', 'Chassi'],
  ['license_plate', 'Placa'],
  ['year', 'Ano'],
  ['brand', 'Marca'],
  ['product_informations.name', 'Produto'],
  ['product_informations', 'Dados do produto'],
  ['client_informations', 'Dados do cliente'],
  ['insurance', 'Seguro'],
  ['elective_lead_id', 'Proposta importada'],
  ['inviter_login', 'Login do indicador'],
  ['userLogin', 'Login do indicador'],
  ['bypass_allowed', 'Permissão de duplicidade'],
  ['partner', 'Concessionária'],
  ['partnerId', 'Concessionária'],
  ['leadNum', 'Número da proposta'],
  // Administration
  ...Object.values(LIST_FIELDS).flatMap(labelsOf),
  ['type', 'Tipo'],
  ['active', 'Ativo'],
  ['channels', 'Canais'],
  // Renewals
  ['ids', 'Renovações'],
  ['file', 'Arquivo'],
  ['mapping', 'Mapeamento das colunas'],
  ['day_orders', 'Ordem de dia e mês das colunas'],
  ['total', 'Linhas boas'],
  ['done', 'Linhas feitas'],
  ['released', 'Liberada'],
  ['renewal_imports.state', 'Situação'],
  ['imports.state', 'Situação'],
  ['list', 'Lista'],
  ['source', 'Sistema de origem'],
  ['headers', 'Colunas do mapeamento'],
  ['refused', 'Linhas recusadas'],
  ['blank', 'Linhas em branco'],
  ['decided', 'Linhas decididas'],
  ['discarded', 'Linhas descartadas'],
  ['assigned', 'Atribuídas'],
  ['decisions', 'Linhas decididas'],
  ['decision', 'Decisão'],
  ['line', 'Linha'],
  ['temp_id', 'Apólice escolhida'],
  ['keep_id', 'Apólice que fica'],
  ['policy_number', 'Apólice'],
  // Insurers
  ['insurer_id', 'Seguradora'],
  ['insurer', 'Seguradora'],
  // Calls
  ['extension', 'Telefone'],
  ['user', 'Login do corretor'],
  ['call_id', 'Ligação'],
  ['hub.verify_token', 'Código de verificação'],
  ['hub.challenge', 'Desafio'],
  ['object', 'Objeto'],
  ['entry', 'Eventos'],
  ['yearly.day', 'Dia'],
  ['as_of', 'Momento'],
  ['message_uid', 'Mensagem'],
  ['template_id', 'Modelo'],
  ['message.values', 'Campos do modelo'],
  ['suggestion_uid', 'Sugestão'],
  ['call_uid', 'Ligação'],
  ['called_at', 'Momento da ligação'],
  ['duration', 'Duração'],
  ['way', 'Meio da ligação'],
  ['link', 'Link de cotação'],
  // Reports
  ['sort', 'Ordem'],
  ['filter', 'Filtro'],
  ['is_start', 'Visão inicial'],
  ['cadence', 'Envio por e-mail'],
  ['path', 'Endereço da tela'],
  ['screen', 'Tela'],
  ['value', 'Valor'],
  ['changed_at', 'Momento da alteração'],
  // External indications
  ['externalMail', 'E-mail'],
  ['withAuth', 'Com login'],
  ['onlyLink', 'Só o link'],
  ['stamp', 'Carimbo do formulário'],
  ['consent', 'Autorização'],
  ['version', 'Versão do texto'],
  ['at', 'Momento da autorização'],
  ['receipt', 'Código do recibo'],
  ['website', 'Site'],
  ['details.kind', 'Tipo de seguro'],
  ['details.value', 'Valor'],
  ...[...DETAIL_LABELS].map(([name, label]): [string, string] => [`details.${name}`, label]),
  // Assistant
  ['sessionId', 'Conversa'],
  ['personId', 'Persona'],
  ['prompt', 'Pergunta'],
  ['endPointOrigin', 'Tela de origem'],
  ['instructions', 'Instruções'],
  // Sync
  ['cursor', 'Posição da sincronização'],
  ['commands', 'Pedidos'],
  ['key', 'Chave do pedido'],
  ['command', 'Tipo do pedido'],
  ['schema_version', 'Versão do pedido'],
  ['args', 'Dados do pedido'],
  ['base', 'Valores anteriores'],
  ['occurred_at', 'Momento do pedido'],
  ['depends_on', 'Pedido anterior'],
  ['group', 'Grupo de pedidos'],
]
const NAMES: ReadonlyMap<string, string> = new Map(FIELD_LINES)

/** The name for a problem of the request as a whole. */
const WHOLE = 'Dados do pedido'

/**
 * Returns the name of the longest suffix of the path that has one, or null.
 * A path: 'commands.0.args.changes.client.phone', 'partner_id[].0'.
 */
export function fieldName(path: string): string | null {
  const parts = path
    .split('.')
    .map((part) => part.replace(/\[\]$/, ''))
    .filter((part) => !/^\d+$/.test(part))
  for (let from = 0; from < parts.length; from++) {
    const end = parts.slice(from).join('.')
    const name = knownLabel(end) ?? NAMES.get(end)
    if (name !== undefined) return name
  }
  return null
}

/** The most fields in one sentence. `errors` contains all of them. */
const MOST_NAMED = 3

const sentenceEnd = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Returns 'name: sentence'. A sentence that begins with the name stays as it is. */
export function namedSentence(path: string, sentence: string, name = fieldName(path) ?? WHOLE): string {
  const hasName = sentence.toLowerCase().startsWith(name.toLowerCase())
  const named = /[.!?]$/.test(name) ? `${name} ${sentence}` : `${name}: ${sentence}`
  return sentenceEnd(hasName ? sentence : named)
}

/** Returns one message for the invalid fields of a request. `nameOf` may name fields that the table lacks. */
export function messageOfFields(
  errors: Readonly<Record<string, readonly string[]>>,
  nameOf: (path: string) => string | null = fieldName,
): string {
  const sentences = Object.entries(errors).map(([path, [sentence = '']]) =>
    namedSentence(path, sentence, nameOf(path) ?? WHOLE),
  )
  const more = sentences.length - MOST_NAMED
  if (more <= 0) return sentences.join(' ')
  return `${sentences.slice(0, MOST_NAMED).join(' ')} E mais ${more === 1 ? '1 campo' : `${more} campos`}.`
}
