/** The instant at which a report's figures are true: docs/rules.md#reports */
import { sql } from 'kysely'
import { wallNow } from '../../base/clock/machine.ts'
import type { Reader } from '../../queries/lead-row.ts'

/**
 * SQL: the instant that this database shows. A replica that has replayed all it received, and still receives, shows the
 * present: an idle primary writes nothing, so its last transaction may be hours old. Else it shows its last transaction.
 * A role without pg_read_all_stats sees the receiver's pid only.
 */
export const REPLICA_SHOWS = `
  case when pg_is_in_recovery() and not (
    pg_last_wal_receive_lsn() is not distinct from pg_last_wal_replay_lsn()
    and exists (select from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming')
  ) then pg_last_xact_replay_timestamp() else now() end`

/** Returns ISO 8601. */
export async function readAsOf(db: Reader): Promise<string> {
  const { rows } = await sql<{
    at: string
  }>`select to_json(${sql.raw(REPLICA_SHOWS)}) #>> '{}' as at`.execute(db)
  return new Date(rows[0]?.at ?? wallNow()).toISOString()
}
