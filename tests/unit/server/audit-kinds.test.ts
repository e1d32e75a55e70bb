/** Each kind of entry that the server writes has words, on the screen as in the sheet. docs/rules.md#audit */
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PLACES } from '../../../server/administration/personal-data/places.ts'
import { fieldName } from '../../../src/contract/field-names.ts'
import type { AuditAction, AuditEntity } from '../../../src/domain/audit/audit-kinds.ts'
import { OTHER } from '../../../src/domain/audit/audit-values.ts'
import { auditSaid } from '../../../src/domain/audit/audit-words.ts'
import { ABSENCE_ENTRIES } from './absence-entries.ts'
import { AUTOMATION_ENTRIES } from './automation-entries.ts'
import { CALENDAR_ENTRIES } from './calendar-entries.ts'
import { DEVICE_ENTRIES } from './device-entries.ts'
import { EXPORT_ENTRIES } from './export-entries.ts'
import { FACTOR_ENTRIES } from './factor-entries.ts'
import { IMPORT_ENTRIES } from './import-entries.ts'
import { MERGE_ENTRIES } from './merge-entries.ts'
import { RENEWAL_ENTRIES } from './renewal-entries.ts'
import { TRANSFER_ENTRIES } from './transfer-entries.ts'
import { WEBHOOK_ENTRIES } from './webhook-entries.ts'
import { WHATSAPP_ENTRIES } from './whatsapp-entries.ts'

interface Sample {
  readonly action: AuditAction
  readonly entity: AuditEntity
  readonly entity_id?: string
  /** As the server resolves it; null where the row has its name itself. */
  readonly subject?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Whom it is about. */
  readonly about?: string
}

const USER = { id: 4, name: 'Bruna', phone: '31987654321', status: 1, email: 'b@exemplo.com.br' }
const ROW = { id: 1, name: 'Auto', active: true }
const REQUEST = {
  id: 1,
  uid: crypto.randomUUID(),
  revision: 1,
  client_uid: crypto.randomUUID(),
  name: '(preenchido)',
  contact: '(preenchido)',
  kind: 'access',
  came_by: 'mail',
  details: '(preenchido)',
  received_on: '2026-11-01',
  created_at: '2026-11-01T12:00:00Z',
  created_by: 4,
  answered_on: '2026-11-02',
  answered_by: 4,
  outcome: 'done',
  answer: '(preenchido)',
}
const INCIDENT = {
  id: 1,
  uid: crypto.randomUUID(),
  revision: 1,
  description: '(preenchido)',
  occurred_on: '2026-11-01',
  known_on: '2026-11-01',
  subject_kinds: ['clients'],
  subjects: 3,
  minors: 0,
  elderly: 0,
  data_kinds: ['contact'],
  measures_before: '(preenchido)',
  measures_after: '(preenchido)',
  risks: '(preenchido)',
  delay_reasons: '(preenchido)',
  measures_taken: '(preenchido)',
  dpo_contact: '(preenchido)',
  subjects_told: 'no',
  subjects_told_on: '2026-11-01',
  subjects_told_how: '(preenchido)',
  anpd_told_on: '2026-11-01',
  anpd_protocol: '(preenchido)',
  anpd_not_told_reason: '(preenchido)',
  created_at: '2026-11-01T12:00:00Z',
  created_by: 4,
}
const COUNTS = Object.fromEntries(PLACES.filter(({ isCopy }) => !isCopy).map(({ table }) => [table, 1]))
const FILTER = {
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  date_ini: '2026-11-01',
  date_end: '2026-11-30',
  date_start: '2026-11-01',
  broker_id: [4],
  'broker_id[]': ['4'],
  broker: 4,
  partner_id: ['26'],
  inviter_id: 4,
  insurance_id: [1],
  channel_id: 8,
  technical_team_id: [2],
  technicalTeam: 2,
  client_id: 3,
  client_name: '(preenchido)',
  client: '(preenchido)',
  proposal_id: '(preenchido)',
  reference_month: '202611',
  figure: 'sold',
  row: 4,
  order: '-sold',
  page: 1,
  per_page: 50,
}

