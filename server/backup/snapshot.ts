/** One state of the database, read while others write. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { lastMigration } from '../db/migrate.ts'
import { BackupRefused } from './refused.ts'
import { inOneForm, linesOf, type Sequence, sequencesOf, type Table, tablesOf } from './rows.ts'

export interface Snapshot {
  /** ISO 8601. */
  readonly takenAt: string
  readonly migration: string
  readonly tables: readonly Table[]
  readonly sequences: readonly Sequence[]
  /** Yields the lines of a table in parts. */
  readonly lines: (table: Table) => AsyncGenerator<string>
}

const EMPTY = 'O banco de dados está vazio: não há o que copiar.'

/**
 * Returns what `work` resolves with. On PostgreSQL no other work waits for it. The embedded database has one
 * connection, so other work waits until the snapshot is read.
 */
export async function inSnapshot<Result>(
  db: Kysely<Database>,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await inOneForm(tx)
    const migration = await lastMigration(tx)
    if (migration === null) throw new BackupRefused(EMPTY)
    const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx)
    return work({
      takenAt: rows[0]?.now ?? '',
      migration,
      tables: await tablesOf(tx),
      // A number is given before its row is committed, so no row of this state has a later one.
      sequences: await sequencesOf(tx),
      lines: (table) => linesOf(tx, table),
    })
  })
}
