/** What the audit has entries of, in words: actions and tables. docs/rules.md#audit */

export const ACTION_WORDS = {
  create: 'Criou',
  update: 'Alterou',
  delete: 'Removeu',
  sign_in: 'Entrou',
  export: 'Exportou',
  request: 'Pediu',
  download: 'Baixou',
  import: 'Importou',
  invite: 'Enviou convite',
  copy_link: 'Copiou o link de acesso',
  set_password: 'Definiu a senha',
  set_factor: 'Mudou o segundo fator',
  reset_factor: 'Removeu o segundo fator',
  erase: 'Apagou dados pessoais',
  merge: 'Juntou clientes',
  undo_merge: 'Desfez a junção de clientes',
  distinguish: 'Marcou como pessoas diferentes',
  undo_distinguish: 'Desmarcou como pessoas diferentes',
} as const
export type AuditAction = keyof typeof ACTION_WORDS

/** By table. */
export const ENTITY_WORDS = {
  users: 'Usuário',
  sessions: 'Sessão',
  settings: 'Configuração',
  insurances: 'Seguro',
  partners: 'Parceiro',
  partner_keys: 'Chave de parceiro',
  technical_teams: 'Equipe técnica',
  lead_broker_config: 'Lead Corretor Config',
  channels: 'Canal',
  competitor_brokers: 'Concorrente',
  clients: 'Cliente',
  lead_duplicates: 'Proposta duplicada',
  audit_log: 'Auditoria',
  renewal_imports: 'Importação de renovações',
  imports: 'Importação de lista',
  lead_temps: 'Renovação importada',
  lead_transfers: 'Transferência de leads',
  reports: 'Relatório',
  chat_personas: 'Persona do assistente',
  mail_files: 'E-mail em arquivo',
  data_requests: 'Pedido de titular',
  security_incidents: 'Incidente de segurança',
  legal_records: 'Guarda legal',
  whole_exports: 'Exportação de tudo',
} as const
export type AuditEntity = keyof typeof ENTITY_WORDS
