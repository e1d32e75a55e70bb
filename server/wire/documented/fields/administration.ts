/** Configurações, privacidade, auditoria, importações, assistente. */

import { knownLabel } from '../../../../src/domain/lead/field-words.ts'
import { REQUEST_KIND_WORDS, REQUEST_KINDS } from '../../../../src/domain/privacy/data-requests.ts'
import { SETTING_LINES, type SettingUnit } from '../../../../src/domain/settings/setting-lines.ts'
import { REQUEST_FACTS } from '../../../records/data-requests.ts'
import { EXCHANGE_FACTS } from '../../../records/exchanges.ts'
import { INCIDENT_FACTS } from '../../../records/incidents.ts'
import {
  counts,
  dates,
  except,
  happens,
  type Meaning,
  type Meanings,
  says,
} from '../../../records/meaning.ts'
import { meaningsIn } from '../../../records/tables/table.ts'

const UNITS: Partial<Record<SettingUnit, string>> = { '%': 'porcento', vendas: 'número' }
/** What the line of a number says of it. A key that is a lead's field, too, has its words in by-operation.ts. */
const NUMBERS: readonly [string, Meaning][] = SETTING_LINES.map(
  ({ key, label, effect, unit, least }): [string, Meaning] => [
    key,
    says(`${effect}: ${label}, em ${UNITS[unit] ?? unit}.`, 60, least),
  ],
).filter(([key]) => knownLabel(key) === undefined)
const isGoal = (key: string) => key.startsWith('goal_')

export const ADMINISTRATION_EVERYWHERE: Meanings = {
  // Configurações
  ...Object.fromEntries(NUMBERS.filter(([key]) => !isGoal(key))),
  time_to_capture_lead: says('Horas úteis para capturar um lead: o limite da barra.', 1),
  time_to_finish_lead: says('Horas úteis para finalizar um lead.', 24),
  time_to_capture_on_time: says('Horas úteis para a captura contar como no prazo.', 3),
  time_to_capture_on_time_renovation: says(
    'Horas corridas para a captura de uma renovação contar como no prazo.',
    168,
  ),
  refresh_lead_seconds: says('Segundos entre duas atualizações do Dashboard. null: dez minutos.', 60),
  finished_leads_days_to_show: says('Dias em que os leads finalizados ficam no Dashboard.', 30),
  endorsement_leads_days_to_show: says('Dias em que ficam os leads perdidos para outra corretora.', 30),
  lost_leads_last_year_days_to_show: says('Dias em que ficam os leads perdidos.', 30),
  // Saúde e integrações
  configured: says('O serviço está configurado.'),
  receiver: says('Endereço do serviço de fora que recebe dados. null: nenhum.', 'api.example.com'),
  // Primeiros passos
  steps: says('Os passos, na ordem.'),
  // E-mails em arquivo
  size: says('Tamanho em bytes.', 48213),
  // Pedidos de titulares e incidentes
  ...meaningsIn(REQUEST_FACTS, 'meaning'),
  created_by: says('Quem registrou. null: o servidor.'),
  'created_by.id': says('Número de quem registrou.', 1),
  'created_by.name': says('Nome de quem registrou.', 'Alice Dias'),
  // Dados pessoais
  open_leads: counts('Leads em Origem ou em atendimento.', 1),
  sold_on: dates('Dia da venda. null: não se sabe.'),
  valid_until: dates('Último dia da apólice. null: não se sabe.'),
  keep_until: dates('Dia até o qual a lei manda guardar.'),
  reason: says('O motivo, em texto livre.', 'A cliente pediu por e-mail'),
  text: says('O texto.', 'Concordo com o uso dos meus dados.'),
  more: except(says('Há mais.'), { integer: counts('Menções que não estão na resposta.', 2) }),
  field: says('O campo.', 'additional_information'),
  // Importação de apólices
  file_name: says('Nome da planilha.', 'apolices-outubro.xlsx'),
  done: counts('Linhas feitas.', 120),
  made: except(says('Leads criados.', 100), {
    string: says('O número do registro que a mesma chave já criou.', '12'),
  }),
  list: says('O que o arquivo tem: clientes, leads, usuários ou concessionárias.', 'leads'),
  kept: except(counts('Quantos ficaram, porque alguém os tocou depois.', 3), {
    array: says('Os campos que ficaram, porque alguém os mudou depois.'),
  }),
  refused: counts('Linhas recusadas.', 3),
  line: says('Linha da planilha.', 17),
  // Assistente
  search: except(says('O que o endereço da tela traz.'), {
    string: says(
      'Nome, telefone, e-mail, placa, apólice ou número do cliente, inteiro ou uma parte.',
      'Martins',
    ),
  }),
  // Sincronização
  app_version: says('Versão do aplicativo.', '0.2.0'),
  code: says('Código estável do erro. Reconheça um erro por ele, nunca pela frase.'),
  errors: says('Frases por campo.'),
  revoked: says('A sessão foi terminada de propósito, ou a conta está inativa: apague os dados guardados.'),
  statusError: says('1: a mensagem é para o usuário.', 1),
  mensagem: says('Só em `POST /vsphone`: o mesmo que `message`.', 'A central telefônica não respondeu.'),
  // Modelos de mensagem
  template_id: says('Número do modelo de mensagem. null: sem modelo.', 1),
}

