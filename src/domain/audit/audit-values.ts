/** The values of an entry in words: names for numbers, days, phones. docs/rules.md#audit */

import { z } from 'zod'
import { AUTOMATION_STATE_WORDS } from '../automations/definition.ts'
import { formatDocument } from '../documents/cpf-cnpj.ts'
import { FIRST_STEP_TITLES } from '../first-steps/first-steps.ts'
import { LIST_NAMES } from '../imports/list-names.ts'
import type { Names } from '../lead/field-words.ts'
import { statusLine } from '../lead/status.ts'
import { formatPhone } from '../phone/phone.ts'
import { REQUEST_KIND_WORDS, REQUEST_OUTCOME_WORDS, REQUEST_WAY_WORDS } from '../privacy/data-requests.ts'
import { DATA_KIND_WORDS, SUBJECT_KIND_WORDS, TOLD_WORDS } from '../privacy/incidents.ts'
import { ownValue } from '../record/own-value.ts'
import { FACTOR_CHANGES } from '../session/factor-changes.ts'
import { yearlyHolidaySchema, yearlyInWords } from '../sla/yearly-holidays.ts'
import { numberFormat } from '../text/formats.ts'
import { formatDateTime } from '../time/sao-paulo.ts'
import { WEBHOOK_EVENT_WORDS, WEBHOOK_STATE_WORDS } from '../webhooks/events.ts'
import { PURPOSE_WORDS } from '../whatsapp/templates.ts'
import { ACTION_WORDS, ENTITY_WORDS } from './audit-kinds.ts'

const ungrouped = numberFormat({ useGrouping: false })

export const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names by the numbers that entries have. */
export interface AuditNames extends Pick<Names, 'channels' | 'users' | 'insurances' | 'partners'> {
  readonly teams?: readonly { readonly id: number; readonly description: string }[]
}

export interface AuditWords {
  readonly names: AuditNames
  /** Returns the name of a field, or null. */
  readonly nameOf: (field: string) => string | null
}

type Words = (value: unknown, words: AuditWords) => string | undefined

export const NOTHING = '—'

/** Whether the value is a number. The filter of an export keeps numbers as text, as they were in its address. */
const isNumber = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))

const byNumber =
  (nameOf: (names: AuditNames, id: number) => string | undefined): Words =>
  (value, { names }) =>
    isNumber(value) ? (nameOf(names, Number(value)) ?? `Nº ${ungrouped(Number(value))}`) : undefined

const channel = byNumber(({ channels }, id) => channels.get(id)?.name)
const user = byNumber(({ users }, id) => users.get(id)?.name)
const partner = byNumber(({ partners }, id) => partners.get(id))
const insurance = byNumber(({ insurances }, id) => insurances.get(id))
const team = byNumber(({ teams }, id) => teams?.find((row) => row.id === id)?.description)
const activity: Words = (value) => (value === 1 ? 'Ativo' : value === 0 ? 'Inativo' : undefined)

const each =
  (words: Words): Words =>
  (value, all) =>
    Array.isArray(value) && value.length > 0
      ? value.map((one) => words(one, all) ?? auditValue(one, all)).join(', ')
      : undefined

const oneOrEach =
  (words: Words): Words =>
  (value, all) =>
    Array.isArray(value) ? each(words)(value, all) : words(value, all)

const text =
  (words: (text: string) => string): Words =>
  (value) =>
    typeof value === 'string' ? words(value) : undefined

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
  const others = holidays === NOTHING ? working : `${working}, outros feriados: ${holidays}`
  const yearly = z.array(yearlyHolidaySchema).safeParse(value.yearly).data ?? []
  return yearly.length === 0 ? others : `${others}, todo ano: ${yearly.map(yearlyInWords).join(', ')}`
}

