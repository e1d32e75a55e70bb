/** Kysely's types of the tables that the migrations create. Instants are ISO 8601 strings, versions numbers. */
import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely'
import type { CepAddress } from '../../src/contract/cep.ts'
import type { LegalRecord } from '../../src/contract/legal-keep.ts'
import type { ListTable } from '../../src/domain/catalogue/lists.ts'
import type { OfAddress, OfPerson } from '../../src/domain/client/fields.ts'
import type { CALL_FIELDS } from '../../src/domain/lead/call-fields.ts'
import type { CallWay } from '../../src/domain/lead/calls.ts'
import type { FieldWith, LeadField } from '../../src/domain/lead/fields.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SCHEDULING_FIELDS } from '../../src/domain/lead/scheduling-fields.ts'
import type { ReportView } from '../../src/domain/reports/views.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import type { StoredUser, UserField } from '../../src/domain/session/user-fields.ts'
import type { AbsenceTables } from './absence-tables.ts'
import type { AutomationTables } from './automation-tables.ts'
import type { BackupTables } from './backup-tables.ts'
import type { CalendarTables } from './calendar-tables.ts'
import type { ClockTables } from './clock-tables.ts'
import type {
  Created,
  Instant,
  Json,
  ListColumns,
  NullableInstant,
  Stored,
  Version,
  Wide,
} from './column-types.ts'
import type { DeviceTables } from './device-tables.ts'
import type { ExportTables } from './export-tables.ts'
import type { FactorTables } from './factor-tables.ts'
import type { HistoryTables } from './history-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { IntakeTables } from './intake-tables.ts'
import type { MergeTables } from './merge-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { ObligationTables } from './obligation-tables.ts'
import type { PrivacyTables } from './privacy-tables.ts'
import type { PushTables } from './push-tables.ts'
import type { SyncTables } from './sync-tables.ts'
import type { TransferTables } from './transfer-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'
import type { WhatsAppTables } from './whatsapp-tables.ts'

type UserColumns = {
  [Field in UserField]: null extends StoredUser[Field]
    ? StoredUser[Field]
    : Generated<Wide<StoredUser[Field]>>
}

/** What the table has of the plain fields (`src/domain/session/user-fields.ts`), and besides. */
interface UsersTable extends Omit<UserColumns, 'name'> {
  id: Generated<number>
  name: string
  login: string
  email: string
  channel_id: Generated<number>
  technical_team_id: number | null
  verified_at: NullableInstant
  created_at: Created
  version: Version
  scope_version: Version
}

/** What the table has of the synced fields (`src/domain/client/fields.ts`), and besides. */
export interface ClientsTable
  extends Omit<OfPerson<Generated<string>, string | null>, 'name'>,
    OfAddress<Generated<string>> {
  uid: string
  id: Generated<number>
  name: string
  name_folded: Generated<string>
  created_at: Created
  created_by: number | null
  version: Version
}

/** Seconds of working time from a fixed origin, set by a trigger. */
type Clock = GeneratedAlways<number | null>

/** Fields with a column of the same name, whose type follows from the field's. */
type PlainField = Exclude<LeadField, FieldWith<'stored' | 'client'> | 'channel_id' | 'client_uid'>
type PlainColumns = {
  [Field in PlainField]: null extends Lead[Field] ? Wide<Lead[Field]> : Generated<Wide<Lead[Field]>>
}

/** What the table has of the synced fields (`src/domain/lead/fields.ts`), and besides. */
export interface LeadsTable extends PlainColumns {
  uid: string
  id: Generated<number>
  version: Version
  channel_id: number
  client_uid: string
  product_details: ColumnType<Lead['product_details'], string | undefined, string>
  /** One schema for each line of insurance: src/domain/indication/details.ts. */
  insurance_details: ColumnType<unknown, string | null | undefined, string | null>
  suggested_message: ColumnType<Lead['suggested_message'], string | null | undefined, string | null>
  obligations: ColumnType<Lead['obligations'], string | null | undefined, string | null>
  /** The client as a referrer typed it, which does not see the client itself. */
  client_as_referred: ColumnType<unknown, string | null | undefined, string | null>
  /** The referrer's notes at the creation of the lead. */
  notes_as_referred: Generated<string>
  scheduling_date: NullableInstant
  scheduling_description: string | null
  scheduling_status: number | null
  created_by: number | null
  proposal_clock: Clock
  create_clock: Clock
  capture_clock: Clock
  first_call_clock: Clock
  contact_clock: Clock
  quoted_clock: Clock
  sold_clock: Clock
  end_clock: Clock
}

