/**
 * What leaves with 'Exportar tudo': each table of the database is a sheet, or is left out with the reason. A test fails for a
 * table that is in neither. docs/rules.md#export-of-everything
 */
import { randomBytes } from 'node:crypto'

export interface Sheet {
  /** Its name in the zip, without the ending. */
  readonly name: string
  /** What it is, for LEIA-ME.txt. */
  readonly what: string
  /** Columns that don't leave, by the reason. */
  readonly without?: Readonly<Record<string, string>>
  /** What an import makes anew for each row, by column. */
  readonly made?: Readonly<Record<string, () => string>>
}

const sheet = (name: string, what: string, more: Omit<Sheet, 'name' | 'what'> = {}): Sheet => ({
  name,
  what,
  ...more,
})

/** By table, in the order of LEIA-ME.txt. */
export const SHEETS: Readonly<Record<string, Sheet>> = {
  clients: sheet('clientes', 'Os clientes: nome, documento, contatos e endereço.'),
  client_aliases: sheet('clientes-repetidos', 'Identificações antigas que levam ao mesmo cliente.'),
  client_distinctions: sheet(
    'clientes-diferentes',
    'Pares de clientes que alguém disse que não são a mesma pessoa.',
  ),
  client_erasures: sheet(
    'clientes-apagados',
    'Clientes cujos dados pessoais foram apagados: só as identificações.',
  ),
  leads: sheet('leads', 'Os leads, com todos os campos: abertos, finalizados e cancelados.'),
  timeline: sheet('historico', 'O histórico de cada lead: quem fez o quê, quando, e o que mudou.'),
  calls: sheet('ligacoes', 'As ligações de cada lead, com o resultado.'),
  schedulings: sheet('agendamentos', 'Os agendamentos de cada lead.'),
  renewals: sheet('renovacoes', 'A apólice que cada lead de renovação renova.'),
  lead_temps: sheet('renovacoes-importadas', 'As apólices a vencer que foram importadas.'),
  returned_leads: sheet('perdidos-que-voltaram', 'Leads perdidos que voltaram como novos.'),
  elective_leads: sheet('propostas', 'As propostas que as concessionárias entregaram.'),
  lead_duplicates: sheet('propostas-duplicadas', 'Tentativas de indicar uma proposta que já era de um lead.'),
  external_indications: sheet('indicacoes-externas', 'As indicações que vieram pela página sem login.'),
  in_person_diagnoses: sheet('diagnosticos-presenciais', 'O diagnóstico presencial de cada lead.'),
  quiver_answers: sheet('vendas-do-quiver', 'As últimas respostas do Quiver, que um relatório mostra.'),
  lead_files: sheet(
    'arquivos-dos-leads',
    'Os PDFs de cada lead. Eles estão na pasta arquivos, pelo caminho.',
  ),
  import_keys: sheet(
    'importados',
    'Por que número, documento ou nome uma linha de outro sistema é conhecida de novo.',
    { without: { import_id: 'of an import that can be taken back in this database alone' } },
  ),
  import_mappings: sheet('mapeamentos-de-importacao', 'Os mapeamentos de colunas guardados com um nome.'),
  uploaded_files: sheet('arquivos', 'Todos os PDFs guardados, também os que esperam por um lead.'),
  legal_records: sheet('guarda-legal', 'O que a lei manda guardar de vendas a clientes apagados.'),
  data_requests: sheet('pedidos-de-titulares', 'Os pedidos de titulares de dados pessoais.'),
  security_incidents: sheet('incidentes', 'O registro de incidentes de segurança.'),
  users: sheet('usuarios', 'Os usuários, sem senhas. Depois de uma importação, cada um define a sua.'),
  user_roles: sheet('usuarios-papeis', 'Os perfis de cada usuário. O de menor lugar é o que vale.'),
  user_partners: sheet('usuarios-parceiros', 'As concessionárias de cada usuário.'),
  user_views: sheet('usuarios-telas-abertas', 'Quando cada usuário abriu uma tela que conta o que é novo.'),
  screen_settings: sheet('usuarios-telas', 'O que cada usuário arrumou em uma tela.'),
  report_views: sheet('visoes-de-relatorios', 'Os filtros de relatório que cada usuário guardou.'),
  roles: sheet('papeis', 'Os perfis que um usuário pode ter.'),
  indication_links: sheet('links-de-indicacao', 'O link de indicação de cada indicador.', {
    without: { secret: 'a key: it signs the forms that the link opens' },
    made: { secret: () => randomBytes(32).toString('base64url') },
  }),
  channels: sheet('canais', 'Os canais dos leads.'),
  insurances: sheet('seguros', 'Os seguros que a corretora vende.'),
  partners: sheet('parceiros', 'As concessionárias, de Parceiros.'),
  technical_teams: sheet('equipes', 'As equipes técnicas.'),
  technical_team_channels: sheet('equipes-canais', 'Os canais de cada equipe.'),
  competitor_brokers: sheet('concorrentes', 'As corretoras concorrentes.'),
  insurers: sheet('seguradoras', 'As seguradoras, com todas as suas grafias.'),
  insurer_aliases: sheet(
    'nomes-de-seguradoras',
    'Por que nome cada seguradora é conhecida, sem acentos e sem palavras como Seguros.',
  ),
  insurer_spellings: sheet(
    'grafias-de-seguradoras',
    'Grafias de seguradoras que nenhuma tem, também as ignoradas.',
  ),
  policy_doubles: sheet('apolices-repetidas', 'Apólices importadas duas vezes, que esperam uma decisão.'),
  catalogue_entries: sheet(
    'listas',
    'As outras listas: motivos de perda, tipos de contato, status de atendimento e mais. O tipo diz qual.',
  ),
  lead_broker_config: sheet(
    'regras-de-corretor',
    'Qual corretor recebe os leads de uma concessionária e seguro.',
  ),
  settings: sheet('configuracoes', 'As configurações, com o horário de expediente e os feriados.'),
  working_calendar: sheet('expediente', 'O expediente com que os prazos dos relatórios foram calculados.'),
  brokerage_logo: sheet('logotipo', 'O logotipo da corretora, em Base64.'),
  chat_personas: sheet('personas', 'As personas do assistente.'),
  client_look_ups: sheet('consultas-de-clientes', 'Quem procurou um cliente pelo nome ou documento.'),
  audit_log: sheet('auditoria', 'Quem mudou o quê na administração.'),
  push_marks: sheet('avisos-enviados', 'Os avisos que já saíram, para que nenhum saia de novo.'),
}

