/** Pairs of clients that may be one person, as calls answer them: docs/rules.md#merging-clients */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ClientPair, ComparedClient } from '../../src/contract/client-merges.ts'
import { clientSchema } from '../../src/domain/client/client.ts'
import { likeness } from '../../src/domain/client/likeness.ts'
import type { Database } from '../db/database.ts'
import { clientColumns, type Reader } from '../queries/lead-row.ts'
import { settleAtCall } from './pairs.ts'

/** Of `client_pairs p`: nobody has said that they are two. */
const isOpen = sql<boolean>`not exists (
  select 1 from client_distinctions d where d.first_uid = p.first_uid and d.second_uid = p.second_uid)`

/** Returns a page of pairs, the strongest and then the newest first, and how many there are. `page` from 1. */
export async function duplicates(
  db: Kysely<Database>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: ClientPair[]; pagination: { total: number } }> {
  await settleAtCall(db)
  const shown = await sql<{ a: string; b: string }>`
    select p.first_uid as a, p.second_uid as b
    from client_pairs p
    where ${isOpen}
    order by p.score desc, p.newest desc, p.first_uid, p.second_uid
    limit ${perPage}
    offset ${(page - 1) * perPage}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from client_pairs p where ${isOpen}`.execute(db)
  const sides = await comparedClients(
    db,
    shown.rows.flatMap(({ a, b }) => [a, b]),
  )
  const data = shown.rows.flatMap(({ a, b }): ClientPair[] => {
    const pair = pairOf(sides, [a, b])
    return pair === null ? [] : [pair]
  })
  return { data, pagination: { total: counted.rows[0]?.total ?? 0 } }
}

/** null: one of both is missing. */
function pairOf(
  sides: ReadonlyMap<string, ComparedClient>,
  [a, b]: readonly [string, string],
): ClientPair | null {
  const [one, other] = [sides.get(a), sides.get(b)]
  if (one === undefined || other === undefined) return null
  const { score, reasons } = likeness(one.client, other.client)
  const [older, younger] = (one.client.id ?? 0) < (other.client.id ?? 0) ? [one, other] : [other, one]
  return { score, reasons: [...reasons], older, younger }
}

const sideSchema = z.object({
  client: clientSchema,
  created_at: z.string(),
  leads: z.number(),
  last_activity: z.string(),
})

async function comparedClients(
  db: Reader,
  uids: readonly string[],
): Promise<ReadonlyMap<string, ComparedClient>> {
  if (uids.length === 0) return new Map()
  const { rows } = await sql`
    select (select row_to_json(r) from (select ${clientColumns}) r) as client, c.created_at, a.leads,
      greatest(c.created_at, a.last) as last_activity
    from clients c
    cross join lateral (
      select count(*)::int as leads,
        max(greatest(l.create_lead_date, l.capture_date, l.contact_date, l.quoted_date, l.sold_date, l.end_lead_date)) as last
      from leads l
      where l.client_uid = c.uid) a
    where c.uid = any(${[...uids]}::uuid[])`.execute(db)
  const at = (instant: string) => new Date(instant).toISOString()
  return new Map(
    rows.map((row) => {
      const side = sideSchema.parse(row)
      const client = { ...side, created_at: at(side.created_at), last_activity: at(side.last_activity) }
      return [side.client.uid, client] as const
    }),
  )
}

/** Returns two clients side by side; null when one is missing. */
export async function comparison(db: Reader, uids: readonly [string, string]): Promise<ClientPair | null> {
  const sides = await comparedClients(db, uids)
  return pairOf(sides, uids)
}
