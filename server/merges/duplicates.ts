/** Pairs of clients that may be one person: docs/rules.md#merging-clients. The database finds them, the domain judges. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { ClientPair, ComparedClient } from '../../src/contract/client-merges.ts'
import { clientSchema } from '../../src/domain/client/client.ts'
import { type Compared, LEAST_SCORE, type Likeness, likeness } from '../../src/domain/client/likeness.ts'
import { clientColumns, type Reader } from '../queries/lead-row.ts'

/** A phone or mail of more clients than this is a broker's or a shop's: only equal names under it are compared. */
const CROWD = 20
/** At most so many pairs are judged, so that an import of nonsense does not keep other requests waiting. */
const MOST_PAIRS = 200_000
/** Judged in one go, before other requests have their turn. */
const AT_ONCE = 2_000

const pairSchema = z.object({ a: z.string(), b: z.string() })

const comparedSchema = z.object({
  uid: z.string(),
  id: z.number(),
  name: z.string(),
  phone: z.string(),
  cellphone: z.string(),
  mail: z.string(),
  cpf: z.string(),
  birth_date: z.string().nullable(),
})

/**
 * The pairs that share a key, without the pairs that a person has judged to be different clients. Erased clients have
 * no keys.
 */
async function candidates(db: Reader): Promise<{ a: string; b: string }[]> {
  const { rows } = await sql`
    with keys as materialized (
      select k.uid, k.kind, k.key, k.name_folded
      from (
        select uid, 'd' as kind, client_document_key(cpf) as key, name_folded from clients where cpf <> ''
        union
        select uid, 'p', client_phone_key(phone), name_folded from clients where phone <> ''
        union
        select uid, 'p', client_phone_key(cellphone), name_folded from clients where cellphone <> ''
        union
        select uid, 'm', client_mail_key(mail), name_folded from clients where mail <> ''
        union
        -- A birthday alone is that of many: with a word of the name.
        select c.uid, 'b', c.birth_date::text || ' ' || w.word, c.name_folded
        from clients c
        cross join lateral regexp_split_to_table(c.name_folded, '[^[:alnum:]]+') as w (word)
        where c.birth_date is not null and length(w.word) > 2
      ) k
      where k.key is not null),
    shared as materialized (
      select kind, key, count(*) as clients from keys group by kind, key having count(*) > 1),
    -- Each half has its own limit: a union reads both to their end, and a thousand namesakes are half a million pairs.
    pairs as (
      (select a.uid as a, b.uid as b
      from shared s
      join keys a on a.kind = s.kind and a.key = s.key
      join keys b on b.kind = s.kind and b.key = s.key and b.uid > a.uid
      where s.clients <= ${CROWD}
      limit ${MOST_PAIRS})
      union
      (select a.uid, b.uid
      from shared s
      join keys a on a.kind = s.kind and a.key = s.key
      join keys b on b.kind = s.kind and b.key = s.key and b.name_folded = a.name_folded and b.uid > a.uid
      where s.clients > ${CROWD}
      limit ${MOST_PAIRS}))
    select p.a, p.b
    from pairs p
    where not exists (
      select 1 from client_distinctions d where d.first_uid = p.a and d.second_uid = p.b)
    limit ${MOST_PAIRS}`.execute(db)
  return z.array(pairSchema).parse(rows)
}

interface Judged extends Likeness {
  readonly older: string
  readonly younger: string
  /** Number of the younger client: the newest pair has the highest. */
  readonly newest: number
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

async function judged(db: Reader): Promise<Judged[]> {
  const pairs = await candidates(db)
  const uids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const { rows } = await sql`
    select uid, id, name, phone, cellphone, mail, cpf, birth_date
    from clients
    where uid = any(${uids}::uuid[])`.execute(db)
  const clients = new Map(
    rows.map((row) => {
      const client = comparedSchema.parse(row)
      return [client.uid, client] as const
    }),
  )
  const found: Judged[] = []
  for (const [place, { a, b }] of pairs.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await nextTurn()
    const [one, other] = [clients.get(a), clients.get(b)]
    if (one === undefined || other === undefined) continue
    const result = likeness(one satisfies Compared, other)
    if (result.score < LEAST_SCORE) continue
    const [older, younger] = one.id < other.id ? [one, other] : [other, one]
    found.push({ ...result, older: older.uid, younger: younger.uid, newest: younger.id })
  }
  return found.toSorted((one, other) => other.score - one.score || other.newest - one.newest)
}

const markSchema = z.object({ clients: z.number(), decisions: z.string(), horizon: z.string() })
type Mark = z.infer<typeof markSchema>

/**
 * What the pairs depend on: how many clients there are, the decisions about pairs, and the horizon below which every change is
 * seen (docs/sync-protocol.md#pull-a-cursor-that-cant-miss-a-row).
 */
async function presentMark(db: Reader): Promise<Mark> {
  const { rows } = await sql`
    select (select count(*)::int from clients) as clients,
      (select count(*) || ' ' || coalesce(max(decided_at)::text, '') from client_distinctions) as decisions,
      pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  return markSchema.parse(rows[0])
}

/** True when no client was written since the horizon of the mark. */
async function isUnchangedSince(db: Reader, { horizon }: Mark): Promise<boolean> {
  const { rows } = await sql`select 1 from clients where version >= ${horizon}::xid8 limit 1`.execute(db)
  return rows.length === 0
}

interface Kept {
  readonly mark: Mark
  readonly pairs: Promise<readonly Judged[]>
}

/** By database. Judging 50,000 clients takes seconds, and the list of clients asks with each visit. */
const keptOf = new WeakMap<Reader, Kept>()

async function presentPairs(db: Reader): Promise<readonly Judged[]> {
  const mark = await presentMark(db)
  const kept = keptOf.get(db)
  if (
    kept !== undefined &&
    kept.mark.clients === mark.clients &&
    kept.mark.decisions === mark.decisions &&
    (await isUnchangedSince(db, kept.mark))
  )
    return kept.pairs
  const pairs = judged(db)
  keptOf.set(db, { mark, pairs })
  pairs.catch(() => keptOf.delete(db))
  return pairs
}

/** Returns a page of pairs, the strongest and then the newest first, and how many there are. `page` from 1. */
export async function duplicates(
  db: Reader,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: ClientPair[]; pagination: { total: number } }> {
  const all = await presentPairs(db)
  const shown = all.slice((page - 1) * perPage, page * perPage)
  const sides = await comparedClients(
    db,
    shown.flatMap(({ older, younger }) => [older, younger]),
  )
  const data = shown.flatMap(({ older, younger, score, reasons }): ClientPair[] => {
    const [first, second] = [sides.get(older), sides.get(younger)]
    return first === undefined || second === undefined
      ? []
      : [{ score, reasons: [...reasons], older: first, younger: second }]
  })
  return { data, pagination: { total: all.length } }
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
  const [one, other] = [...sides.values()].toSorted((a, b) => (a.client.id ?? 0) - (b.client.id ?? 0))
  if (one === undefined || other === undefined) return null
  const { score, reasons } = likeness(one.client, other.client)
  return { score, reasons: [...reasons], older: one, younger: other }
}
