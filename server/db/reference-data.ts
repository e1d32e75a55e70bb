/** The first rows of each database: roles, channels, lines, catalogues, settings. docs/rules.md#catalogues */
import { type Kysely, sql } from 'kysely'
import { DELIVERED_INSURERS } from '../../src/domain/insurer/delivered.ts'
import { CALL_RESULTS } from '../../src/domain/lead/calls.ts'
import { INSURANCE_NAMES, PERSON_INSURANCES } from '../../src/domain/lead/insurance-line.ts'
import { DEFAULT_STATUS_FLOW, STATES, STATUSES } from '../../src/domain/lead/status.ts'
import { ROLE_NAMES } from '../../src/domain/permissions/role-names.ts'
import { settingsSchema } from '../../src/domain/settings/settings.ts'
import { DELIVERED_TEMPLATES } from '../../src/domain/whatsapp/templates.ts'
import type { Database } from './database.ts'
import { insertRows } from './insert-rows.ts'

interface ReferenceChannel {
  readonly id: number
  readonly name: string
  readonly parent_id: number | null
  readonly custom: boolean
  readonly status_flow: readonly number[]
  readonly renewal: boolean
}

/** The channels whose leads renew a policy. */
const RENEWALS: readonly number[] = [6, 9, 10, 27, 28]

const channel = (id: number, name: string, parent_id: number | null = null): ReferenceChannel => ({
  id,
  name,
  parent_id,
  custom: false,
  status_flow: DEFAULT_STATUS_FLOW,
  renewal: RENEWALS.includes(id),
})

/** Channels that rules name by number come first. 2 to 5 are children. In 29 the quote comes before the call. */
export const CHANNELS: readonly ReferenceChannel[] = [
  channel(1, 'Interno'),
  channel(6, 'Renovação'),
  channel(7, 'Autoindicação'),
  channel(8, 'Site'),
  channel(9, 'Cross-selling carteira'),
  channel(10, 'Renovações perdidas ano anterior'),
  channel(14, 'Redes sociais'),
  channel(27, 'Renovação própria'),
  channel(28, 'Renovação de terceiros'),
  { ...channel(29, 'Indicação externa'), custom: true, status_flow: [1, 2, 4, 3, 5, 6] },
  channel(2, 'Concessionária', 1),
  channel(3, 'Aplicativo', 8),
  channel(4, 'Chatbot', 8),
  channel(5, 'Campanhas', 14),
]

/** 11 to 19 are the company lines: docs/rules.md#insurance-lines. */
export const isCompanyLine = (insuranceId: number) => insuranceId >= 11 && insuranceId <= 19

export const INSURANCES = Object.entries(INSURANCE_NAMES).map(([id, name]) => ({
  id: Number(id),
  name,
  type: isCompanyLine(Number(id)) ? 2 : 1,
  persons: PERSON_INSURANCES.includes(Number(id)),
}))

const numbered = (kind: string, values: readonly string[]) =>
  values.map((value, place) => ({ kind, var_id: place + 1, value }))

export const CATALOGUE_ENTRIES = [
  ...Object.entries(STATES).map(([id, value]) => ({ kind: 'lead_state', var_id: Number(id), value })),
  ...STATUSES.map(({ status, label }) => ({ kind: 'lead_status', var_id: status, value: label })),
  ...numbered('lead_sold', ['Não vendido', 'Vendido']),
  // The rules take 5 for 'closed with another broker': docs/rules.md#losses.
  ...numbered('lead_lost_sale', [
    'Preço',
    'Sem contato com o cliente',
    'Desistiu da compra',
    'Não tem interesse',
    'Fechou com outra corretora',
    'Risco recusado',
    'Dados incorretos',
    'Cliente já segurado',
    'Lead duplicado',
  ]),
  // 4 is immediate and sets the date to now: docs/rules.md#dates-of-the-attendance.
  ...numbered('lead_contact_type', ['Telefone', 'Celular', 'E-mail', 'WhatsApp', 'Presencial']),
  ...numbered('lead_service_status', [
    'Em atendimento',
    'Aguardando retorno',
    'Cliente não atende',
    'Documentação pendente',
    'Em análise na seguradora',
  ]),
  ...CALL_RESULTS.map((result) => ({ kind: 'calls_result', ...result })),
]

export const SETTINGS = settingsSchema.parse({ refresh_lead_seconds: 30 })

/** Writes the reference data to an empty database. Does nothing when there are roles. */
export async function fillReference(tx: Kysely<Database>): Promise<void> {
  if ((await tx.selectFrom('roles').select('id').limit(1).executeTakeFirst()) !== undefined) return
  await insertRows(tx, 'roles', ROLE_NAMES)
  await insertRows(tx, 'channels', CHANNELS)
  await insertRows(tx, 'insurances', INSURANCES)
  await insertRows(tx, 'catalogue_entries', CATALOGUE_ENTRIES)
  await insertRows(tx, 'insurers', DELIVERED_INSURERS)
  await insertRows(
    tx,
    'message_templates',
    DELIVERED_TEMPLATES.map((template, position) => ({ ...template, position })),
  )
  // A missing one has its default, null among them.
  const settings = Object.entries(SETTINGS).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value }],
  )
  await insertRows(tx, 'settings', settings)
  await sql`
    select setval(pg_get_serial_sequence('insurances', 'id'), (select max(id) from insurances))`.execute(tx)
}