/** The words shown for a field's value. A field that only one table has is named with its table. */
const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['channel_id', oneOrEach(channel)],
  ['channels', each(channel)],
  ['parent_id', channel],
  ['partner_id', oneOrEach(partner)],
  ['partners', each(partner)],
  ['insurance_id', oneOrEach(insurance)],
  ['broker_id', oneOrEach(user)],
  ['broker', user],
  ['brokers', each(user)],
  ['inviter_id', oneOrEach(user)],
  ['technical_team_id', oneOrEach(team)],
  ['technical_teams', each(team)],
  ['technicalTeam', oneOrEach(team)],
  ['user_id', user],
  ['substitute_id', user],
  ['phone', text(formatPhone)],
  ['cellphone', text(formatPhone)],
  ['cpf', text(formatDocument)],
  ['cep', text((cep) => cep.replace(/^(\d{5})(\d{3})$/, '$1-$2'))],
  ['reference_month', text((month) => month.replace(/^(\d{4})-?(\d\d)$/, '$2/$1'))],
  ['size', (value) => (typeof value === 'number' ? `${ungrouped(Math.ceil(value / 1024))} kB` : undefined)],
  ['figure', () => 'Só os leads de um número do resumo'],
  ['reports.view', () => 'Por uma visão guardada'],
  ['reports.status', (value) => (typeof value === 'number' ? statusLine(value).label : undefined)],
  [
    'imports.state',
    oneOf({
      preparing: 'Começando',
      running: 'Em andamento',
      done: 'Concluída',
      cancelled: 'Cancelada',
      undoing: 'Sendo desfeita',
      undone: 'Desfeita',
    }),
  ],
  ['imports.list', oneOf(LIST_NAMES)],
  [
    'renewal_imports.state',
    oneOf({ preparing: 'Começando', running: 'Em andamento', done: 'Concluída', cancelled: 'Cancelada' }),
  ],
  ['webhooks.state', oneOf(WEBHOOK_STATE_WORDS)],
  ['automations.state', oneOf(AUTOMATION_STATE_WORDS)],
  ['automations.texts', each(text((words) => `“${words}”`))],
  ['webhooks.events', each(oneOf(WEBHOOK_EVENT_WORDS))],
  ['message_templates.purpose', oneOf(PURPOSE_WORDS)],
  ['sessions.device_name', text((name) => name)],
  ['users.second_factor', oneOf(FACTOR_CHANGES)],
  ['users.status', activity],
  ['lead_broker_config.status', activity],
  ['users.verify', verification],
  ['insurances.type', (value) => (value === 2 ? 'Pessoa jurídica' : 'Pessoa física')],
  ['status_flow', each((value) => (typeof value === 'number' ? statusLine(value).label : undefined))],
  ['business_hours', hours],
  ['first_steps_later', each(oneOf(FIRST_STEP_TITLES))],
  ['created_by', user],
  ['answered_by', user],
  ['client_uid', text(() => 'Ligado a um cadastro')],
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
  ['audit_log.action', oneOf(ACTION_WORDS)],
  ['audit_log.entity', oneOf(ENTITY_WORDS)],
])

const isDay = (words: string) => /^\d{4}-\d\d-\d\d$/.test(words)
const isInstant = (words: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(words) && !Number.isNaN(Date.parse(words))

const textValue = (value: string) =>
  isDay(value) ? value.split('-').toReversed().join('/') : isInstant(value) ? formatDateTime(value) : value

/** A value in words: names of rows instead of the rows, 'Sim' and 'Não', '—' for nothing. */
function auditValue(value: unknown, words: AuditWords): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value))
    return value.length === 0 ? NOTHING : value.map((one) => auditValue(one, words)).join(', ')
  if (typeof value === 'string') return textValue(value)
  if (typeof value === 'number') return ungrouped(value)
  if (!isRow(value)) return NOTHING
  const named = value.name ?? value.description
  if (typeof named === 'string') return named
  const parts = Object.entries(value).filter(([, part]) => part !== null)
  return parts.length === 0
    ? NOTHING
    : parts
        .map(([field, part]) => `${words.nameOf(field) ?? OTHER}: ${fieldWords(field, part, words)}`)
        .join('; ')
}

/** The name of a field that has none. */
export const OTHER = 'Outro dado'

/** The value of a field in words. `field` with its table where the words are of that table alone. */
export function fieldWords(field: string, value: unknown, words: AuditWords, entity = ''): string {
  if (value === null || value === '') return NOTHING
  const inWords = WORDS.get(`${entity}.${field}`) ?? WORDS.get(field)
  return inWords?.(value, words) ?? auditValue(value, words)
}
