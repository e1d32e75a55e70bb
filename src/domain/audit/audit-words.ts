/** The audit in words: actions, entities, fields, and what changed between two rows. docs/rules.md#audit */

export const ACTION_WORDS = {
  create: 'Criou',
  update: 'Alterou',
  delete: 'Removeu',
  sign_in: 'Entrou',
  export: 'Exportou',
  invite: 'Enviou convite',
  copy_link: 'Copiou o link de acesso',
  erase: 'Apagou dados pessoais',
} as const
export type AuditAction = keyof typeof ACTION_WORDS

/** By table. */
export const ENTITY_WORDS: Readonly<Record<string, string>> = {
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
  audit_log: 'Auditoria',
}

const number = new Intl.NumberFormat('pt-BR', { useGrouping: false })

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface AuditChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields that differ; of a row that was made or removed those that hold something. */
export function auditChanges(before: unknown, after: unknown): AuditChange[] {
  const [one, other] = [isRow(before) ? before : {}, isRow(after) ? after : {}]
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return fields
    .map((field) => ({ field, before: one[field] ?? null, after: other[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A value in words: names of rows instead of the rows, 'Sim' and 'Não', '—' for nothing. */
export function auditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(auditValue).join(', ')
  if (typeof value === 'string') return value
  if (typeof value === 'number') return number.format(value)
  if (!isRow(value)) return JSON.stringify(value)
  const named = value.name ?? value.description
  return typeof named === 'string' ? named : JSON.stringify(value)
}
