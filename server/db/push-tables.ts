/** Kysely's types of the tables of Web Push: docs/rules.md#push */
import type { Generated } from 'kysely'
import type { NoticeKind } from '../../src/domain/notices/kinds.ts'
import type { Created, Instant } from './column-types.ts'

export interface PushTables {
  /** The keys by which push services recognise this installation, as base64url. One row. */
  push_keys: { single: Generated<boolean>; public_key: string; private_key: string; created_at: Created }
  /** Where a browser receives notices, and the keys that encrypt for it. A session has one at most. */
  push_subscriptions: {
    session_id: string
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: Instant
    renewed_at: Instant
  }
  /** Notices that wait for a device. */
  push_messages: {
    id: string
    session_id: string
    kind: NoticeKind
    /** null: about no single lead. */
    lead_uid: string | null
    created_at: Instant
    expires_at: Instant
    tries: Generated<number>
    next_try_at: Instant
  }
  /** Instants for which notices were made. */
  push_marks: { lead_uid: string; kind: NoticeKind; due_at: Instant }
}
