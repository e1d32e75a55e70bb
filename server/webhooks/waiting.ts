/** What waits for an address besides the changes of leads, which a trigger writes: tests, late schedules, and what is sent again. docs/rules.md#webhooks */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { IMPORT_NOTE } from '../../src/domain/renewals/renewal-lead.ts'
import { at } from '../../src/domain/time/at.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { TEST_EVENT } from '../../src/domain/webhooks/events.ts'
import type { FailureKind } from '../../src/domain/webhooks/failures.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

type WaitingContext = Pick<AppContext, 'store' | 'now'>

/** A person who asks is not kept waiting by an address that rests. */
async function wake(tx: Tx, webhookId: string): Promise<void> {
  await tx.updateTable('webhooks').set({ rests_until: null }).where('id', '=', webhookId).execute()
}

/** Returns false where the webhook is not there or not on. */
export async function queueTest(tx: Tx, webhookId: string, nowMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_deliveries (webhook_id, event_id, kind, facts, made_at, next_try_at)
    select id, ${randomUUID()}::uuid, ${TEST_EVENT}, '{}', ${at(nowMs)}::timestamptz, ${at(nowMs)}::timestamptz
    from webhooks
    where id = ${webhookId} and state = 'on'
    for key share
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await wake(tx, webhookId)
  return true
}

/** Lets a delivery begin anew, with the id that it had. Returns what became of it. */
export async function sendAgain(
  tx: Tx,
  { webhookId, id }: { readonly webhookId: string; readonly id: number },
  nowMs: number,
): Promise<'waits' | 'off' | 'missing'> {
  const { rows } = await sql<{ state: string }>`
    select w.state
    from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id
    where d.id = ${id} and d.webhook_id = ${webhookId}
    for update of d`.execute(tx)
  const [found] = rows
  if (found === undefined) return 'missing'
  if (found.state !== 'on') return 'off'
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_try_at: at(nowMs), ended_at: null, bulk: false, error: null })
    .where('id', '=', id)
    .execute()
  await wake(tx, webhookId)
  return 'waits'
}

/** After a pause of the server a schedule is still told as late so long after its time. */
const LATE_FOR_MS = 7 * DAY_MS

/** Queues schedules that are late since the last look, each once for each address: the index makes it so among servers. */
export async function queueLate({ store: { db }, now }: WaitingContext): Promise<void> {
  const asked = db
    .selectFrom('webhooks')
    .select('id')
    .where('state', '=', 'on')
    .where(sql<boolean>`'schedule.late' = any(events)`)
    .limit(1)
  if ((await asked.executeTakeFirst()) === undefined) return
  const nowMs = now()
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, kind, lead_uid, facts, due_at, made_at, next_try_at)
    select w.id, e.event_id, 'schedule.late', e.uid,
      e.lead || jsonb_build_object('occurred_at', e.scheduling_date, 'scheduling_at', e.scheduling_date),
      e.scheduling_date, ${at(nowMs)}, ${at(nowMs)}
    from (
      select gen_random_uuid() as event_id, l.uid, l.scheduling_date, webhook_facts(l) as lead
      from leads l
      where l.scheduling_status = 0
        and l.scheduling_date > ${at(nowMs - LATE_FOR_MS)}
        and l.scheduling_date <= ${at(nowMs)}
        and l.scheduling_description is distinct from ${IMPORT_NOTE}
        and l.state <> 3
        and not l.cancelled
      offset 0) e
    join webhooks w
      on w.state = 'on' and 'schedule.late' = any(w.events) and e.scheduling_date > w.late_since
    order by e.scheduling_date, e.uid, w.id
    for key share of w
    on conflict (webhook_id, lead_uid, due_at) where due_at is not null do nothing`.execute(db)
}

/** What waits for an address that is stopped is not sent. */
export async function dropWaiting(
  tx: Reader,
  webhookId: string,
  { error, nowMs }: { readonly error: FailureKind; readonly nowMs: number },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error, ended_at: at(nowMs) })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The log has so many days, and so many of the latest lines of each address. */
const KEEP_DAYS = 30
const MOST_KEPT = 50_000

/** What has ended goes after its time. A late schedule is kept for as long as it could be told again. */
export async function pruneWebhooks({ store: { db }, now }: WaitingContext): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', at(now() - KEEP_DAYS * DAY_MS))
    .execute()
  await sql`
    delete from webhook_deliveries d
    using (
      select w.id,
        (select o.id from webhook_deliveries o where o.webhook_id = w.id order by o.id desc offset ${MOST_KEPT} limit 1) as last
      from webhooks w) k
    where d.webhook_id = k.id
      and d.id <= k.last
      and d.state <> 'waiting'
      and (d.due_at is null or d.due_at < ${at(now() - LATE_FOR_MS - DAY_MS)})`.execute(db)
}