/** What only these calls have: by the path that theirs begin with. */
export const ADMINISTRATION_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/ai': {
    ...meaningsIn(EXCHANGE_FACTS, 'own'),
    instructions: says('O que a persona deve fazer.', 'Responda em frases curtas.'),
    edited: says('As palavras não são as que o Farol traz.'),
    available: says('A persona pode responder agora.'),
    sends_personal_data: says('Nomes, documentos, telefones e e-mails vão ao serviço como são.'),
    sessionId: says('A conversa: um nome que quem chama dá.', 'conversa-1'),
    personId: says('Número da persona.', 1),
    prompt: says('A pergunta.', 'Quantos leads vendemos em outubro?'),
    endPointOrigin: says('A tela de que se pergunta.', '/leads'),
    'consulted.label': says('O que foi lido.', 'Relatório de Perdas, 01/10/2026 a 31/10/2026'),
    view: says('A vista do Dashboard.'),
  },
  '/audit': {
    action: says('O que foi feito.'),
    entity: says('A tabela do registro.', 'users'),
    entity_id: says('Número do registro. null: nenhum.', '12'),
  },
  '/data-requests': {
    kind: says(`${REQUEST_KINDS.map((kind) => `${kind}: ${REQUEST_KIND_WORDS[kind]}`).join('. ')}.`),
    'client.erased': says('Os dados do cliente foram apagados.'),
    answered_by: says('Quem respondeu. null: espera.'),
    'answered_by.id': says('Número de quem respondeu.', 1),
    'answered_by.name': says('Nome de quem respondeu.', 'Alice Dias'),
    state: says('open: os que esperam. answered: os respondidos.'),
    ...meaningsIn(REQUEST_FACTS, 'own'),
    'meta.open': counts('Os que esperam.', 2),
  },
  '/exports': {
    bytes: says('Tamanho do arquivo em bytes. null: ainda não há.', 48_213_000),
    asked_at: happens('Momento do pedido.'),
    export: says('A exportação. null: ninguém pediu uma.'),
    state: says('waiting: espera. running: em andamento. done: pronta. failed: falhou.'),
    total: counts('Linhas e arquivos ao todo.', 120_000),
    done: counts('Linhas e arquivos feitos.', 48_000),
    available: says('O arquivo pode ser baixado.'),
    rows: counts('Linhas de todas as planilhas. null: ainda não se sabe.', 118_000),
    problem: says('Por que falhou. null: não falhou.', 'O servidor ficou sem espaço em disco.'),
    user: says('Quem pediu.'),
    expires_at: happens('Momento em que o arquivo é apagado. null: ainda não está pronto.'),
  },
  '/first-steps': {
    step: says('O passo.'),
    'steps.state': says('done: feito. open: a fazer. later: deixado para depois.'),
    offered: says('O Dashboard oferece os passos.'),
    untouched: says('Oferecidos, e ninguém começou.'),
    later: says('Deixar para depois.'),
    counts: says('Quantos há de cada cadastro.'),
    teams: counts('Equipes ativas.', 2),
    idle_teams: counts('Equipes sem canais.', 0),
    'counts.partners': counts('Concessionárias ativas.', 3),
    'counts.brokers': counts('Corretores ativos.', 4),
    idle_brokers: counts('Corretores sem equipe.', 0),
    sender: says('De quem os e-mails vêm. null: não há servidor de e-mail.', 'farol@example.com'),
    mail: says('Se os e-mails saem, e de onde.'),
    state: says('done: feito. open: a fazer. later: deixado para depois.'),
  },
  '/health': {
    'findings.key': says('A chave do achado.', 'exemplo-de-chave'),
    again: says('1: olha agora. Sem ele serve um olhar dos últimos minutos.'),
    looked_at: happens('Momento do olhar.'),
    findings: says('Os achados.'),
    group: says('O grupo do achado.'),
    to_do: says('O que fazer. null: nada.', 'Apague cópias antigas.'),
  },
  '/import-mappings': {
    headers: says('O cabeçalho da coluna de cada campo; null: nenhuma.'),
    day_orders: says('O que vem primeiro nas datas, por campo: day-first, o dia; month-first, o mês.'),
    id: says('Número do mapeamento.', 3),
    name: says('Nome do mapeamento.', 'Pipedrive, negócios'),
    source: says('O sistema de que vêm os dados.', 'Pipedrive'),
  },
  '/imports': {
    place: counts('O lugar da sua próxima planilha na fila de leitura; 0: nenhuma espera.', 0),
    person: says('A pessoa como está na linha.'),
    existing: counts('Linhas cujo cadastro já existia e ficou como estava.', 5),
    undo_total: counts('O que o desfazer tem a olhar; 0 antes.', 120),
    undo_done: counts('O que o desfazer já olhou.', 60),
    state: says(
      'preparing: guarda as linhas. running: em andamento. done: terminou. cancelled: foi cancelada. undoing: está sendo desfeita. undone: foi desfeita.',
    ),
    source: says('O sistema de que vieram os dados.', 'Pipedrive'),
    total: counts('Linhas boas da planilha.', 120),
    made: counts('Linhas que viraram um cadastro ou lead novo.', 100),
    updated: counts('Linhas que completaram campos em branco de um cadastro.', 15),
    undo_until: happens('Até quando pode ser desfeita. null: não pode, ou não pode mais.'),
    removed: counts('O que o desfazer já removeu.', 90),
    document: says('CPF ou CNPJ, só letras e dígitos.', '52998224725'),
  },
  '/personal-data': {
    insured_name: says('Nome do segurado.', 'Ana Martins'),
    insured_document: says('Documento do segurado.', '52998224725'),
    years: says('Anos sem contato.', 3),
    first: says('Alguns dos clientes, o mais antigo sem contato primeiro.'),
    last_contact: happens('Momento do último contato.'),
  },
  '/settings': {
    ...Object.fromEntries(NUMBERS.filter(([key]) => isGoal(key))),
    lost_leads_return_days: says(
      'Tantos dias antes do fim do seguro de fora um lead perdido volta. 0: nunca.',
      30,
    ),
    legal_keep_goods_years: says('Anos em que a lei guarda papéis de seguros de danos.', 5),
    legal_keep_persons_years: says('Anos em que a lei guarda papéis de seguros de pessoas.', 20),
    erase_without_contact_years: says(
      'Clientes sem negócio saem depois de tantos anos sem contato. 0: nunca.',
      3,
    ),
    device_contact_days: says(
      'Um aparelho sem contato por tantos dias pede a senha antes de mostrar dados. 0: nunca.',
      15,
    ),
    second_factor_days: says(
      'Dias que administradores e gerentes têm para configurar um segundo fator. 0: não é exigido.',
      7,
    ),
    device_idle_minutes: says('Minutos sem uso depois dos quais um aparelho protegido se bloqueia.', 10),
    business_hours: says('Expediente e feriados.'),
    start: says('Início do expediente, HH:MM.', '08:30'),
    end: says('Fim do expediente, HH:MM.', '18:00'),
    holidays: says('Feriados além dos nacionais.'),
    yearly: says('Feriados que se repetem todo ano. Sem o campo, ficam como estão.'),
    'yearly.day': says('Dia e mês, `MM-DD`.', '12-08'),
    'yearly.name': says('Nome do feriado.', 'Padroeira'),
    'yearly.town': says('Município. Vazio: da corretora.', 'Campinas'),
    brokerage_name: says('Nome da corretora.', 'Corretora Horizonte'),
    brokerage_logo: says('Endereço do logotipo. null: não há.', '/api/brokerage/logo?v=3'),
    controller_name: says('Quem responde pelos dados pessoais.', 'Corretora Horizonte Ltda.'),
    controller_contact: says('Como falar com quem responde pelos dados.', 'privacidade@example.com'),
    first_steps_later: says('Primeiros passos deixados para depois.'),
    first_steps_offered: says('O Dashboard oferece os primeiros passos. null: instalação de antes deles.'),
    base: says('Os valores com que a mudança começou. Um que não vale mais é um conflito.'),
    image: says('A imagem em base64.', 'iVBORw0KGgo='),
    variables: says('As variáveis do ambiente do servidor.'),
    otherwise: says('O que vale sem o serviço.', 'O aparelho liga sozinho.'),
    subject: says('Assunto do e-mail.', 'Convite para o Farol'),
    written_at: happens('Momento em que o arquivo foi escrito.'),
    days: says('Dias até um arquivo ser apagado.', 30),
  },
  '/incidents': {
    ...meaningsIn(INCIDENT_FACTS, 'own'),
    'meta.open': counts('Os que ainda esperam o aviso à ANPD.', 1),
  },
  '/ai/persona': {
    kind: says('help: Ajuda. analyst: Analista. writer: Redator.'),
    name: says('Nome da persona.', 'Analista'),
    description: says('Para que serve.', 'Lê relatórios e explica números'),
  },
  '/settings/mail-files': {
    name: says('Nome do arquivo.', '2026-10-05-convite.eml'),
  },
}