/** By the file that writes them. A file that writes an entry and is not here fails the last test. */
const WRITTEN: Readonly<Record<string, readonly Sample[]>> = {
  'records/audit-user.ts': [
    {
      action: 'update',
      entity: 'users',
      entity_id: '4',
      subject: 'Bruna',
      before: USER,
      after: { ...USER, phone: '31987650000' },
      about: 'Bruna',
    },
    { action: 'set_password', entity: 'users', entity_id: '4', subject: 'Bruna', about: 'Bruna' },
  ],
  ...FACTOR_ENTRIES,
  'http/managed-catalogue.ts': [
    { action: 'create', entity: 'insurances', entity_id: '1', after: ROW, about: 'Auto' },
    {
      action: 'update',
      entity: 'partners',
      entity_id: '1',
      before: ROW,
      after: { ...ROW, active: false, code_wf: 'A1', release_quote: true, quote_link_template: 'https://' },
      about: 'Auto',
    },
    {
      action: 'delete',
      entity: 'technical_teams',
      entity_id: '1',
      before: { id: 1, description: 'Sul', channels: [8], active: true },
      about: 'Sul',
    },
    {
      action: 'create',
      entity: 'channels',
      entity_id: '1',
      after: { ...ROW, parent_id: 8, custom: true, renewal: false, status_flow: [1, 6] },
      about: 'Auto',
    },
    { action: 'create', entity: 'competitor_brokers', entity_id: '1', after: ROW, about: 'Auto' },
    { action: 'create', entity: 'insurers', entity_id: '1', after: ROW, about: 'Auto' },
    { action: 'create', entity: 'message_templates', entity_id: '1', after: ROW, about: 'Auto' },
    {
      action: 'delete',
      entity: 'lead_broker_config',
      entity_id: '1',
      before: { id: 1, partner_id: 26, channel_id: 8, insurance_id: 1, broker_id: 4, status: 1 },
      about: 'Loja 26 · Auto · Bruna',
    },
  ],
  'administration/partner-keys.ts': [
    {
      action: 'create',
      entity: 'partner_keys',
      entity_id: crypto.randomUUID(),
      after: { partner_id: 26, name: 'ERP' },
      about: 'ERP',
    },
    {
      action: 'delete',
      entity: 'partner_keys',
      entity_id: crypto.randomUUID(),
      before: { partner_id: 26, name: 'ERP' },
      about: 'ERP',
    },
  ],
  ...AUTOMATION_ENTRIES,
  ...WEBHOOK_ENTRIES,
  ...WHATSAPP_ENTRIES,
  ...MERGE_ENTRIES,
  'administration/personal-data/erase.ts': [
    {
      action: 'erase',
      entity: 'clients',
      entity_id: '3',
      subject: 'Apagado',
      after: {
        ...COUNTS,
        erase_without_contact_years: 5,
        reason: 'Pedido',
        legal_records: 1,
        keep_until: '2030-01-01',
      },
      about: 'Apagado',
    },
  ],
  'administration/personal-data/export.ts': [
    {
      action: 'export',
      entity: 'clients',
      entity_id: '3',
      subject: 'Ana',
      after: { ...COUNTS, leads: 2 },
      about: 'Ana',
    },
  ],
  'administration/personal-data/legal-keep.ts': [
    {
      action: 'erase',
      entity: 'legal_records',
      entity_id: '3',
      subject: 'Ana',
      after: { legal_records: 1 },
      about: 'Ana',
    },
  ],
  'administration/personal-data/mentions/blank.ts': [
    {
      action: 'erase',
      entity: 'clients',
      entity_id: '3',
      subject: 'Apagado',
      after: { mentions: 2 },
      about: 'Apagado',
    },
  ],
  'administration/privacy/data-requests.ts': [
    {
      action: 'create',
      entity: 'data_requests',
      entity_id: '1',
      subject: 'Ana',
      after: REQUEST,
      about: 'Ana',
    },
    { action: 'delete', entity: 'data_requests', entity_id: '1', before: REQUEST },
  ],
  'administration/privacy/incidents.ts': [
    { action: 'create', entity: 'security_incidents', entity_id: '1', after: INCIDENT },
  ],
  'commands/client/enter-identity.ts': [
    { action: 'correct', entity: 'clients', entity_id: '7', after: { fields: ['name', 'cpf'] } },
    { action: 'separate', entity: 'clients', entity_id: '7', after: { other_client_id: 9, lead_id: 12 } },
  ],
  'administration/settings.ts': [
    {
      action: 'update',
      entity: 'settings',
      entity_id: 'time_to_capture_lead',
      before: { time_to_capture_lead: 1 },
      after: { time_to_capture_lead: 2 },
      about: 'Tempo para capturar',
    },
  ],
  'administration/users.ts': [
    { action: 'create', entity: 'users', entity_id: '4', subject: 'Bruna', after: USER, about: 'Bruna' },
    {
      action: 'update',
      entity: 'users',
      entity_id: '4',
      subject: 'Bruna',
      before: USER,
      after: USER,
      about: 'Bruna',
    },
  ],
  'assistant/personas.ts': [
    {
      action: 'update',
      entity: 'chat_personas',
      entity_id: '1',
      before: { name: 'Guia', description: '', instructions: '' },
      after: { name: 'Guia', description: 'Ajuda', instructions: 'Seja breve' },
      about: 'Guia',
    },
  ],
  'http/accounts.ts': [
    { action: 'invite', entity: 'users', entity_id: '4', subject: 'Bruna', about: 'Bruna' },
    { action: 'copy_link', entity: 'users', entity_id: '4', subject: 'Bruna', about: 'Bruna' },
  ],
  'http/list-sheet.ts': [
    { action: 'export', entity: 'clients', after: { name: '(preenchido)', is_active: true } },
    { action: 'export', entity: 'clients', after: {} },
    {
      action: 'export',
      entity: 'audit_log',
      after: { start_date: '2026-11-01', user_id: 4, action: 'sign_in', entity: 'users' },
    },
    { action: 'export', entity: 'audit_log', after: {} },
  ],
  'export/import-whole.ts': [{ action: 'import', entity: 'whole_exports' }],
  ...ABSENCE_ENTRIES,
  ...CALENDAR_ENTRIES,
  ...DEVICE_ENTRIES,
  ...EXPORT_ENTRIES,
  'http/mail-files.ts': [
    { action: 'export', entity: 'mail_files', after: { name: '2026.eml' }, about: '2026.eml' },
    { action: 'delete', entity: 'mail_files', before: { mail_files: 3 } },
  ],
  'reports/calls/serve-report.ts': [
    {
      action: 'export',
      entity: 'reports',
      entity_id: '/relatorio-atendimento',
      after: FILTER,
      about: 'Rel. de Atendimento',
    },
    {
      action: 'export',
      entity: 'reports',
      entity_id: '/relatorio-atendimento',
      after: {},
      about: 'Rel. de Atendimento',
    },
  ],
  'http/sign-in.ts': [
    {
      action: 'sign_in',
      entity: 'sessions',
      entity_id: '9',
      after: { device_id: 'x', device_name: 'Chrome no Android' },
    },
    {
      action: 'sign_in',
      entity: 'sessions',
      entity_id: '9',
      subject: 'Chrome no Android',
      after: { device_id: 'x' },
    },
    { action: 'sign_in', entity: 'sessions', entity_id: '9', after: { device_id: null } },
  ],
  'reports/report-mail.ts': [
    {
      action: 'export',
      entity: 'reports',
      entity_id: '/relatorio-ligacoes',
      after: { view: 3 },
      about: 'Rel. de Ligações',
    },
  ],
  'reports/queries/lead-duplicates.ts': [
    {
      action: 'update',
      entity: 'lead_duplicates',
      entity_id: '1',
      before: { proposal: '123', released: false },
      after: { proposal: '123', released: true },
      about: '123',
    },
  ],
  ...IMPORT_ENTRIES,
  ...RENEWAL_ENTRIES,
  'insurers/spellings.ts': [
    {
      action: 'update',
      entity: 'insurers',
      entity_id: '1',
      subject: 'Auto',
      before: ROW,
      after: ROW,
      about: 'Auto',
    },
  ],
  ...TRANSFER_ENTRIES,
}

