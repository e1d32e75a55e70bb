/**
 * Sends what waits for webhooks. A process holds an address while it sends there, so that two never send at once and the order
 * stays. No address holds up another. docs/rules.md#webhooks
 */

import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { at } from '../../src/domain/time/at.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '../../src/domain/webhooks/events.ts'
import type { FailureKind } from '../../src/domain/webhooks/failures.ts'
import { leadFactsSchema, type ToldClient, webhookBody } from '../../src/domain/webhooks/payload.ts'
import { isStoppedAfter, pauseAfter, restAfter } from '../../src/domain/webhooks/tries.ts'
import { atMostEvery, keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import { sideBySide } from '../base/side-by-side.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { erasureOf } from '../queries/erasures.ts'
import { openedSecret, stillSigning } from './secrets.ts'
import type { CallAddress, CallAnswer } from './sender.ts'
import { signedHeaders } from './signature.ts'
import { stopWebhook } from './stop.ts'
import { queueLate } from './waiting.ts'

export type DeliveryContext = Pick<AppContext, 'store' | 'now' | 'metrics' | 'deviceSecrets'>

/** Longer than a call may take. After it another process may take the address. */
const HOLD_MS = MINUTE_MS
/** A slow address holds up no other of so many. */
const AT_ONCE = 4
/** How long one address is sent to before the others have their turn, and how long a look takes addresses. */
const TURN_MS = 5000
const LOOK_MS = 15_000
const EVERY_MS = 2000
const LOOK_EVERY_MS = 15_000

/** SQL: a delivery `d` that is due, after all earlier events of its lead. */
const isNext = (nowMs: number): RawBuilder<boolean> => sql<boolean>`(
  d.state = 'waiting'
  and d.next_try_at <= ${at(nowMs)}
  and not exists (
    select 1
    from webhook_deliveries e
    where e.lead_uid = d.lead_uid and e.webhook_id = d.webhook_id and e.state = 'waiting' and e.id < d.id))`

interface Held {
  readonly id: string
  readonly by: string
}

/** Takes an address that has something due and that no process holds: the one that had no turn for the longest time. */
async function hold({ store: { db }, now }: DeliveryContext): Promise<Held | null> {
  const by = randomUUID()
  const nowMs = now()
  const { rows } = await sql<{ id: string }>`
    update webhooks set held_by = ${by}, held_until = ${at(nowMs + HOLD_MS)}
    where id = (
      select w.id
      from webhooks w
      where w.state = 'on'
        and (w.held_by is null or w.held_until <= ${at(nowMs)})
        and (w.rests_until is null or w.rests_until <= ${at(nowMs)})
        and exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and ${isNext(nowMs)})
      order by w.held_until nulls first, w.id
      limit 1
      for update skip locked)
    returning id`.execute(db)
  const [row] = rows
  return row === undefined ? null : { id: row.id, by }
}

async function release({ store: { db }, now }: DeliveryContext, { id, by }: Held): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ held_by: null, held_until: at(now()) })
    .where('id', '=', id)
    .where('held_by', '=', by)
    .execute()
}

interface Target {
  readonly url: string
  readonly withClient: boolean
  /** null: none can be read. */
  readonly secrets: readonly string[] | null
}

/** The address as it is now, held for longer. null: it was stopped, changed hands, or rests. */
async function target(context: DeliveryContext, { id, by }: Held): Promise<Target | null> {
  const { store, now } = context
  const nowMs = now()
  const row = await store.db
    .updateTable('webhooks')
    .set({ held_until: at(nowMs + HOLD_MS) })
    .where('id', '=', id)
    .where('held_by', '=', by)
    .where('state', '=', 'on')
    .where((where) => where.or([where('rests_until', 'is', null), where('rests_until', '<=', at(nowMs))]))
    .returning(['url', 'with_client', 'secret', 'old_secrets'])
    .executeTakeFirst()
  if (row === undefined) return null
  const secret = openedSecret(context, row.secret, id)
  const former = stillSigning(row.old_secrets, nowMs).flatMap(
    (old) => openedSecret(context, old.secret, id) ?? [],
  )
  return { url: row.url, withClient: row.with_client, secrets: secret === null ? null : [secret, ...former] }
}

interface Due {
  readonly id: number
  readonly event_id: string
  readonly kind: WebhookKind
  readonly lead_uid: string | null
  readonly facts: unknown
  readonly made_at: string
  readonly tries: number
}

/** What a person did comes before what came in bulk, each in the order of the journal. */
async function next({ store: { db }, now }: DeliveryContext, webhookId: string): Promise<Due | null> {
  const { rows } = await sql<Due>`
    select d.id, d.event_id, d.kind, d.lead_uid, d.facts, d.made_at, d.tries
    from webhook_deliveries d
    where d.webhook_id = ${webhookId} and ${isNext(now())}
    order by d.bulk, d.id
    limit 1`.execute(db)
  const [due] = rows
  return due !== undefined && WEBHOOK_KINDS.includes(due.kind) ? due : null
}

/** The client as it is at this try; null: it was erased, or the lead is gone. */
async function clientOf({ store: { db } }: DeliveryContext, leadUid: string): Promise<ToldClient | null> {
  const { rows } = await sql<ToldClient>`
    select c.name, c.cellphone, c.mail as email
    from leads l
    join clients c on c.uid = l.client_uid
    where l.uid = ${leadUid}
      and not exists (select 1 from client_erasures e where ${erasureOf(sql.ref('c.uid'))})`.execute(db)
  return rows[0] ?? null
}