const SECRET = 'a secret, or of no use without one'
const OF_THIS_DATABASE = 'of this database alone: another begins its own'
const UNDER_WAY = 'of work that is under way here'

/** By table. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  user_passwords: SECRET,
  password_verifications: SECRET,
  sessions: SECRET,
  session_confirmations: SECRET,
  devices: OF_THIS_DATABASE,
  device_keys: SECRET,
  code_apps: SECRET,
  recovery_codes: SECRET,
  used_recovery_codes: SECRET,
  factor_tries: OF_THIS_DATABASE,
  kept_answers: SECRET,
  remembered_devices: SECRET,
  sign_in_steps: SECRET,
  passkeys: SECRET,
  passkey_challenges: SECRET,
  second_factor_terms: OF_THIS_DATABASE,
  partner_keys: SECRET,
  calendar_feeds: SECRET,
  calendar_entries: OF_THIS_DATABASE,
  push_keys: SECRET,
  webhooks: SECRET,
  webhook_deliveries: 'what waits to be sent by this database, and what became of it',
  push_subscriptions: SECRET,
  held_indications: UNDER_WAY,
  mails: 'their texts have links that open accounts',
  report_mails: 'after an import mails would leave by themselves: each user switches them on again',
  push_messages: 'notices that wait to be sent',
  chat_history: 'each user’s own conversation, which nobody else reads',
  cep_cache: 'addresses of CEPs, which are asked for again',
  command_log: OF_THIS_DATABASE,
  creation_log: OF_THIS_DATABASE,
  lead_transfers: 'what an undo in this database needs: its result is in the leads and their history',
  lead_transfer_leads: 'what an undo in this database needs: its result is in the leads and their history',
  client_merges: 'what an undo in this database needs: its result is in the clients and their leads',
  client_merge_leads: 'what an undo in this database needs: its result is in the clients and their leads',
  placed_calls: UNDER_WAY,
  imports: UNDER_WAY,
  import_rows: UNDER_WAY,
  import_decisions: UNDER_WAY,
  import_refusals: UNDER_WAY,
  imported_records: 'what taking an import back in this database needs',
  import_kept: 'what taking an import back in this database needs',
  renewal_imports: UNDER_WAY,
  renewal_import_rows: UNDER_WAY,
  renewal_import_refusals: UNDER_WAY,
  renewal_import_decisions: UNDER_WAY,
  erased_files: UNDER_WAY,
  whole_exports: UNDER_WAY,
  backup_runs: 'backups of this server',
  backup_checks: 'backups of this server',
  clock_memory: 'the clock of this server',
  installation: OF_THIS_DATABASE,
  revocations: OF_THIS_DATABASE,
  rate_limits: OF_THIS_DATABASE,
  tombstones: OF_THIS_DATABASE,
  sync_epoch: OF_THIS_DATABASE,
  sync_marks: OF_THIS_DATABASE,
  kysely_migration: OF_THIS_DATABASE,
  kysely_migration_lock: OF_THIS_DATABASE,
}

/** Tables that an import leaves as they are in the database that takes it. */
export const KEPT_BY_IMPORT: readonly string[] = [
  'backup_runs',
  'backup_checks',
  'clock_memory',
  'push_keys',
  'cep_cache',
  'creation_log',
  'installation',
  'revocations',
]
