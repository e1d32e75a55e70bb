/**
 * Looks every hour: begins chains of before, checks what grew and makes the day's anchor, and goes on with its pass through all
 * histories. What it finds is kept for 'Saúde', logged, and told to administrators by mail. docs/rules.md#chain
 */
import { sql } from 'kysely'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import { historyBrokenLetter, historyRestoredLetter } from '../mail/letters.ts'
import { mailAdministrators } from '../mail/to-administrators.ts'
import { installationOf } from '../revocations/reconcile.ts'
import { checkNextAnchors, GREW, lockChecks, makeAnchor } from './anchors.ts'
import { anchorsPath, appendAnchors, readKept } from './anchors-file.ts'
import { checkAfter, checkLeads, type LeadBreak } from './verify.ts'

const EVERY_MS = HOUR_MS
/** Leads of one transaction. */
const BATCH = 200
/** Of the pass, in one look: a hundred thousand leads are passed in two days. */
const BATCHES_A_LOOK = 10

type Keeping = Pick<AppContext, 'store' | 'now' | 'config' | 'deviceSecrets' | 'security'>

/** A command on many leads locks heads in another order than these transactions, which are tried again. */
const transaction = <Made>(
  { store }: Pick<Keeping, 'store'>,
  act: (tx: Tx) => Promise<Made>,
): Promise<Made> => triedAgain(MANY_TRIES, () => store.db.transaction().execute(act))

/**
 * Begins the chains of the next histories after this lead that are older than the chain. Returns the last of them; null: none is
 * left. What is born meanwhile has its chain from its first entry.
 */
export async function beginChains(
  { store, now }: Pick<Keeping, 'store' | 'now'>,
  after: string | null,
  most = BATCH,
): Promise<string | null> {
  return transaction({ store }, async (tx) => {
    const { begun_at: begunAt } = await lockChecks(tx)
    if (begunAt !== null) return null
    const { rows } = await sql<{ uid: string }>`
      select l.uid, history_begin(l.uid, '{}')
      from (
        select uid from leads l
        where (${after}::uuid is null or uid > ${after}::uuid)
          and not exists (select 1 from history_heads h where h.lead_uid = l.uid)
        order by uid
        limit ${most}) l
      order by l.uid`.execute(tx)
    const last = rows.at(-1)?.uid ?? null
    if (rows.length === most) return last
    await tx
      .updateTable('history_checks')
      .set({ begun_at: new Date(now()).toISOString() })
      .execute()
    return null
  })
}

/** Keeps what was found of these leads, and drops what no longer is. Returns what is new. null: of the anchors. */
async function settle(
  tx: Tx,
  {
    leads,
    found,
    nowMs,
  }: {
    readonly leads: readonly string[] | null
    readonly found: readonly LeadBreak[]
    readonly nowMs: number
  },
): Promise<number> {
  const at = new Date(nowMs).toISOString()
  const about = leads === null ? sql`b.lead_uid is null` : sql`b.lead_uid = any(${[...leads]}::uuid[])`
  const given = sql`json_to_recordset(${JSON.stringify(
    found.map(({ leadUid, seq, entry, kind }) => ({ lead_uid: leadUid, seq, entry_id: entry, kind })),
  )}::json) as f (lead_uid uuid, seq int, entry_id bigint, kind text)`
  await sql`
    delete from history_breaks b
    where ${about}
      and not exists (
        select 1 from ${given}
        where f.lead_uid is not distinct from b.lead_uid and f.seq = b.seq and f.entry_id = b.entry_id and f.kind = b.kind)`.execute(
    tx,
  )
  const { rows } = await sql<{ kind: string }>`
    insert into history_breaks (lead_uid, seq, entry_id, kind, found_at)
    select f.lead_uid, f.seq, f.entry_id, f.kind, ${at}::timestamptz from ${given}
    on conflict do nothing
    returning kind`.execute(tx)
  return rows.length
}

const wordsOf = ({ leadUid, kind, seq, entry }: LeadBreak) => `${kind} ${leadUid ?? 'anchor'} ${seq} ${entry}`

async function settleAndNote(
  context: Keeping,
  leads: readonly string[] | null,
  found: readonly LeadBreak[],
): Promise<void> {
  const { now, security } = context
  const made = await transaction(context, (tx) => settle(tx, { leads, found, nowMs: now() }))
  if (made > 0) for (const broken of found) security.note('history_broken', { about: wordsOf(broken) })
}

