/** Kysely's types of the merges of clients: docs/rules.md#merging-clients */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json, NullableInstant, Version } from './column-types.ts'

export interface MergeTables {
  client_merges: {
    id: Generated<string>
    survivor_uid: string
    alias_uid: string
    alias_id: number
    alias_row: Json<unknown>
    survivor_before: Json<unknown>
    survivor_after: Json<unknown>
    from_alias: string[]
    moved_aliases: Generated<string[]>
    moved_requests: Generated<number[]>
    leads: number
    merged_at: Instant
    merged_by: number | null
    undone_at: NullableInstant
    undone_by: number | null
    kept: Generated<string[]>
    version: Version
  }
  client_merge_leads: {
    merge_id: string
    lead_uid: string
    moved: boolean
    before: Json<unknown>
    frozen: Json<unknown>
  }
  /** `key` and `name` have 64 bits: only the database reads them. */
  client_keys: { key: string; name: string; client_uid: string }
  client_pairs: { first_uid: string; second_uid: string; score: number; newest: number }
  client_key_changes: { n: GeneratedAlways<number>; client_uid: string }
  client_distinctions: {
    first_uid: string
    second_uid: string
    decided_by: number | null
    decided_at: Instant
  }
}
