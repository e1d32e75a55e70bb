/** Kysely's types of the tables of WhatsApp: docs/rules.md#whatsapp */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ConnectionState } from '../../src/domain/whatsapp/connection.ts'
import type { MessageStatus } from '../../src/domain/whatsapp/message.ts'
import type { STRANGER_FIELDS } from '../../src/domain/whatsapp/stranger-fields.ts'
import type { Created, Instant, NullableInstant, Stored } from './column-types.ts'

type EventState = 'waiting' | 'early' | 'done' | 'failed'

export interface WhatsAppTables {
  /** One row at most. Secrets as `storedWhatsApp` writes them. */
  whatsapp_connection: {
    single: Generated<boolean>
    waba_id: string
    token: string
    app_secret: string
    verify_token: string
    keeps_text: Generated<boolean>
    state: ColumnType<ConnectionState, ConnectionState | undefined, ConnectionState>
    state_since: Instant
    verified_at: NullableInstant
    last_event_at: NullableInstant
    last_error: string | null
    last_error_at: NullableInstant
    history_ignored: Generated<number>
    created_at: Created
  }
  whatsapp_numbers: {
    phone_number_id: string
    display_number: string
    /** null: the house's. */
    user_id: number | null
    created_at: Created
  }
  whatsapp_events: {
    id: GeneratedAlways<number>
    key: string
    about: string | null
    payload: ColumnType<unknown, string | null, string | null>
    state: ColumnType<EventState, EventState | undefined, EventState>
    tries: Generated<number>
    held_until: NullableInstant
    received_at: Instant
  }
  whatsapp_messages: {
    hash: string
    call_uid: string
    lead_uid: string
    timeline_id: number
    is_sent: boolean
    user_id: number | null
    at: Instant
    edited_at: NullableInstant
    revoked_at: NullableInstant
    status: MessageStatus | null
    is_contact: Generated<boolean>
  }
  whatsapp_people: { bsuid: string; number: string; seen_at: Instant }
  whatsapp_strangers: Omit<Stored<typeof STRANGER_FIELDS>, 'name' | 'messages'> & {
    id: GeneratedAlways<number>
    known_by: string
    phone_number_id: string
    name: Generated<string>
    messages: Generated<number>
    ignored_at: NullableInstant
  }
}
