/** Kysely's types of the tables of WhatsApp messages that go out: docs/rules.md#message-templates */
import type { ColumnType, Generated } from 'kysely'
import type { SuggestionDecision } from '../../src/domain/whatsapp/templates.ts'
import type { Instant, NullableInstant } from './column-types.ts'

type SendingState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown'

export interface MessageTables {
  /** Each one that was ever suggested. The first undecided one of a lead is in `leads.suggested_message`, too. */
  suggested_messages: {
    uid: string
    lead_uid: string
    /** What it is suggested for: once for each lead. */
    reason_key: string
    template_id: number | null
    /** The lead's broker when it was made. */
    broker_id: number | null
    /** Who sent what did not go. */
    sender_id: number | null
    /** In words, shown to the broker. */
    reason: string
    made_at: Instant
    decided_at: NullableInstant
    decided_by: number | null
    decision: SuggestionDecision | null
  }
  /** What is sent by Meta's service. A sending that ended keeps neither number nor text. */
  message_sendings: {
    /** Made by the device: the key by which it is sent once. */
    uid: string
    lead_uid: string
    user_id: number
    template_id: number | null
    phone: string
    /** What is sent; null once it ended. */
    message: ColumnType<unknown, string, null>
    state: ColumnType<SendingState, SendingState | undefined, SendingState>
    made_at: Instant
    next_try_at: Instant
    tries: Generated<number>
    /** Of Meta's id of the message (`hashOf`). */
    message_hash: string | null
    /** Why it failed, in words. */
    problem: string | null
    ended_at: NullableInstant
    /** When the contact that it was had come to the lead. */
    recorded_at: NullableInstant
  }
}
