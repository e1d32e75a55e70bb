/** Kysely's types of the tables of exports: docs/rules.md#export-of-everything */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, NullableInstant } from './column-types.ts'

export interface ExportTables {
  whole_exports: {
    id: GeneratedAlways<number>
    user_id: number
    state: 'waiting' | 'running' | 'done' | 'failed'
    asked_at: Instant
    /** A running one whose server was last heard of long ago begins anew. */
    alive_at: NullableInstant
    tries: Generated<number>
    done: Generated<number>
    total: Generated<number>
    ended_at: NullableInstant
    /** Why it failed, as a sentence. */
    problem: string | null
    /** Its name, without the folder; null: there is none, or it is deleted. */
    file: string | null
    bytes: number | null
    /** Of all sheets. */
    rows: number | null
    /** Then the file is deleted. */
    expires_at: NullableInstant
  }
}
