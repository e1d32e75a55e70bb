/**
 * Columns of text, JSON, lists and days that hold nothing of a client's person, each table with the reason. Together
 * with `places.ts` they are all such columns of the database, which a test checks. docs/rules.md#personal-data
 */
import { MANAGED_LISTS } from '../../../src/contract/administration/catalogues.ts'
import { NO_PERSON } from '../../records/lead-fields.ts'

interface Reason {
  readonly columns: readonly string[]
  readonly why: string
}

const reason = (why: string, ...columns: readonly string[]): Reason => ({ columns, why })

const REFERENCE = 'a list of the brokerage'
const USERS = 'about a user, who is no client'
const KEYS = 'a key, a digest or a word of Farol'
const CONTRACT = 'the number of a contract: without it a dealership would deliver the person again'

/**
 * Columns that are personal and outlive an erasure: what the law keeps of a sale, until its day. docs/rules.md#legal-keep
 */
export const KEPT_BY_LAW: Readonly<Record<string, readonly string[]>> = {
  legal_records: [
    'insurance',
    'proposal',
    'policy_number',
    'sold_on',
    'valid_until',
    'insured_name',
    'insured_document',
    'reason',
    'keep_until',
  ],
}

/** By table. */
export const NOT_PERSONAL: Readonly<Record<string, readonly Reason[]>> = {
  ...Object.fromEntries(MANAGED_LISTS.map(({ list, texts }) => [list.table, [reason(REFERENCE, ...texts)]])),
  audit_log: [
    reason('numbers of rows, and rows of administration: never of clients', 'entity_id', 'before', 'after'),
    reason(KEYS, 'action', 'entity'),
  ],
  backup_checks: [reason('a backup: its own name, or why it could not be restored', 'file', 'problem')],
  backup_runs: [reason('a backup: its own name, or why it failed', 'file', 'problem')],
  brokerage_logo: [reason('a picture of the brokerage', 'media_type', 'content')],
  calendar_entries: [reason(KEYS, 'uid', 'digest', 'starts')],
  calendar_feeds: [reason(USERS, 'name'), reason(KEYS, 'key_hash')],
  calls: [reason(KEYS, 'way', 'result_by')],
  catalogue_entries: [reason(REFERENCE, 'kind', 'value')],
  chat_history: [reason(KEYS, 'session_id', 'origin')],
  chat_personas: [reason(REFERENCE, 'name', 'description', 'prompt')],
  client_erasures: [reason('uids, by which devices let the data go', 'uids')],
  client_merges: [
    reason('uids and numbers of what a merge moved', 'moved_aliases', 'moved_requests'),
    reason(KEYS, 'from_alias', 'kept'),
  ],
  client_look_ups: [reason(KEYS, 'kind'), reason('uids of clients that a user looked up', 'found')],
  clock_memory: [reason(KEYS, 'machine', 'doubted')],
  command_log: [reason(KEYS, 'key', 'device_id', 'command', 'outcome')],
  creation_log: [reason(KEYS, 'key', 'asked', 'made')],
  data_requests: [
    reason(KEYS, 'kind', 'came_by', 'outcome'),
    reason('days of a request, which prove its answer', 'received_on', 'answered_on'),
  ],
  elective_leads: [reason(CONTRACT, 'proposal'), reason(USERS, 'inviter_login')],
  erased_files: [reason('a path of random characters, deleted with its file', 'path')],
  external_indications: [
    reason(REFERENCE, 'insurance'),
    reason(KEYS, 'consent_version', 'health_consent_version'),
  ],
  indication_links: [reason(KEYS, 'code', 'secret')],
  import_kept: [reason(KEYS, 'kind'), reason('a sentence of Farol, without values of the row', 'reason')],
  import_keys: [reason('a digest, or a number of another system', 'key'), reason(KEYS, 'list')],
  import_mappings: [
    reason('names and headers of the brokerage', 'name', 'source', 'headers'),
    reason(KEYS, 'list', 'day_orders'),
  ],
  import_refusals: [reason(CONTRACT, 'old_number')],
  imported_records: [reason(KEYS, 'kind'), reason('names of fields', 'fields')],
  imports: [
    reason(KEYS, 'state', 'list'),
    reason('a file of the brokerage', 'file_name', 'source'),
    reason('numbers of rows: a schema admits nothing else', 'choices'),
  ],
  in_person_diagnoses: [reason(KEYS, 'kind')],
  import_decisions: [
    reason('a sentence of Farol, without values of the line', 'reason'),
    reason(KEYS, 'client_uids'),
  ],
  insurer_aliases: [reason('an insurer, folded', 'key')],
  insurer_spellings: [reason('an insurer, as a file wrote it', 'key', 'spelling')],
  kysely_migration: [reason(KEYS, 'name', 'timestamp')],
  kysely_migration_lock: [reason(KEYS, 'id')],
  lead_duplicates: [reason(CONTRACT, 'proposal')],
  lead_temps: [
    reason(CONTRACT, 'policy_number', 'number_key', 'item'),
    reason('a month', 'reference_month'),
    reason('an insurer', 'insurer'),
    reason('days of a policy', 'end_of_validity'),
    reason(USERS, 'renovator_hierarchical_group'),
  ],
  lead_transfer_leads: [reason('broker, state, status and capture of a lead', 'before')],
  lead_transfers: [reason(USERS, 'leaver'), reason('numbers of leads, and sentences of Farol', 'answer')],
  leads: Object.entries(NO_PERSON).map(([why, columns]) => reason(why, ...columns)),
  mails: [reason(KEYS, 'purpose', 'problem')],
  partner_keys: [reason(REFERENCE, 'name'), reason(KEYS, 'key_hash')],
  password_verifications: [reason(KEYS, 'code_hash', 'purpose'), reason(USERS, 'new_email')],
  push_keys: [reason(KEYS, 'public_key', 'private_key')],
  push_marks: [reason(KEYS, 'kind')],
  push_messages: [reason(KEYS, 'kind')],
  push_subscriptions: [reason(USERS, 'endpoint'), reason(KEYS, 'p256dh', 'auth')],
  quiver_answers: [reason(KEYS, 'kind'), reason('days that were asked for', 'from_day', 'to_day')],
  rate_limits: [reason(KEYS, 'key')],
  renewal_import_decisions: [
    reason('a sentence of Farol, without values of the line', 'reason'),
    reason(KEYS, 'temp_ids', 'client_uids'),
  ],
  renewal_import_refusals: [
    reason(CONTRACT, 'policy_number'),
    reason('a sentence of Farol, without values of the line', 'reason'),
  ],
  renewal_imports: [reason(KEYS, 'state'), reason('a file of the brokerage', 'file_name')],
  renewals: [reason('an insurer', 'insurer'), reason('days of a policy', 'end_of_validity')],
  returned_leads: [reason('days of a policy', 'ends_on')],
  report_mails: [reason(KEYS, 'cadence', 'problem')],
  report_views: [reason(KEYS, 'path', 'sort')],
  revocations: [reason(KEYS, 'kind'), reason('numbers of users, sessions and devices', 'about')],
  roles: [reason(REFERENCE, 'name')],
  screen_settings: [
    reason(KEYS, 'screen'),
    reason('numbers of rows, days and keys of notices: a schema admits nothing else', 'value'),
  ],
  security_incidents: [
    reason(KEYS, 'subject_kinds', 'data_kinds', 'subjects_told'),
    reason('days of an incident', 'occurred_on', 'known_on', 'subjects_told_on', 'anpd_told_on'),
    reason(
      'the register that the law keeps for five years: it counts people and describes no single one',
      'description',
      'measures_before',
      'measures_after',
      'risks',
      'delay_reasons',
      'measures_taken',
      'dpo_contact',
      'subjects_told_how',
      'anpd_protocol',
      'anpd_not_told_reason',
    ),
  ],
  session_confirmations: [reason(KEYS, 'token_hash')],
  devices: [reason(KEYS, 'device_id', 'app_version', 'mode')],
  device_keys: [reason(KEYS, 'device_id', 'secret_hash', 'sealed_half', 'key_id', 'pin_hash')],
  code_apps: [reason(KEYS, 'secret', 'pending_secret')],
  recovery_codes: [reason(KEYS, 'code_hash')],
  held_indications: [reason(KEYS, 'key', 'by_link')],
  used_recovery_codes: [reason(KEYS, 'code_hash')],
  kept_answers: [reason(KEYS, 'key_hash', 'sealed')],
  remembered_devices: [reason(KEYS, 'secret_hash', 'device_id')],
  passkeys: [reason(KEYS, 'credential_id', 'public_key', 'rp_id'), reason(USERS, 'name')],
  passkey_challenges: [reason(KEYS, 'challenge', 'about')],
  sign_in_steps: [reason(KEYS, 'token_hash', 'device_id')],
  sessions: [reason(KEYS, 'token_hash', 'device_id', 'ending_hash'), reason(USERS, 'device_name')],
  settings: [reason(REFERENCE, 'key', 'value')],
  whole_exports: [reason('an export: its own name and state, or why it failed', 'state', 'file', 'problem')],
  working_calendar: [reason(REFERENCE, 'holidays')],
  sync_epoch: [reason(KEYS, 'cluster')],
  timeline: [reason(KEYS, 'device_id', 'command')],
  tombstones: [reason(KEYS, 'kind', 'catalogue_kind', 'catalogue_id')],
  webhooks: [reason(REFERENCE, 'name', 'url', 'events'), reason(KEYS, 'state', 'secret', 'old_secrets')],
  webhook_deliveries: [
    reason(KEYS, 'kind', 'state', 'error'),
    reason('numbers, states and instants of a lead, which webhook_facts takes', 'facts'),
  ],
  user_passwords: [reason(KEYS, 'hash')],
  user_views: [reason(KEYS, 'screen')],
  users: [
    reason(
      USERS,
      'name',
      'login',
      'email',
      'phone',
      'work_start',
      'observation',
      'renovator_hierarchical_group',
    ),
  ],
}
