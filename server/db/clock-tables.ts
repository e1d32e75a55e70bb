/** Kysely's types of what the database remembers of the time: docs/rules.md#clock */
import type { Generated } from 'kysely'
import type { Instant } from './column-types.ts'

export interface ClockTables {
  /** One row at most. It is of one database alone: backups leave it out. */
  clock_memory: {
    single: Generated<boolean>
    /** The last instant that a trusted clock told. */
    at: Instant
    /** Which run of which machine told it. */
    machine: string
    /** How long that machine had been running then. */
    machine_ms: number
    /** How a clock has contradicted it since; null: none has. */
    doubted: 'ahead' | 'behind' | null
  }
}
