/** Kysely's types of the tables of transfers: docs/rules.md#transfers */
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant, Version } from './column-types.ts'

export interface TransferTables {
  lead_transfers: {
    uid: string
    written_by: Version
    made_by: number
    made_at: Instant
    /** Who left; null: leads were chosen. */
    leaver_id: number | null
    /** What the leaver was, and had, before. */
    leaver: Json<unknown>
    /** null while it is being written. */
    answer: Json<unknown>
    moved: Generated<number>
    /** Of `moved`: to Origem, because who was to get them had left. */
    unclaimed: Generated<number>
    undone_at: NullableInstant
  }
  /** Columns of the lead before the transfer. */
  lead_transfer_leads: { transfer_uid: string; lead_uid: string; before: Json<unknown>; written_by: Version }
  planned_moves: { transfer_uid: string; lead_uid: string; broker_id: number | null }
}
