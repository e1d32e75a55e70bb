/** The instant at which a report's figures are true: docs/rules.md#reports */
import { sql } from 'kysely'
import type { Reader } from '../lead-row.ts'

/** Returns ISO 8601. A replica tells the last transaction that it has. */
export async function readAsOf(db: Reader): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_json(case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else now() end) #>> '{}' as at
  `.execute(db)
  return new Date(rows[0]?.at ?? Date.now()).toISOString()
}
