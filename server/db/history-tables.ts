/** Kysely's types of the chains of histories: docs/rules.md#chain */
import type { Generated, GeneratedAlways } from 'kysely'
import type { BreakKind } from '../../src/domain/dossier/chain.ts'
import type { Instant, Json, NullableInstant } from './column-types.ts'

/** Hashes are read as hexadecimal digits, by SQL. */
type Hash = Generated<never>

export interface HistoryTables {
  history_heads: { lead_uid: string; seq: number; hash: Hash }
  history_links: {
    lead_uid: string
    seq: number
    entry_id: number
    said: string
    salt: string | null
    commitment: Hash
    hash: Hash
  }
  history_anchors: {
    n: number
    at: Instant
    said: string
    hash: string
    signature: string | null
    subtrees: Json<unknown>
  }
  history_anchored: { n: number; lead_uid: string; seq: number; hash: Hash }
  history_breaks: {
    id: GeneratedAlways<number>
    lead_uid: string | null
    seq: number
    entry_id: number
    kind: BreakKind
    found_at: Instant
    told: Generated<boolean>
  }
  history_checks: {
    single: Generated<boolean>
    begun_at: NullableInstant
    passed_to: string | null
    pass_ended_at: NullableInstant
    checked_day: string | null
    told_day: string | null
    trees_to: Generated<number>
    restored: Generated<boolean>
  }
}
