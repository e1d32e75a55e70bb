/** Uids that a merge made aliases, or that its undo made clients again: docs/sync-protocol.md#merged-clients */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Reader } from './lead-row.ts'

const aliasSchema = z.object({ uid: z.string(), client_uid: z.string() })

/** Returns whose uids they are now, of all merges and undos between two versions. */
export async function aliasesBetween(
  db: Reader,
  from: number,
  high: number,
): Promise<z.infer<typeof aliasSchema>[]> {
  const { rows } = await sql`
    select distinct u.uid, coalesce(a.client_uid, u.uid) as client_uid
    from client_merges m
    cross join lateral unnest(m.alias_uid || m.moved_aliases) as u (uid)
    left join client_aliases a on a.uid = u.uid
    where m.version >= ${String(from)}::xid8
      and m.version < ${String(high)}::xid8`.execute(db)
  return z.array(aliasSchema).parse(rows)
}

/** Returns the uids that a merge made aliases. */
export async function aliasesAmong(db: Reader, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await db
    .selectFrom('client_aliases')
    .select('uid')
    .where('uid', 'in', [...uids])
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}
