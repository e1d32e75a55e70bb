/** What the audit has entries of, in words: actions and tables. docs/rules.md#audit */
import { byTable, listOf } from '../catalogue/lists.ts'
import { withCapital } from '../text/capital.ts'

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
  'set_factor',
  'reset_factor',
  'disown',
  'accept_held',
  'discard_held',
  'erase',
  'merge',
  'undo_merge',
  'correct',
  'separate',
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
  set_factor: 'Mudou a segurança da conta',
  reset_factor: 'Removeu o segundo fator',
  disown: 'Disse ‘Não fui eu’',
  accept_held: 'Levou indicações suspeitas ao Dashboard',
  discard_held: 'Descartou indicações suspeitas',
  erase: 'Apagou dados pessoais',
  merge: 'Juntou clientes',
  undo_merge: 'Desfez a junção de clientes',
  correct: 'Corrigiu o cadastro',
  separate: 'Passou o lead a outro cliente',
  distinguish: 'Marcou como pessoas diferentes',
  undo_distinguish: 'Desmarcou como pessoas diferentes',
  erase_device: 'Mandou apagar um aparelho',
}

const { insurances, partners, ...others } = byTable((table) => {
  const { noun, heading = noun, audited = withCapital(heading) } = listOf(table).row
  return audited
})

/** By table. */
export const ENTITY_WORDS = {
  users: 'Usuário',
  sessions: 'Sessão',
  devices: 'Aparelho',
  absences: 'Ausência',
  calendar_feeds: 'Endereço de calendário',
  held_indications: 'Indicações suspeitas',
  settings: 'Configuração',
  insurances,
  partners,
  partner_keys: 'Chave de concessionária',
  ...others,
  webhooks: 'Webhook',
  automations: 'Automação',
  whatsapp_connection: 'WhatsApp',
  clients: 'Cliente',
  leads: 'Lead',
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
