/** Reads merges as the calls answer them, and writes what their leads' histories say. docs/rules.md#merging-clients */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ClientMerge } from '../../src/contract/client-merges.ts'
import { UNDO_DAYS } from '../../src/domain/client/merge-fields.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

export const undoUntil = (mergedMs: number) => new Date(mergedMs + UNDO_DAYS * DAY_MS).toISOString()

const rowSchema = z.object({
  id: z.string(),
  survivor_uid: z.string(),
  survivor_id: z.number().nullable(),
  survivor_name: z.string().nullable(),
  alias_uid: z.string(),
  alias_id: z.number(),
  alias_name: z.string().nullable(),
  merged_at: z.string(),
  merged_by: z.number().nullable(),
  merged_by_name: z.string().nullable(),
  undone_at: z.string().nullable(),
  leads: z.number(),
})

const instant = (at: string) => new Date(at).toISOString()

async function read(db: Reader, condition: RawBuilder<boolean>): Promise<ClientMerge[]> {
  const { rows } = await sql`
    select m.id, m.survivor_uid, c.id as survivor_id, c.name as survivor_name, m.alias_uid, m.alias_id,
      coalesce(m.alias_row ->> 'name', (select a.name from clients a where a.uid = m.alias_uid)) as alias_name,
      m.merged_at, m.merged_by, u.name as merged_by_name, m.undone_at, m.leads
    from client_merges m
    left join clients c
      on c.uid = coalesce((select a.client_uid from client_aliases a where a.uid = m.survivor_uid), m.survivor_uid)
    left join users u on u.id = m.merged_by
    where ${condition}
    order by m.merged_at desc, m.id desc`.execute(db)
  return rows.map((row) => {
    const merge = rowSchema.parse(row)
    const { merged_by: by } = merge
    return {
      id: merge.id,
      survivor: { uid: merge.survivor_uid, id: merge.survivor_id ?? 0, name: merge.survivor_name ?? '' },
      alias: { uid: merge.alias_uid, id: merge.alias_id, name: merge.alias_name ?? '' },
      merged_at: instant(merge.merged_at),
      merged_by: by === null ? null : { id: by, name: merge.merged_by_name ?? '' },
      undo_until: undoUntil(Date.parse(merge.merged_at)),
      undone_at: merge.undone_at === null ? null : instant(merge.undone_at),
      leads: merge.leads,
    }
  })
}

/** Throws when there is no such merge. */
export async function readMerge(db: Reader, id: string): Promise<ClientMerge> {
  const [merge] = await read(db, sql<boolean>`m.id = ${id}`)
  if (merge === undefined) throw new Error(`there is no merge ${id}`)
  return merge
}

/** Returns the merges that can still be undone, the latest first. */
export const recentMerges = (db: Reader, nowMs: number): Promise<ClientMerge[]> =>
  read(
    db,
    sql<boolean>`(
      m.undone_at is null
      and m.merged_at > ${new Date(nowMs - UNDO_DAYS * DAY_MS).toISOString()}::timestamptz
      and not exists (select 1 from client_erasures e where e.client_uid = c.uid))`,
  )

/** Returns all merges into this client that were not undone, the latest first. The uid may be an alias. */
export const mergesOf = (db: Reader, uid: string): Promise<ClientMerge[]> =>
  read(
    db,
    sql<boolean>`(
      m.undone_at is null
      and c.uid = coalesce((select a.client_uid from client_aliases a where a.uid = ${uid}), ${uid}::uuid))`,
  )

export interface Entry {
  readonly lead_uid: string
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
}

/** One entry in the history of each of these leads. */
export async function enterMerge(
  tx: Tx,
  entries: readonly Entry[],
  {
    command,
    userId,
    nowMs,
  }: { command: 'client.merge' | 'client.mergeUndone'; userId: number; nowMs: number },
): Promise<void> {
  const at = new Date(nowMs).toISOString()
  await sql`
    insert into timeline (lead_uid, user_id, device_id, command, changes, occurred_at, received_at)
    select e.lead_uid, ${userId}::int, null, ${command}, e.changes, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (lead_uid uuid, changes jsonb)
    where e.changes <> '{}'
    order by e.lead_uid`.execute(tx)
}
