/** The audit in words: actions, entities, fields, and what changed between two rows. docs/rules.md#audit */
import { FIRST_STEP_TITLES } from '../first-steps/first-steps.ts'
import type { Names } from '../lead/field-words.ts'
import { statusLine } from '../lead/status.ts'
import { REQUEST_KIND_WORDS, REQUEST_OUTCOME_WORDS, REQUEST_WAY_WORDS } from '../privacy/data-requests.ts'
import { DATA_KIND_WORDS, SUBJECT_KIND_WORDS, TOLD_WORDS } from '../privacy/incidents.ts'
import { ownValue } from '../record/own-value.ts'

export const ACTION_WORDS = {
  create: 'Criou',
  update: 'Alterou',
  delete: 'Removeu',
  sign_in: 'Entrou',
  export: 'Exportou',
  invite: 'Enviou convite',
  copy_link: 'Copiou o link de acesso',
  set_password: 'Definiu a senha',
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
  lead_duplicates: 'Proposta duplicada',
  audit_log: 'Auditoria',
  renewal_imports: 'Importação de renovações',
  lead_temps: 'Renovação importada',
  lead_transfers: 'Transferência de leads',
  reports: 'Relatório',
  chat_personas: 'Persona do assistente',
  mail_files: 'E-mail em arquivo',
  data_requests: 'Pedido de titular',
  security_incidents: 'Incidente de segurança',
  legal_records: 'Guarda legal',
}

const number = new Intl.NumberFormat('pt-BR', { useGrouping: false })

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface AuditChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields that differ; of a row that was made or removed those that hold something. */
function auditChanges(before: unknown, after: unknown): AuditChange[] {
  const [one, other] = [isRow(before) ? before : {}, isRow(after) ? after : {}]
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return fields
    .map((field) => ({ field, before: one[field] ?? null, after: other[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Names by the numbers that entries have. */
export type AuditNames = Pick<Names, 'channels' | 'users' | 'insurances' | 'partners'>

export interface AuditWords {
  readonly names: AuditNames
  /** Returns the name of a field, or null. */
  readonly nameOf: (field: string) => string | null
}

type Words = (value: unknown, words: AuditWords) => string | undefined

const NOTHING = '—'

const byNumber =
  (nameOf: (names: AuditNames, id: number) => string | undefined): Words =>
  (value, { names }) =>
    typeof value === 'number' ? (nameOf(names, value) ?? `Nº ${number.format(value)}`) : undefined

const channel = byNumber(({ channels }, id) => channels.get(id)?.name)
const user = byNumber(({ users }, id) => users.get(id)?.name)
const activity: Words = (value) => (value === 1 ? 'Ativo' : value === 0 ? 'Inativo' : undefined)

const each =
  (words: Words): Words =>
  (value, all) =>
    Array.isArray(value) && value.length > 0
      ? value.map((one) => words(one, all) ?? auditValue(one, all)).join(', ')
      : undefined

const oneOf =
  (words: Readonly<Record<string, string>>): Words =>
  (value) =>
    typeof value === 'string' ? ownValue(words, value) : undefined

const verification: Words = (value) =>
  isRow(value) ? (value.verified === true ? 'Confirmado' : 'Não confirmado') : undefined

const hours: Words = (value, all) => {
  if (!isRow(value)) return undefined
  const working = `${String(value.start)} às ${String(value.end)}`
  const holidays = auditValue(value.holidays, all)
  return holidays === NOTHING ? working : `${working}, outros feriados: ${holidays}`
}

/** What stands for a value. A field of one table only is named with its table. */
const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['channel_id', channel],
  ['parent_id', channel],
  ['technical_teams.channels', each(channel)],
  ['partner_id', byNumber(({ partners }, id) => partners.get(id))],
  ['insurance_id', byNumber(({ insurances }, id) => insurances.get(id))],
  ['broker_id', user],
  ['user_id', user],
  ['users.status', activity],
  ['lead_broker_config.status', activity],
  ['users.verify', verification],
  ['insurances.type', (value) => (value === 2 ? 'Empresa' : 'Pessoa física')],
  ['status_flow', each((value) => (typeof value === 'number' ? statusLine(value).label : undefined))],
  ['business_hours', hours],
  ['first_steps_later', each(oneOf(FIRST_STEP_TITLES))],
  ['created_by', user],
  ['answered_by', user],
  ['data_requests.kind', oneOf(REQUEST_KIND_WORDS)],
  ['data_requests.came_by', oneOf(REQUEST_WAY_WORDS)],
  ['data_requests.outcome', oneOf(REQUEST_OUTCOME_WORDS)],
  ['security_incidents.subject_kinds', each(oneOf(SUBJECT_KIND_WORDS))],
  ['security_incidents.data_kinds', each(oneOf(DATA_KIND_WORDS))],
  ['security_incidents.subjects_told', oneOf(TOLD_WORDS)],
  [
    'lead_transfers.destination',
    oneOf({ share: 'Repartidos entre os corretores', origin: 'De volta a Origem' }),
  ],
  ['audit_log.action', (value) => Object.entries(ACTION_WORDS).find(([action]) => action === value)?.[1]],
  ['audit_log.entity', (value) => (typeof value === 'string' ? ENTITY_WORDS[value] : undefined)],
])

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** A value in words: names of rows instead of the rows, 'Sim' and 'Não', '—' for nothing. */
function auditValue(value: unknown, words: AuditWords): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value))
    return value.length === 0 ? NOTHING : value.map((one) => auditValue(one, words)).join(', ')
  if (typeof value === 'string') return isDay(value) ? value.split('-').toReversed().join('/') : value
  if (typeof value === 'number') return number.format(value)
  if (!isRow(value)) return NOTHING
  const named = value.name ?? value.description
  if (typeof named === 'string') return named
  const parts = Object.entries(value).filter(([, part]) => part !== null)
  return parts.length === 0
    ? NOTHING
    : parts.map(([field, part]) => `${words.nameOf(field) ?? OTHER}: ${auditValue(part, words)}`).join('; ')
}

/** The name of a field that has none. */
const OTHER = 'Outro dado'

export interface AuditLine {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** What an entry changed, in words; a line for each field. Screen and sheet show the same. */
export function auditLines(
  { entity, before, after }: { entity: string; before?: unknown; after?: unknown },
  words: AuditWords,
): AuditLine[] {
  return auditChanges(before, after).map(({ field, before: one, after: other }) => {
    const inWords = WORDS.get(`${entity}.${field}`) ?? WORDS.get(field)
    const say = (value: unknown) =>
      value === null || value === '' ? NOTHING : (inWords?.(value, words) ?? auditValue(value, words))
    return { field, label: words.nameOf(field) ?? OTHER, before: say(one), after: say(other) }
  })
}
