/** Whether what a device has seen is valid in this database, as it is now: docs/sync-protocol.md. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'
import { databaseIdentity, epochOf } from '../db/epoch.ts'
import type { Seen } from './cursor.ts'

export interface Standing {
  /** The database's epoch. */
  readonly epoch: string
  /** False: the database was restored since the epoch began. */
  readonly isOwn: boolean
  /** The newest mark of the snapshot. */
  readonly mark: string
  /** Rows at or above it belong to a later run. */
  readonly horizon: number
  /** The newest version whose tombstones are deleted. A cursor must be later. */
  readonly forgotten: number
  /** Versions of the last changes to the user's scope. */
  readonly scopeChanged: string
  /** Whether the database's history is the one that the device has seen. */
  readonly isSameHistory: boolean
}

/**
 * A mark that a snapshot does not show began at its horizon or later. What a device has seen is therefore of another
 * history if the database lacks its mark, or has a later mark that began below its horizon.
 */
const sameHistory = ({ mark, seen }: Seen) =>
  mark === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from sync_marks m
        where m.uuid = ${mark} and not exists (
          select from sync_marks n where n.version > m.version and n.version < ${String(seen)}::xid8))`

export const NEWEST_MARK = sql<string>`(select m.uuid from sync_marks m order by m.version desc limit 1)`
/** A version below which all transactions have ended. */
export const HORIZON = sql<number>`pg_snapshot_xmin(pg_current_snapshot())`

/** Returns what the database shows now. */
export async function seenNow(db: Kysely<Database>): Promise<Seen> {
  const { rows } = await sql<Seen>`select ${NEWEST_MARK} as mark, ${HORIZON} as seen`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no snapshot')
  return row
}

/** Reads in the snapshot of the transaction. Throws when the database has no epoch. */
export async function standing(
  tx: Transaction<Database>,
  user: SessionUser,
  seen: readonly Seen[],
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      ${epochOf} as epoch,
      e.cluster like '%/' || ${databaseIdentity} as "isOwn",
      ${NEWEST_MARK} as mark,
      ${HORIZON} as horizon,
      e.oldest_tombstone as forgotten,
      concat_ws(' ', e.scope_version, u.scope_version, t.scope_version) as "scopeChanged",
      ${sql.join([sql`true`, ...seen.map(sameHistory)], sql` and `)} as "isSameHistory"
    from sync_epoch e
    left join users u on u.id = ${user.id}
    left join technical_teams t on t.id = u.technical_team_id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('sync_epoch has no row')
  return row
}
