/**
 * Keeps the pairs of clients that may be one person beside the clients. A trigger notes each client that is written, in its
 * transaction. Here the noted clients' pairs are found and judged anew, batch by batch, one batch at a time whichever process
 * runs it. docs/rules.md#merging-clients
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type Compared, LEAST_SCORE, likeness } from '../../src/domain/client/likeness.ts'
import { batchPace } from '../base/batch-pace.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { Database, Tx } from '../db/database.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import type { Reader } from '../queries/lead-row.ts'

/** A batch sees what the one before has written, so that of two clients that come at once the later one finds the other. */
const PAIRS_LOCK = 20_261_129

/** Judged in one go, before other requests have their turn. */
const AT_ONCE = 1000

interface Limits {
  /** A phone or mail of more clients than this is a broker's or a shop's: only equal names under it are compared. */
  readonly crowd: number
  /** More clients of one name under one contact are a list that was imported again and again: none is compared. */
  readonly namesakes: number
}
export const LIMITS: Limits = { crowd: 20, namesakes: 200 }

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

/** A key of so many more or fewer clients. As texts, since a key has 64 bits. */
interface Change {
  readonly key: string
  readonly name: string
  readonly delta: number
}

/** Writes the present keys of the clients. A client that is gone has none. */
async function writeKeys(tx: Tx, uids: readonly string[]): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with present as materialized (
      select k.key, match_number(c.name_folded) as name, c.uid as client_uid
      from clients c
      cross join lateral client_match_keys(c) as k (key)
      where c.uid = any(${[...uids]}::uuid[])),
    gone as (
      delete from client_keys o
      where o.client_uid = any(${[...uids]}::uuid[])
        and not exists (
          select 1 from present p where p.client_uid = o.client_uid and p.key = o.key and p.name = o.name)
      returning o.key, o.name),
    come as (
      insert into client_keys (key, name, client_uid)
      select p.key, p.name, p.client_uid
      from present p
      where not exists (
        select 1 from client_keys o where o.client_uid = p.client_uid and o.key = p.key and o.name = p.name)
      returning key, name)
    select key::text, name::text, sum(delta)::int as delta
    from (select key, name, 1 as delta from come union all select key, name, -1 from gone) changed
    group by key, name`.execute(tx)
  return rows
}

/** Returns the clients whose pairs follow from these changes besides: a contact became one of many, or no longer is. */
async function othersConcerned(
  tx: Tx,
  changes: readonly Change[],
  { crowd, namesakes }: Limits,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    with changed as materialized (
      select c.key, c.name, c.delta
      from json_to_recordset(${JSON.stringify(changes)}::json) as c (key bigint, name bigint, delta int)),
    of_keys as (select key, sum(delta)::int as delta from changed group by key),
    crossed as (
      select k.key
      from of_keys k
      cross join lateral (
        select count(*) as clients
        from (select 1 from client_keys x where x.key = k.key limit ${crowd}::int + 1 + abs(k.delta)) few) now
      where (now.clients <= ${crowd}) <> (now.clients - k.delta <= ${crowd})),
    crossed_names as (
      select c.key, c.name
      from changed c
      cross join lateral (
        select count(*) as clients
        from (
          select 1 from client_keys x
          where x.key = c.key and x.name = c.name
          limit ${namesakes}::int + 1 + abs(c.delta)) few) now
      where (now.clients <= ${namesakes}) <> (now.clients - c.delta <= ${namesakes}))
    select k.client_uid as uid from client_keys k where k.key in (select key from crossed)
    union
    select k.client_uid from client_keys k join crossed_names n on n.key = k.key and n.name = k.name`.execute(
    tx,
  )
  return rows.map(({ uid }) => uid)
}

interface Pair {
  readonly a: string
  readonly b: string
}

