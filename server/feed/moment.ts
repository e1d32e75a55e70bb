/**
 * A moment is what one statement shows of the whole database, read once for all requests that wait for it:
 * docs/sync-protocol.md#rounds
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { LIST_TABLES } from '../../src/domain/catalogue/lists.ts'
import type { Database } from '../db/database.ts'
import { databaseIdentity, epochOf } from '../db/epoch.ts'
import { HORIZON, NEWEST_MARK } from './standing.ts'

const version = z.number().int().nonnegative()

/**
 * The highest version that the moment shows of each group of tables. It is compared with horizons alone, never with
 * another highest version: 101 may commit before 100.
 */
const highestSchema = z.object({
  /** Users, teams, partners and channels: all of which a session user is made. */
  people: version,
  settings: version,
  /** All other catalogues. */
  catalogues: version,
  /** Rows of catalogues that were removed. */
  removed: version,
  erasures: version,
  merges: version,
})
export type Highest = z.infer<typeof highestSchema>

const sessionSchema = z.object({
  token_hash: z.string(),
  id: z.string(),
  user_id: z.number().int(),
  device_id: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  last_seen_at: z.string(),
  ending_hash: z.string().nullable(),
  set_up_only: z.boolean(),
  password_due: z.boolean(),
})
type SessionRow = z.infer<typeof sessionSchema>

const momentSchema = z.object({
  /** All that committed before. */
  snapshot: z.string(),
  /** All transactions below have ended. */
  horizon: version,
  /** The snapshot shows no transaction at or above. */
  next: version,
  epoch: z.string(),
  /** False: the database was restored since the epoch began. */
  is_own: z.boolean(),
  mark: z.string(),
  /** The newest version whose tombstones are deleted. */
  forgotten: version,
  /** The last change to the scope of all users. */
  scope_version: z.string(),
  highest: highestSchema,
  sessions: z.array(sessionSchema),
})

export interface Moment extends Omit<z.infer<typeof momentSchema>, 'sessions'> {
  /** Moments are numbered in the order of their snapshots. */
  readonly number: number
  readonly sessions: ReadonlyMap<string, SessionRow>
}

/** Lists of which a session user is made. */
const OF_PEOPLE: readonly string[] = ['technical_teams', 'partners', 'channels']

/** Every mirrored table but leads and clients, which the feed follows. */
export const GROUPS: Readonly<Record<keyof Highest, readonly string[]>> = {
  people: ['users', ...OF_PEOPLE],
  settings: ['settings'],
  catalogues: [
    ...LIST_TABLES.filter((table) => !OF_PEOPLE.includes(table)),
    'catalogue_entries',
    'user_views',
  ],
  removed: [],
  erasures: ['client_erasures'],
  merges: ['client_merges'],
}

const REMOVED = sql`(select max(version) from tombstones where kind = 'catalogue')`
const number = (value: RawBuilder<unknown>) => sql`${value}::text::bigint`

const highestOf = (group: keyof Highest) => {
  const tables = GROUPS[group].map((name) => sql`(select max(version) from ${sql.table(name)})`)
  const all = group === 'removed' ? [REMOVED] : tables
  return sql`${sql.lit(group)}, ${number(sql`greatest('0'::xid8, ${sql.join(all)})`)}`
}

/** One row with the moment as JSON, and the sessions of these tokens' hashes. */
export const momentSql = (tokenHashes: readonly string[]): RawBuilder<unknown> => sql`
  select json_build_object(
    'snapshot', pg_current_snapshot()::text,
    'horizon', ${number(HORIZON)},
    'next', ${number(sql`pg_snapshot_xmax(pg_current_snapshot())`)},
    'epoch', ${epochOf},
    'is_own', e.cluster like '%/' || ${databaseIdentity},
    'mark', ${NEWEST_MARK},
    'forgotten', ${number(sql`e.oldest_tombstone`)},
    'scope_version', e.scope_version::text,
    'highest', json_build_object(${sql.join((Object.keys(GROUPS) as (keyof Highest)[]).map(highestOf))}),
    'sessions', coalesce((
      select json_agg(json_build_object(
        'token_hash', s.token_hash,
        'id', s.id,
        'user_id', s.user_id,
        'device_id', s.device_id,
        'created_at', s.created_at,
        'expires_at', s.expires_at,
        'revoked_at', s.revoked_at,
        'last_seen_at', s.last_seen_at,
        'ending_hash', s.ending_hash,
        'set_up_only', s.set_up_only,
        'password_due', s.password_due))
      from sessions s
      where s.token_hash = any(${[...tokenHashes]}::text[])), '[]')) as head
  from sync_epoch e`

export function momentFrom(head: unknown, place: number): Moment {
  const { sessions, ...rest } = momentSchema.parse(head)
  return { ...rest, number: place, sessions: new Map(sessions.map((row) => [row.token_hash, row])) }
}

/** Throws when the database has no epoch. */
export async function readMoment(
  db: Kysely<Database>,
  tokenHashes: readonly string[],
  place: number,
): Promise<Moment> {
  const { rows } = await sql<{ head: unknown }>`${momentSql(tokenHashes)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('sync_epoch has no row')
  return momentFrom(row.head, place)
}