/** Their columns are the declared fields alone. */
type PlainLists = {
  [Table in Exclude<ListTable, 'channels' | 'technical_teams'>]: ListColumns<Table>
}

export interface Database
  extends AbsenceTables,
    AutomationTables,
    BackupTables,
    ClockTables,
    CalendarTables,
    ExportTables,
    FactorTables,
    HistoryTables,
    ImportTables,
    IntakeTables,
    MergeTables,
    MessageTables,
    ObligationTables,
    PlainLists,
    DeviceTables,
    PrivacyTables,
    PushTables,
    SyncTables,
    TransferTables,
    WebhookTables,
    WhatsAppTables {
  roles: { id: RoleId; name: string }
  channels: Omit<ListColumns<'channels'>, 'id'> & {
    id: number
    status_flow: ColumnType<number[], string | undefined, string>
  }
  technical_teams: ListColumns<'technical_teams'> & { scope_version: Version }
  technical_team_channels: { team_id: number; channel_id: number }
  users: UsersTable
  user_roles: { user_id: number; role_id: RoleId; place: Generated<number> }
  user_partners: { user_id: number; partner_id: number }
  user_passwords: { user_id: number; hash: string; changed_at: Created; ended_at: NullableInstant }
  password_verifications: {
    code_hash: string
    user_id: number
    purpose: 'verify' | 'redefine' | 'email' | 'disown'
    /** The address that waits to be confirmed. */
    new_email: ColumnType<string | null, string | null | undefined, never>
    /** With `disown`: what was set up since then goes. */
    disowned_since: ColumnType<string | null, string | null | undefined, never>
    created_at: Created
    expires_at: Instant
    used_at: NullableInstant
  }
  sessions: {
    id: string
    token_hash: string
    /** null in a session of an earlier version, until its next use. */
    ending_hash: Generated<string | null>
    user_id: number
    device_id: string | null
    /** 'Chrome no Windows'; null: unknown. */
    device_name: ColumnType<string | null, string | null | undefined, never>
    created_at: Created
    last_seen_at: Created
    expires_at: Instant
    revoked_at: NullableInstant
    /** It may do nothing but set up a second factor. */
    set_up_only: Generated<boolean>
    /** It may do nothing but set a longer password. */
    password_due: Generated<boolean>
  }
  /** By the own password, of one tab: docs/rules.md#own-password */
  session_confirmations: {
    token_hash: string
    session_id: string
    expires_at: Instant
    /** The password that was typed is too short for a protected device. */
    short_password: Generated<boolean>
  }
  /** The database fills it from `insurers`, by `insurer_key`. */
  insurer_aliases: { key: string; insurer_id: number }
  insurer_spellings: {
    id: Generated<number>
    key: string
    spelling: string
    proposed_id: number | null
    ignored: Generated<boolean>
    seen_at: Created
  }
  catalogue_entries: { kind: string; var_id: number; value: string; version: Version }
  settings: { key: string; value: Json<unknown>; version: Version }
  /** Never changed, never deleted. */
  audit_log: {
    id: GeneratedAlways<number>
    at: Created
    user_id: number | null
    action: string
    entity: string
    entity_id: string | null
    before: Json<unknown>
    after: Json<unknown>
  }
  mails: {
    id: string
    user_id: number | null
    purpose: string
    recipient: string
    subject: string
    body_text: string
    body_html: string
    created_at: Created
    next_try_at: Created
    tries: Generated<number>
    sent_at: NullableInstant
    failed_at: NullableInstant
    problem: string | null
    /** The saved view that the mail brings; its text is written when it is sent. */
    view_id: string | null
    /** It is a file in a folder, since no mail server was configured. null: not sent yet, or by an earlier version. */
    is_file: boolean | null
    /** The mail server refused the recipient's address for good. */
    address_refused: Generated<boolean>
    /** The user whose link the mail brings. */
    inviter_id: number | null
  }
  /** The picture of the brokerage's mails and of the page without login. At most one row. */
  brokerage_logo: {
    single: Generated<boolean>
    media_type: 'image/png' | 'image/jpeg'
    /** Base64. */
    content: string
  }
  /** What a user arranged on a screen. Each screen has a schema of its own. */
  screen_settings: { user_id: number; screen: string; value: Json<unknown>; changed_at: Instant }
  report_views: Pick<ReportView, 'id' | 'path' | 'name' | 'sort'> & {
    user_id: number
    filter: Json<unknown>
    is_start: Generated<boolean>
    created_at: Created
  }
  /** Which views are mailed, and when next. */
  report_mails: {
    view_id: string
    cadence: 'daily' | 'weekly'
    next_at: Instant
    last_sent_at: NullableInstant
    problem: string | null
  }
  /** When a user last opened a screen that counts what is new. */
  user_views: { user_id: number; screen: string; opened_at: Instant; version: Version }
  /** Keys with which dealerships' systems deliver proposals. Only hashes are kept. */
  partner_keys: {
    id: string
    partner_id: number
    name: string
    key_hash: string
    created_at: Created
    created_by: number | null
    last_used_at: NullableInstant
    revoked_at: NullableInstant
  }
  clients: ClientsTable
  leads: LeadsTable
  working_calendar: {
    single: Generated<boolean>
    opens: number
    length: number
    holidays: number[]
    /** The last lead, by uid, whose clocks are of this calendar; null: all are. */
    reached: string | null
  }
  /** Lost leads that came back: for which end of an insurance, and as which lead. */
  returned_leads: { lost_uid: string; ends_on: string; lead_uid: string; made_at: Instant }
  schedulings: Stored<typeof SCHEDULING_FIELDS> & {
    id: GeneratedAlways<number>
    lead_uid: string
    user_id: number | null
    created_at: Created
    closed_at: NullableInstant
  }
  calls: Omit<Stored<typeof CALL_FIELDS>, 'way' | 'phone'> & {
    id: GeneratedAlways<number>
    lead_uid: string
    user_id: number | null
    /** Made by the device. */
    uid: Generated<string>
    way: Generated<CallWay>
    phone: Generated<string>
  }
  /** Calls that the server requested from the phone system, with their reports. */
  placed_calls: Pick<Stored<typeof CALL_FIELDS>, 'status' | 'duration'> & {
    uid: string
    user_id: number
    placed_at: Instant
  }
  lead_files: {
    id: string
    lead_uid: string
    path: string
    size: number
    uploaded_by: number | null
    uploaded_at: Created
  }
  uploaded_files: { uid: string; user_id: number; size: number; path: string; created_at: Created }
  client_aliases: { uid: string; client_uid: string; created_at: Created }
  /** Clients whose personal data was erased. `uids`: the client, its aliases and its leads. */
  client_erasures: { client_uid: string; uids: string[]; at: Created; version: Version }
  /** What the law keeps of a sold lead whose client was erased. */
  legal_records: Omit<LegalRecord, 'id' | 'created_at'> & {
    id: GeneratedAlways<number>
    created_at: Created
  }
  /** Files of the store that an erasure still has to remove. */
  erased_files: { path: string; at: Created }
  client_look_ups: {
    id: GeneratedAlways<number>
    user_id: number
    kind: 'document' | 'name' | 'contact'
    found: string[]
    at: Instant
  }
  timeline: {
    id: GeneratedAlways<number>
    lead_uid: string
    user_id: number | null
    device_id: string | null
    command: string
    changes: Json<Record<string, { before: unknown; after: unknown }>>
    occurred_at: Instant
    received_at: Created
  }
  cep_cache: {
    cep: string
    /** null: the CEP does not exist. */
    address: Json<CepAddress> | null
    fetched_at: Instant
    /** null: never. */
    expires_at: NullableInstant
  }
  quiver_answers: {
    id: GeneratedAlways<number>
    kind: 'sales' | 'products'
    /** Days and product that were asked for; null: of all. */
    from_day: string | null
    to_day: string | null
    product: number | null
    answer: Json<unknown>
    fetched_at: Instant
  }
}

export type Tx = Transaction<Database>