/** Returns the pairs of these clients that share a key. */
async function candidates(
  tx: Tx,
  uids: readonly string[],
  { crowd, namesakes }: Limits,
): Promise<readonly Pair[]> {
  const { rows } = await sql<Pair>`
    with own as materialized (
      select k.key, k.name, k.client_uid,
        (select count(*) from (select 1 from client_keys x where x.key = k.key limit ${crowd}::int + 1) few) > ${crowd}
          as is_crowd
      from client_keys k
      where k.client_uid = any(${[...uids]}::uuid[])),
    found as (
      select o.client_uid as one, k.client_uid as other
      from own o
      join client_keys k on k.key = o.key
      where not o.is_crowd
      union all
      select o.client_uid, k.client_uid
      from own o
      join client_keys k on k.key = o.key and k.name = o.name
      where o.is_crowd
        and (
          select count(*)
          from (
            select 1 from client_keys x where x.key = o.key and x.name = o.name limit ${namesakes}::int + 1) few)
          <= ${namesakes})
    select distinct least(one, other) as a, greatest(one, other) as b
    from found
    where one <> other`.execute(tx)
  return rows
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Returns those that are worth showing. */
async function judged(tx: Tx, pairs: readonly Pair[]) {
  const uids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const { rows } = await sql`
    select uid, id, name, phone, cellphone, mail, cpf, birth_date
    from clients
    where uid = any(${uids}::uuid[])`.execute(tx)
  const clients = new Map(
    rows.map((row) => {
      const client = comparedSchema.parse(row)
      return [client.uid, client] as const
    }),
  )
  const found: { first_uid: string; second_uid: string; score: number; newest: number }[] = []
  for (const [place, { a, b }] of pairs.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await nextTurn()
    const [one, other] = [clients.get(a), clients.get(b)]
    // A client that went meanwhile is noted.
    if (one === undefined || other === undefined) continue
    const { score } = likeness(one satisfies Compared, other)
    if (score >= LEAST_SCORE)
      found.push({ first_uid: a, second_uid: b, score, newest: Math.max(one.id, other.id) })
  }
  return found
}

/** Finds the pairs of up to `count` noted clients. Returns how many notes it has worked through. */
export function settlePairs(db: Kysely<Database>, count: number, limits = LIMITS): Promise<number> {
  return triedAgain(MANY_TRIES, () =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${PAIRS_LOCK})`.execute(tx)
      const notes = await tx
        .selectFrom('client_key_changes')
        .select(['n', 'client_uid'])
        .orderBy('n')
        .limit(count)
        .execute()
      if (notes.length === 0) return 0
      const noted = notes.map(({ client_uid }) => client_uid)
      const changes = await writeKeys(tx, noted)
      const uids = [...new Set([...noted, ...(await othersConcerned(tx, changes, limits))])]
      await sql`
        delete from client_pairs
        where first_uid = any(${uids}::uuid[]) or second_uid = any(${uids}::uuid[])`.execute(tx)
      const pairs = await judged(tx, await candidates(tx, uids, limits))
      await sql`
        insert into client_pairs (first_uid, second_uid, score, newest)
        select first_uid, second_uid, score, newest
        from json_to_recordset(${JSON.stringify(pairs)}::json)
          as p (first_uid uuid, second_uid uuid, score smallint, newest int)`.execute(tx)
      await tx
        .deleteFrom('client_key_changes')
        .where(
          'n',
          'in',
          notes.map(({ n }) => n),
        )
        .execute()
      return notes.length
    }),
  )
}

const isWaiting = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('client_key_changes').select('n').limit(1).executeTakeFirst()) !== undefined

/** So many clients a request finds the pairs of itself: what its user has just changed. */
const AT_A_CALL = 100

/** What was written before is seen by the next reading of the pairs, unless a long import is being worked through. */
export async function settleAtCall(db: Kysely<Database>): Promise<void> {
  if (await isWaiting(db)) await settlePairs(db, AT_A_CALL)
}

const NEVER = new AbortController().signal

/** Works through all notes in short batches, with pauses for other work. A batch that was killed is done by the next call. */
export async function settleAll(
  db: Kysely<Database>,
  { pauses = false, stop = NEVER }: { readonly pauses?: boolean; readonly stop?: AbortSignal } = {},
): Promise<void> {
  const pace = batchPace({ first: 100, least: 20, most: 1000, targetMs: 200 })
  while (!stop.aborted && (await isWaiting(db))) {
    const begun = performance.now()
    if ((await settlePairs(db, pace.rows())) === 0) return
    const took = performance.now() - begun
    pace.took(took)
    if (pauses) await pause(took / 2)
  }
}

const EVERY_MS = 5000

/** Looks every five seconds. Returns a function that stops it after the running batch. */
export const keepPairs = (db: Kysely<Database>, watch: LoopWatch): (() => Promise<void>) =>
  keepLooking(EVERY_MS, (stop) => settleAll(db, { pauses: true, stop }), watch)
