/** Kysely's types of what the sync and repeated calls need: docs/sync-protocol.md */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Created, Instant, Json, Version } from './column-types.ts'

export interface SyncTables {
  command_log: {
    key: string
    user_id: number
    device_id: string | null
    command: string
    args: Json<unknown>
    outcome: string
    result: Json<unknown>
    occurred_at: Instant
    received_at: Created
    /** null: the user's own device sent it first. docs/rules.md#hand-over */
    sent_by: number | null
    /** Users whose devices sent what the user's had handed to them. */
    received_by: Generated<number[]>
  }
  /** What creating calls made: `server/records/once.ts`. `made` is null within the transaction alone. */
  creation_log: { key: string; asked: string; made: string | null; created_at: Created }
  /** Counters of `server/wire/limits.ts`. A crash may empty it. */
  rate_limits: { key: string; hits: number; ends_at: Instant }
  sync_epoch: {
    single: Generated<boolean>
    uuid: string
    cluster: string
    oldest_tombstone: ColumnType<number, string, string>
  }
  sync_marks: { uuid: string; version: Version; created_at: Created }
  tombstones: {
    id: GeneratedAlways<number>
    version: Version
    kind: 'lead' | 'catalogue'
    lead_uid: string | null
    state: number | null
    channel_id: number | null
    broker_id: number | null
    partner_id: number | null
    inviter_id: number | null
    cancelled: Generated<boolean>
    client_uid: string | null
    referred_uid: string | null
    catalogue_kind: string | null
    catalogue_id: string | null
    created_at: Created
  }
}
