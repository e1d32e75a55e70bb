/** Webhooks: made, changed, switched, and their secrets. docs/rules.md#webhooks */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MadeWebhook, Webhook, WebhookBody } from '../../src/contract/administration/webhooks.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { at } from '../../src/domain/time/at.ts'
import { MOST_WEBHOOKS } from '../../src/domain/webhooks/events.ts'
import { OLD_SECRET_MS } from '../../src/domain/webhooks/tries.ts'
import { webhookUrlProblem } from '../base/public-address.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { audit } from '../records/audit.ts'
import { requireRevision } from '../records/revision.ts'
import { readWebhooks, webhookRevision } from './lists.ts'
import { stillSigning, storedSecret } from './secrets.ts'
import { newWebhookSecret } from './signature.ts'
import { dropWaiting } from './waiting.ts'

export type WebhookContext = Pick<AppContext, 'now' | 'deviceSecrets' | 'config'>

const TOO_MANY = `Já existem ${MOST_WEBHOOKS} webhooks. Remova um antes de criar outro.`
/** Makes creations wait for each other, so that the count is right. */
const LIMIT_LOCK = 'webhooks'

async function readWebhook(tx: Tx, { now }: WebhookContext, id: string): Promise<Webhook> {
  const [webhook] = await readWebhooks(tx, now(), id)
  if (webhook === undefined) throw notFound()
  return webhook
}

/** An address may have a key in its path or query: the audit has its host. */
const audited = ({ name, url, events, with_client }: WebhookBody) => ({
  name,
  host: new URL(url).host,
  events,
  with_client,
})

function requireAddress({ config }: WebhookContext, { url }: WebhookBody): void {
  const problem = webhookUrlProblem(url, config.webhooks)
  if (problem !== null) throw new Refusal('rule', problem, { url: [problem] })
}

/** Returns the webhook with its secret, which is not answered again. */
export async function makeWebhook(
  tx: Tx,
  context: WebhookContext,
  { user, body }: { readonly user: SessionUser; readonly body: WebhookBody },
): Promise<MadeWebhook> {
  requireAddress(context, body)
  await sql`select pg_advisory_xact_lock(hashtext(${LIMIT_LOCK}))`.execute(tx)
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_WEBHOOKS) throw new Refusal('rule', TOO_MANY)
  const [id, secret, now] = [randomUUID(), newWebhookSecret(), at(context.now())]
  await tx
    .insertInto('webhooks')
    .values({
      id,
      ...body,
      secret: storedSecret(context, secret, id),
      state_since: now,
      late_since: now,
      created_by: user.id,
      created_at: now,
    })
    .execute()
  await audit(tx, { user, action: 'create', entity: 'webhooks', id, before: null, after: audited(body) })
  return { ...(await readWebhook(tx, context, id)), secret }
}

const SECRET_GONE = 'O webhook já foi usado ou alterado desde que foi criado. Renove o segredo na lista.'

/** Gives a webhook whose answer was lost another secret: the first one was never seen. Throws Refusal `conflict` once it was used. */
export async function remakeWebhook(tx: Tx, context: WebhookContext, id: string): Promise<MadeWebhook> {
  const secret = newWebhookSecret()
  const used = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', id)
    .where('tries', '>', 0)
  if ((await used.limit(1).executeTakeFirst()) !== undefined) throw new Refusal('conflict', SECRET_GONE)
  await tx
    .updateTable('webhooks')
    .set({ secret: storedSecret(context, secret, id) })
    .where('id', '=', id)
    .execute()
  return { ...(await readWebhook(tx, context, id)), secret }
}

export async function changeWebhook(
  tx: Tx,
  context: WebhookContext,
  given: {
    readonly user: SessionUser
    readonly id: string
    readonly body: WebhookBody & { revision?: string | undefined }
  },
): Promise<Webhook> {
  const { user, id, body: sent } = given
  const { revision, ...body } = sent
  requireAddress(context, body)
  const before = await tx
    .selectFrom('webhooks')
    .select(['name', 'url', 'events', 'with_client'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw notFound()
  requireRevision(revision, webhookRevision(before), 'o webhook')
  const hears = body.events.includes('schedule.late') && !before.events.includes('schedule.late')
  const isElsewhere = before.url !== body.url
  await tx
    .updateTable('webhooks')
    .set({
      ...body,
      ...(hears ? { late_since: at(context.now()) } : {}),
      // What the former address did says nothing of the new one.
      ...(isElsewhere ? { failures: 0, failing_since: null, rests_until: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  await audit(tx, {
    user,
    action: 'update',
    entity: 'webhooks',
    id,
    before: audited(before),
    after: { ...audited(body), ...(isElsewhere ? { address_changed: true } : {}) },
  })
  return readWebhook(tx, context, id)
}

/** More than anyone renews within a day. */
const MOST_OLD_SECRETS = 5

/** Replaces the secret. Those before still sign for a day: the receiver may have any of them. */
export async function renewSecret(
  tx: Tx,
  context: WebhookContext,
  { user, id }: { readonly user: SessionUser; readonly id: string },
): Promise<MadeWebhook> {
  const before = await tx
    .selectFrom('webhooks')
    .select(['secret', 'old_secrets'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw notFound()
  const nowMs = context.now()
  const old = [
    { secret: before.secret, until: at(nowMs + OLD_SECRET_MS) },
    ...stillSigning(before.old_secrets, nowMs),
  ]
  const secret = newWebhookSecret()
  await tx
    .updateTable('webhooks')
    .set({
      secret: storedSecret(context, secret, id),
      old_secrets: JSON.stringify(old.slice(0, MOST_OLD_SECRETS)),
    })
    .where('id', '=', id)
    .execute()
  const after = { secret_renewed: true }
  await audit(tx, { user, action: 'update', entity: 'webhooks', id, before: {}, after })
  return { ...(await readWebhook(tx, context, id)), secret }
}

/** Off, nothing is told and what waits is not sent. On, it is told what happens from now on. */
export async function switchWebhook(
  tx: Tx,
  context: WebhookContext,
  { user, id, on }: { readonly user: SessionUser; readonly id: string; readonly on: boolean },
): Promise<Webhook> {
  const before = await tx
    .selectFrom('webhooks')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw notFound()
  const state = on ? 'on' : 'off'
  if (before.state === state) return readWebhook(tx, context, id)
  const nowMs = context.now()
  await tx
    .updateTable('webhooks')
    .set({
      state,
      state_since: at(nowMs),
      ...(on ? { late_since: at(nowMs), failures: 0, failing_since: null, rests_until: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (!on) await dropWaiting(tx, id, { error: 'off', nowMs })
  await audit(tx, { user, action: 'update', entity: 'webhooks', id, before, after: { state } })
  return readWebhook(tx, context, id)
}

export async function removeWebhook(tx: Tx, user: SessionUser, id: string): Promise<void> {
  const gone = await tx
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .returning(['name', 'url', 'events', 'with_client'])
    .executeTakeFirst()
  if (gone === undefined) throw notFound()
  await audit(tx, { user, action: 'delete', entity: 'webhooks', id, before: audited(gone), after: null })
}
