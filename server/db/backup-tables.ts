/** Kysely's types of the tables of backups: docs/operations.md#back-up-and-restore */
import type { GeneratedAlways } from 'kysely'
import type { Instant } from './column-types.ts'

export interface BackupTables {
  /** Backups as they ended. A backup has the earlier ones, and not itself. */
  backup_runs: {
    id: GeneratedAlways<number>
    began_at: Instant
    ended_at: Instant
    /** By the server itself. */
    scheduled: boolean
    /** Its name, without the folder; null: it failed. */
    file: string | null
    bytes: number | null
    /** Why it failed, as a sentence. */
    problem: string | null
  }
  /** Backups that were restored into a scratch database to prove them. */
  backup_checks: {
    id: GeneratedAlways<number>
    checked_at: Instant
    file: string
    /** null: it failed. */
    rows: number | null
    files: number | null
    problem: string | null
  }
}
