/** What the audit has entries of, in words: actions and tables. docs/rules.md#audit */

/** In the order of the filter. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'sign_in',
  'export',
  'request',
  'download',
  'import',
  'invite',
  'copy_link',
  'set_password',
  'erase',
  'merge',
  'undo_merge',
  'distinguish',
  'undo_distinguish',
  'erase_device',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
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
  erase: 'Apagou dados pessoais',
  merge: 'Juntou clientes',
  undo_merge: 'Desfez a junção de clientes',
  distinguish: 'Marcou como pessoas diferentes',
  undo_distinguish: 'Desmarcou como pessoas diferentes',
  erase_device: 'Mandou apagar um aparelho',
}

/** By table. */
export const ENTITY_WORDS = {
  users: 'Usuário',
  sessions: 'Sessão',
  devices: 'Aparelho',
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