/** Checks the chains that grew since the last anchor. */
async function checkGrown(context: Keeping, stop: AbortSignal): Promise<void> {
  const { db } = context.store
  for (let after: string | null = null; !stop.aborted; ) {
    const { rows } = await sql<{ uid: string }>`
      select h.lead_uid as uid from history_heads h
      where ${GREW} and (${after}::uuid is null or h.lead_uid > ${after}::uuid)
      order by h.lead_uid
      limit ${BATCH}`.execute(db)
    const uids = rows.map(({ uid }) => uid)
    if (uids.length > 0) await settleAndNote(context, uids, await checkLeads(db, uids))
    after = uids.at(-1) ?? null
    if (uids.length < BATCH) return
  }
}

/** Checks the anchors and completes the file beside the database. */
async function keepAnchors({ store: { db }, config, deviceSecrets }: Keeping) {
  const path = anchorsPath(config.dataDir, await installationOf(db))
  const kept = await readKept(path)
  const checked = await checkNextAnchors(db, { kept, signer: deviceSecrets?.history ?? null })
  await appendAnchors(path, checked.missing)
  return checked
}

/** Once a day of São Paulo, and after a restore. */
async function turnDay(context: Keeping, stop: AbortSignal): Promise<void> {
  const { store, now, deviceSecrets, security } = context
  const today = saoPauloDay(now())
  const checks = await store.db
    .selectFrom('history_checks')
    .select([sql<string | null>`checked_day::text`.as('checked_day'), 'restored'])
    .executeTakeFirst()
  if (checks?.checked_day === today && !checks.restored) return
  await checkGrown(context, stop)
  const anchor = await transaction(context, (tx) =>
    makeAnchor(tx, { nowMs: now(), signer: deviceSecrets?.history ?? null }),
  )
  if (anchor !== null) security.note('history_anchored', { about: `${anchor.n} ${anchor.hash}` })
  const { breaks, restored } = await keepAnchors(context)
  await settleAndNote(context, null, [...breaks, ...restored])
  await store.db.updateTable('history_checks').set({ checked_day: today }).execute()
}

/** Goes on with the pass. Another process that is at it goes first. Returns false when the pass is over. */
async function passOn(context: Keeping): Promise<boolean> {
  const { store, now } = context
  const { passed_to: after } = await transaction(context, lockChecks)
  const { breaks, next, uids } = await checkAfter(store.db, after, BATCH)
  await settleAndNote(context, uids, breaks)
  await store.db
    .updateTable('history_checks')
    .set({ passed_to: next, ...(next === null ? { pass_ended_at: new Date(now()).toISOString() } : {}) })
    .execute()
  return next !== null
}

async function beginAll(context: Keeping, stop: AbortSignal): Promise<void> {
  let after: string | null = null
  do after = await beginChains(context, after)
  while (after !== null && !stop.aborted)
}

/**
 * Queues one mail for each administrator with the total of what was found since the last mail. A day has at most one: the rest waits for
 * the next.
 */
async function tellFound(tx: Tx, nowMs: number): Promise<void> {
  await lockChecks(tx)
  const today = saoPauloDay(nowMs)
  const { rows } = await sql<{ total: number; untold: number; is_restore: boolean; told_today: boolean }>`
    select count(distinct b.lead_uid)::int as total,
      (count(*) filter (where not b.told))::int as untold,
      coalesce(bool_and(b.kind = 'restored') filter (where not b.told), false) as is_restore,
      exists (select 1 from history_checks where told_day = ${today}::date) as told_today
    from history_breaks b`.execute(tx)
  const [found] = rows
  if (found === undefined || found.untold === 0 || found.told_today) return
  const { is_restore: isRestore, total } = found
  await mailAdministrators(tx, {
    purpose: 'history_broken',
    letterTo: (name) => (isRestore ? historyRestoredLetter(name) : historyBrokenLetter(name, total)),
    nowMs,
  })
  await tx.updateTable('history_breaks').set({ told: true }).where('told', '=', false).execute()
  await tx.updateTable('history_checks').set({ told_day: today }).execute()
}

/** One look. What it finds before it fails is told, too. */
export async function lookAtHistories(context: Keeping, stop: AbortSignal): Promise<void> {
  await beginAll(context, stop)
  try {
    if (stop.aborted) return
    await turnDay(context, stop)
    for (let batch = 0; batch < BATCHES_A_LOOK && !stop.aborted; batch++) if (!(await passOn(context))) return
  } finally {
    await transaction(context, (tx) => tellFound(tx, context.now()))
  }
}

export const keepHistory = (context: Keeping, watch: LoopWatch): (() => Promise<void>) =>
  keepLooking(EVERY_MS, (stop) => lookAtHistories(context, stop), watch)