async function bodyOf(context: DeliveryContext, due: Due, withClient: boolean): Promise<string> {
  const { kind, id: sequence, made_at: madeAt, lead_uid: uid } = due
  const lead = uid === null ? null : leadFactsSchema.parse(due.facts)
  const client = withClient && uid !== null ? await clientOf(context, uid) : undefined
  return webhookBody({ kind, sequence, madeAt: new Date(madeAt).toISOString(), lead, client })
}

const idOf = ({ event_id }: Due) => `msg_${event_id}`

interface Tried {
  readonly answer: CallAnswer
  readonly tookMs: number
}

async function succeed(tx: Tx, due: Due, webhookId: string, more: object): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...more, state: 'delivered', error: null })
    .where('id', '=', due.id)
    .execute()
  await tx
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null, rests_until: null })
    .where('id', '=', webhookId)
    .execute()
}

/** Records what became of a try. Returns the outcome for the metrics. */
async function settle(
  { store: { db }, now }: DeliveryContext,
  due: Due,
  { held, answer, tookMs }: Tried & { readonly held: Held },
): Promise<string> {
  const nowMs = now()
  const tries = due.tries + 1
  const ended_at = at(nowMs)
  const tried = { tries, tried_at: ended_at, took_ms: Math.round(tookMs), status: answer.status }
  return db.transaction().execute(async (tx) => {
    const webhook = await tx
      .selectFrom('webhooks')
      .select(['failures', 'failing_since'])
      .where('id', '=', held.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    // It was removed meanwhile, with all of its deliveries.
    if (webhook === undefined) return 'removed'
    if (answer.kind === 'taken') {
      await succeed(tx, due, held.id, { ...tried, ended_at })
      return 'delivered'
    }
    const pause = answer.failure === 'gone' ? null : pauseAfter(tries)
    const ends = pause === null
    // An address that asks to wait for longer is not tried before.
    const waitMs = Math.max(pause ?? 0, restAfter(1, answer.waitMs))
    await tx
      .updateTable('webhook_deliveries')
      .set({
        ...tried,
        error: answer.failure,
        ...(ends ? { state: 'failed' as const, ended_at } : { next_try_at: at(nowMs + waitMs) }),
      })
      .where('id', '=', due.id)
      // It may have been dropped with its webhook meanwhile.
      .where('state', '=', 'waiting')
      .execute()
    const failures = webhook.failures + 1
    const failing_since = webhook.failing_since ?? ended_at
    await tx
      .updateTable('webhooks')
      .set({ failures, failing_since, rests_until: at(nowMs + restAfter(failures, answer.waitMs)) })
      .where('id', '=', held.id)
      .execute()
    if (answer.failure === 'gone') {
      await stopWebhook(tx, { id: held.id, by: 'gone', nowMs })
      return 'gone'
    }
    if (isStoppedAfter(Date.parse(failing_since), nowMs)) {
      await stopWebhook(tx, { id: held.id, by: 'failing', nowMs })
      return 'stopped'
    }
    return ends ? 'given_up' : 'later'
  })
}

const failedBy = (failure: FailureKind): CallAnswer => ({
  kind: 'failed',
  failure,
  status: null,
  waitMs: null,
})

export interface Delivering {
  readonly callAddress: CallAddress
  readonly stop: AbortSignal
}

/** Sends one delivery. Returns whether the address may have the next one at once. */
async function deliver(
  context: DeliveryContext,
  held: Held,
  { callAddress, stop }: Delivering,
): Promise<boolean> {
  const to = await target(context, held)
  const due = to === null ? null : await next(context, held.id)
  if (to === null || due === null) return false
  const body = await bodyOf(context, due, to.withClient)
  const began = performance.now()
  const signed = { id: idOf(due), timestamp: Math.floor(context.now() / 1000), body }
  const answer =
    to.secrets === null
      ? failedBy('secret')
      : await callAddress({ url: to.url, headers: signedHeaders(to.secrets, signed), body }, stop)
  // A server that stops breaks its call off: that is no failure of the address.
  if (answer.kind === 'failed' && stop.aborted) return false
  const outcome = await settle(context, due, { held, answer, tookMs: performance.now() - began })
  context.metrics.webhooks.inc({ outcome })
  return answer.kind === 'taken'
}

/** Sends to one address until nothing is due, a try fails, or its turn is over. */
async function takeTurn(context: DeliveryContext, held: Held, delivering: Delivering): Promise<void> {
  const ends = performance.now() + TURN_MS
  try {
    while (!delivering.stop.aborted && performance.now() < ends)
      if (!(await deliver(context, held, delivering))) break
  } finally {
    await release(context, held)
  }
}

/** Sends what is due, for a while. Throws what the database throws; the next call goes on there. */
export async function deliverWebhooks(context: DeliveryContext, delivering: Delivering): Promise<void> {
  const until = performance.now() + LOOK_MS
  const work = async () => {
    while (!delivering.stop.aborted && performance.now() < until) {
      const held = await hold(context)
      if (held === null) return
      await takeTurn(context, held, delivering)
    }
  }
  await sideBySide(AT_ONCE, work)
}

/** Sends every two seconds, and looks every fifteen for late schedules. Returns a function that stops it. */
export function keepSendingWebhooks(
  context: DeliveryContext,
  callAddress: CallAddress,
  watch: LoopWatch,
): () => Promise<void> {
  const look = atMostEvery(LOOK_EVERY_MS, () => queueLate(context))
  return keepLooking(
    EVERY_MS,
    async (stop) => {
      await look()
      await deliverWebhooks(context, { callAddress, stop })
    },
    watch,
  )
}
