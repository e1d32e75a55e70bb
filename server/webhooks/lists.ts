/** Webhooks and their deliveries, as administrators read them. docs/rules.md#webhooks */
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type Delivery,
  type deliveriesRoute,
  type Webhook,
} from '../../src/contract/administration/webhooks.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { WebhookEvent, WebhookKind, WebhookState } from '../../src/domain/webhooks/events.ts'
import { type FailureKind, failureSentence } from '../../src/domain/webhooks/failures.ts'
import type { OldSecret } from '../db/webhook-tables.ts'
import type { Reader } from '../queries/lead-row.ts'
import { revisionOf } from '../records/revision.ts'
import { stillSigning } from './secrets.ts'

const FAILED_WITHIN_MS = 7 * DAY_MS

interface Row {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: WebhookEvent[]
  readonly with_client: boolean
  readonly state: WebhookState
  readonly state_since: string
  readonly created_at: string
  readonly failing_since: string | null
  readonly old_secrets: readonly OldSecret[]
  readonly waiting: number
  readonly failed: number
  readonly last_delivered_at: string | null
}

interface Typed extends Pick<Row, 'name' | 'url' | 'events' | 'with_client'> {}

/** Of what a form changes: what becomes of deliveries is no other revision. */
export const webhookRevision = ({ name, url, events, with_client }: Typed): string =>
  revisionOf([name, url, events.toSorted(), with_client])

/** All of them by name, or the one of this id. */
export async function readWebhooks(db: Reader, nowMs: number, id: string | null = null): Promise<Webhook[]> {
  const { rows } = await sql<Row>`
    select w.id, w.name, w.url, w.events, w.with_client, w.state, w.state_since, w.created_at, w.failing_since,
      w.old_secrets,
      d.waiting, d.failed, d.last_delivered_at
    from webhooks w
    cross join lateral (
      select
        (select count(*)::int from webhook_deliveries x where x.webhook_id = w.id and x.state = 'waiting') as waiting,
        (select count(*)::int from webhook_deliveries x where x.webhook_id = w.id and x.state = 'failed'
          and x.ended_at > ${new Date(nowMs - FAILED_WITHIN_MS).toISOString()}) as failed,
        (select max(x.ended_at) from webhook_deliveries x where x.webhook_id = w.id and x.state = 'delivered')
          as last_delivered_at) d
    where ${id}::uuid is null or w.id = ${id}::uuid
    order by lower(w.name), w.id`.execute(db)
  return rows.map(({ old_secrets: old, ...row }) => ({
    ...row,
    old_secret_until: stillSigning(old, nowMs)[0]?.until ?? null,
    revision: webhookRevision(row),
  }))
}

type Asked = z.output<typeof deliveriesRoute.query>

interface DeliveryRow extends Omit<Delivery, 'message_id' | 'problem' | 'kind'> {
  readonly event_id: string
  readonly kind: WebhookKind
  readonly error: FailureKind | null
}

/** One page of the log of a webhook, and how many there are. */
export async function readDeliveries(
  db: Reader,
  webhookId: string,
  { state, page, per_page: limit }: Asked,
): Promise<{ readonly data: Delivery[]; readonly total: number }> {
  const ofState = state === undefined ? sql`true` : sql`d.state = ${state}`
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.event_id, d.kind, l.id as lead_id, d.state, d.made_at, d.tries, d.tried_at,
      case when d.state = 'waiting' then d.next_try_at end as next_try_at, d.took_ms, d.status, d.error
    from webhook_deliveries d
    left join leads l on l.uid = d.lead_uid
    where d.webhook_id = ${webhookId} and ${ofState}
    order by d.id desc
    limit ${limit}
    offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from webhook_deliveries d where d.webhook_id = ${webhookId} and ${ofState}`.execute(
    db,
  )
  const data = rows.map(({ event_id, error, ...row }) => ({
    ...row,
    message_id: `msg_${event_id}`,
    problem: error === null ? null : failureSentence(error, row.status),
  }))
  return { data, total: counted.rows[0]?.total ?? 0 }
}
