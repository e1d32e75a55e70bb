/** Kysely's types of the tables of backups: docs/operations.md#back-up-and-restore */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Created, Instant, Json } from './column-types.ts'

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
  /** It is the same one in a restored database. */
  installation: { single: Generated<boolean>; uuid: Generated<string> }
  /** Acts that took access away. Triggers write it: docs/rules.md#revocations */
  revocations: {
    id: Generated<string>
    n: GeneratedAlways<number>
    at: Created
    kind: string
    about: Json<Record<string, unknown>>
    /** The transaction of the act. '0': of an earlier run of the server. */
    tx: Generated<string>
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
