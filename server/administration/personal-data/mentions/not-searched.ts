/**
 * Columns of text in which no mention of a person is searched, each table with the reason. Every other one is searched, and
 * has its name in `src/domain/client/mention-places.ts`; a test checks both. docs/rules.md#mentions
 */
import { MANAGED_LISTS } from '../../../../src/contract/administration/catalogues.ts'
import { NO_MENTIONS } from '../../../records/lead-fields.ts'

const IDENTITY = 'what another client is called and reached by: it is that client’s'
const REFERENCE = 'a list of the brokerage'
const USERS = 'about a user, who is no client'
const KEYS = 'a key, a digest or a word of Farol'
const CONTRACT = 'the number of a contract'

type Reasons = Readonly<Record<string, readonly string[]>>

/** By table and reason. */
export const NOT_SEARCHED: Readonly<Record<string, Reasons>> = {
  ...Object.fromEntries(MANAGED_LISTS.map(({ list, texts }) => [list.table, { [REFERENCE]: texts }])),
  audit_log: { [KEYS]: ['action', 'entity', 'entity_id'] },
  backup_runs: { 'a backup: its own name, or why it failed': ['file', 'problem'] },
  brokerage_logo: { 'a picture of the brokerage': ['media_type', 'content'] },
  calls: { 'the number that was called for that lead': ['phone'], [KEYS]: ['way', 'result_by'] },
  catalogue_entries: { [REFERENCE]: ['kind', 'value'] },
  cep_cache: { 'the address of a CEP, of whoever lives there': ['cep', 'address'] },
  chat_history: { [KEYS]: ['session_id', 'origin'] },
  client_merges: {
    [KEYS]: ['from_alias', 'kept'],
    [IDENTITY]: ['alias_row', 'survivor_before', 'survivor_after'],
  },
  client_merge_leads: { [IDENTITY]: ['before', 'frozen'] },
  client_look_ups: { [KEYS]: ['kind'] },
  clients: {
    [IDENTITY]: ['name', 'name_folded', 'phone', 'cellphone', 'mail', 'cpf', 'rg'],
    'parts of an address that name a place': ['cep', 'number', 'district', 'city', 'state'],
  },
  command_log: { [KEYS]: ['key', 'device_id', 'command', 'outcome'] },
  creation_log: { [KEYS]: ['key', 'asked', 'made'] },
  renewal_import_decisions: {
    'a sentence of Farol, without values of the line': ['reason'],
  },
  import_decisions: {
    'a sentence of Farol, without values of the line': ['reason'],
  },
  insurer_aliases: { [REFERENCE]: ['key'] },
  insurer_spellings: { [REFERENCE]: ['key', 'spelling'] },
  data_requests: {
    [KEYS]: ['kind', 'came_by', 'outcome'],
    'who asks, and is reached by: an erasure takes it where it is the person': ['name', 'contact'],
  },
  elective_leads: {
    [CONTRACT]: ['proposal'],
    [USERS]: ['inviter_login'],
    [IDENTITY]: ['client_informations'],
  },
  erased_files: { [KEYS]: ['path'] },
  external_indications: {
    [REFERENCE]: ['insurance'],
    [KEYS]: ['consent_version', 'health_consent_version'],
    [IDENTITY]: ['client'],
  },
  import_kept: { [KEYS]: ['kind'], 'a sentence of Farol, without values of the row': ['reason'] },
  import_keys: { [KEYS]: ['list', 'key'] },
  import_mappings: {
    [KEYS]: ['list', 'day_orders'],
    'names and headers of the brokerage': ['name', 'source', 'headers'],
  },
  import_refusals: { [CONTRACT]: ['old_number'] },
  imported_records: { [KEYS]: ['kind', 'fields'] },
  imports: { [KEYS]: ['state', 'list', 'choices'], [REFERENCE]: ['source'] },
  in_person_diagnoses: { [KEYS]: ['kind'] },
  indication_links: { [KEYS]: ['code', 'secret'] },
  kysely_migration: { [KEYS]: ['name', 'timestamp'] },
  kysely_migration_lock: { [KEYS]: ['id'] },
  lead_duplicates: { [CONTRACT]: ['proposal'], [IDENTITY]: ['client_name'] },
  lead_files: { [KEYS]: ['path'] },
  lead_temps: {
    [CONTRACT]: ['policy_number', 'number_key', 'item'],
    [IDENTITY]: ['client_info'],
    [USERS]: ['renovator_hierarchical_group'],
    'a month, and the name of an insurer': ['reference_month', 'insurer'],
  },
  lead_transfer_leads: { 'broker, state, status and capture of a lead': ['before'] },
  lead_transfers: { [USERS]: ['leaver'], 'numbers of leads, and sentences of Farol': ['answer'] },
  leads: { ...NO_MENTIONS, [IDENTITY]: ['client_as_referred'] },
  legal_records: {
    'the law keeps it until its day: docs/rules.md#legal-keep': [
      'insurance',
      'proposal',
      'policy_number',
      'insured_name',
      'insured_document',
      'reason',
    ],
  },
  mails: { [KEYS]: ['purpose', 'problem'], 'an address of the recipient': ['recipient'] },
  partner_keys: { [REFERENCE]: ['name'], [KEYS]: ['key_hash'] },
  password_verifications: { [KEYS]: ['code_hash', 'purpose'], [USERS]: ['new_email'] },
  push_keys: { [KEYS]: ['public_key', 'private_key'] },
  push_marks: { [KEYS]: ['kind'] },
  push_messages: { [KEYS]: ['kind'] },
  push_subscriptions: { [KEYS]: ['endpoint', 'p256dh', 'auth'] },
  quiver_answers: { [KEYS]: ['kind'] },
  rate_limits: { [KEYS]: ['key'] },
  renewal_import_refusals: { [CONTRACT]: ['policy_number'] },
  renewal_imports: { [KEYS]: ['state'] },
  renewals: { [CONTRACT]: ['policy_number'], 'an insurer': ['insurer'] },
  report_mails: { [KEYS]: ['cadence', 'problem'] },
  report_views: { [KEYS]: ['path', 'sort'] },
  revocations: { [KEYS]: ['kind'], 'numbers of users, sessions and devices': ['about'] },
  roles: { [REFERENCE]: ['name'] },
  screen_settings: { [KEYS]: ['screen', 'value'] },
  security_incidents: {
    [KEYS]: ['subject_kinds', 'data_kinds', 'subjects_told'],
    'the number of a report to the ANPD': ['anpd_protocol'],
  },
  session_confirmations: { [KEYS]: ['token_hash'] },
  devices: { [KEYS]: ['device_id', 'app_version', 'mode'] },
  device_keys: { [KEYS]: ['device_id', 'secret_hash', 'sealed_half', 'key_id', 'pin_hash'] },
  code_apps: { [KEYS]: ['secret', 'pending_secret'] },
  recovery_codes: { [KEYS]: ['code_hash'] },
  held_indications: { [KEYS]: ['key', 'by_link'], [IDENTITY]: ['args'] },
  used_recovery_codes: { [KEYS]: ['code_hash'] },
  kept_answers: { [KEYS]: ['key_hash', 'sealed'] },
  remembered_devices: { [KEYS]: ['secret_hash', 'device_id'] },
  passkeys: { [KEYS]: ['credential_id', 'public_key', 'rp_id'], [USERS]: ['name'] },
  passkey_challenges: { [KEYS]: ['challenge', 'about'] },
  sign_in_steps: { [KEYS]: ['token_hash', 'device_id'] },
  sessions: { [KEYS]: ['token_hash', 'device_id', 'ending_hash'], [USERS]: ['device_name'] },
  settings: { [REFERENCE]: ['key', 'value'] },
  sync_epoch: { [KEYS]: ['cluster'] },
  timeline: { [KEYS]: ['device_id', 'command'] },
  tombstones: { [KEYS]: ['kind', 'catalogue_kind', 'catalogue_id'] },
  uploaded_files: { [KEYS]: ['path'] },
  user_passwords: { [KEYS]: ['hash'] },
  user_views: { [KEYS]: ['screen'] },
  users: {
    [USERS]: ['name', 'login', 'email', 'phone', 'work_start', 'renovator_hierarchical_group'],
  },
  whole_exports: { 'an export: its own name and state, or why it failed': ['state', 'file', 'problem'] },
}