const words = {
  names: {
    channels: new Map([[8, { name: 'Site' }]]),
    users: new Map([[4, { name: 'Bruna' }]]),
    insurances: new Map([[1, 'Auto']]),
    partners: new Map([[26, 'Loja 26']]),
    teams: [{ id: 2, description: 'Sul' }],
  },
  nameOf: fieldName,
}

/** A key of JSON or of a column, a uuid, an instant. */
const RAW = /\b[a-z]+_[a-z_]+\b|[0-9a-f]{8}-[0-9a-f]{4}-|\dT\d\d:|[{}[\]]|\bnull\b|^Nº/

test.each(
  Object.entries(WRITTEN).flatMap(([file, samples]) =>
    samples.map((sample) => [file, `${sample.action} ${sample.entity}`, sample] as const),
  ),
)('%s: %s is said in words', (_, __, { about = null, entity_id = null, ...sample }) => {
  const said = auditSaid({ entity_id, user: { name: 'Ana' }, ...sample }, words)
  expect(said.subject).toBe(about)
  expect(said.record).not.toBe(OTHER)
  const texts = said.lines.flatMap(({ label, before, after }) => [label, before, after])
  expect(texts).not.toContain(OTHER)
  expect(texts.filter((text) => RAW.test(text))).toEqual([])
  if (said.lines.length === 0) expect(said.note.length).toBeGreaterThan(10)
})

test('every file that writes entries is in the list', async () => {
  const files: string[] = []
  for await (const file of glob('**/*.ts', { cwd: 'server', exclude: (name) => name === 'migrations' }))
    if (/\baudit\(\w*,? ?(?:tx|\{)/.test(await readFile(`server/${file}`, 'utf8'))) files.push(file)
  expect(files.filter((file) => file !== 'records/audit.ts').toSorted()).toEqual(
    Object.keys(WRITTEN).toSorted(),
  )
})
