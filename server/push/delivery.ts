/**
 * Sends waiting notices in the background. A notice is leased before it is sent, so that two processes never send one
 * at the same time. Whether the user may still get it, and what it may say, is decided right before sending.
 * docs/rules.md#push
 */

import { sql } from 'kysely'
import type { Urgency } from 'web-push'
import { actsOn, inScope } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isOpenScheduling } from '../../src/domain/lead/lead-state.ts'
import { ALL_ON, isOn, kindsFor, noticeSwitchesSchema } from '../../src/domain/notices/kinds.ts'
import { SOON_MS } from '../../src/domain/notices/notice.ts'
import { type PushKind, type PushPayload, pushKindSchema } from '../../src/domain/notices/push.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { at } from '../../src/domain/time/at.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { atMostEvery, keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import { pushAddressOf } from '../base/settings/push.ts'
import { sideBySide } from '../base/side-by-side.ts'
import type { AppContext } from '../context/app-context.ts'
import { isToldFor } from '../queries/acting.ts'
import { type Reader, readLead } from '../queries/lead-row.ts'
import { readScreenSetting } from '../queries/screen-settings.ts'
import { sessionUser } from '../queries/session-user.ts'
import { readSettings } from '../queries/settings.ts'
import { queueDueNotices } from './due.ts'
import type { PushAnswer, SendPush } from './sender.ts'
import { endAddress, endSubscription, type PushTarget } from './subscriptions.ts'

type PushContext = Pick<AppContext, 'store' | 'now' | 'metrics' | 'config'>

const TRIES = 5
/** Longer than a try may take. After it another process may try. */
const LEASE_MS = MINUTE_MS
/** After the first, second … failed try. A service may ask for more. */
const WAITS_MS = [0.5, 2, 10, 30].map((minutes) => minutes * MINUTE_MS)
/** A service that is silent for one device must not hold up all others. */
const AT_ONCE = 4
const EVERY_MS = 2000
const LOOK_EVERY_MS = 15_000

const URGENCY: Readonly<Record<PushKind, Urgency>> = {
  assigned: 'high',
  schedule: 'high',
  renewal: 'normal',
  law: 'normal',
  automation: 'normal',
  import: 'low',
}

interface Leased {
  readonly id: string
  readonly sessionId: string
  readonly kind: PushKind
  readonly leadUid: string | null
  readonly expiresMs: number
  /** With this one. */
  readonly tries: number
}

/** Takes the notice that waits longest, or null. */
async function lease({ store: { db }, now }: PushContext): Promise<Leased | null> {
  const row = await db
    .updateTable('push_messages')
    .set({ tries: sql`tries + 1`, next_try_at: at(now() + LEASE_MS) })
    .where('id', '=', (due) =>
      due
        .selectFrom('push_messages')
        .select('id')
        .where('next_try_at', '<=', at(now()))
        .orderBy('next_try_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'session_id', 'kind', 'lead_uid', 'expires_at', 'tries'])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    sessionId: row.session_id,
    kind: pushKindSchema.parse(row.kind),
    leadUid: row.lead_uid,
    expiresMs: Date.parse(row.expires_at),
    tries: row.tries,
  }
}

interface Recipient {
  readonly target: PushTarget
  readonly user: SessionUser
}

/** The device and its user; null when the session has expired or the user is no longer active. */
async function recipientOf(
  { store: { db }, now }: PushContext,
  sessionId: string,
): Promise<Recipient | null> {
  const row = await db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.user_id', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.session_id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', at(now()))
    .executeTakeFirst()
  if (row === undefined) return null
  const { user_id: userId, ...target } = row
  const user = await sessionUser(db, userId)
  return user === null ? null : { target, user }
}

/** The time of the lead's scheduling, epoch ms; null: it was closed, or moved so far that it will be notified again. */
function dueMsOf({ lead_scheduling: scheduling }: Lead, nowMs: number): number | null {
  if (scheduling === null || !isOpenScheduling(scheduling)) return null
  const dueMs = Date.parse(scheduling.scheduling_date)
  return dueMs - SOON_MS > nowMs ? null : dueMs
}

/** Whether an automation told the user of the lead. Managers are told of leads of others: docs/rules.md#automations */
async function isToldByAutomation(
  db: Reader,
  { userId, leadUid }: { readonly userId: number; readonly leadUid: string },
): Promise<boolean> {
  const told = db.selectFrom('automation_notices').select('id').where('lead_uid', '=', leadUid)
  return (await told.where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

/**
 * The notice's content as it may be sent now; null: nothing may be sent. The lead may have left the user, and the kind
 * may be switched off.
 */
async function payloadFor(
  { store: { db }, now }: PushContext,
  { kind, leadUid }: Leased,
  user: SessionUser,
): Promise<PushPayload | null> {
  const { value } = await readScreenSetting(db, user.id, 'notices')
  const switches = noticeSwitchesSchema.safeParse(value).data ?? ALL_ON
  const isOfRole = kindsFor(roleOf(user)).some((line) => line.kind === kind)
  if (!isOfRole || !isOn(switches, kind)) return null
  if (leadUid === null) return { kind, lead: null }
  const lead = await readLead(db, leadUid)
  if (lead === null || !inScope(lead, user, await readSettings(db), now())) return null
  const isTheirs =
    kind === 'automation'
      ? await isToldByAutomation(db, { userId: user.id, leadUid })
      : actsOn(lead, user) || (await isToldFor(db, lead.broker_id, user))
  if (!isTheirs) return null
  // It was kept meanwhile.
  if (kind === 'law' && lead.obligations === null) return null
  if (kind !== 'schedule') return { kind, lead: lead.id }
  const atMs = dueMsOf(lead, now())
  return atMs === null ? null : { kind, lead: lead.id, atMs }
}

/** Records what became of a try. A notice that was replaced meanwhile has another id and stays. */
async function settle(
  context: PushContext,
  message: Leased,
  { target, answer }: { readonly target: PushTarget; readonly answer: PushAnswer },
): Promise<string> {
  const { db } = context.store
  const { id, sessionId, tries, expiresMs } = message
  const drop = () => db.deleteFrom('push_messages').where('id', '=', id).execute()
  if (answer.kind === 'gone') {
    await endAddress(context, sessionId, target)
    return 'gone'
  }
  if (answer.kind === 'later') {
    const wait = Math.max(WAITS_MS[tries - 1] ?? 0, answer.waitMs ?? 0)
    const next = context.now() + wait
    if (tries < TRIES && next < expiresMs) {
      await db
        .updateTable('push_messages')
        .set({ next_try_at: at(next) })
        .where('id', '=', id)
        .execute()
      return 'later'
    }
    await drop()
    return 'given_up'
  }
  await drop()
  return answer.kind
}

async function deliver(
  context: PushContext,
  message: Leased,
  { send, stop, warn }: Delivering,
): Promise<void> {
  const note = (outcome: string) => context.metrics.pushes.inc({ outcome })
  const recipient = await recipientOf(context, message.sessionId)
  if (recipient === null) {
    await endSubscription(context, message.sessionId)
    return note('ended')
  }
  const { target, user } = recipient
  // The list may have become shorter since the device was switched on.
  const endpoint = pushAddressOf(target.endpoint, context.config.push)
  if (endpoint === null) {
    await endAddress(context, message.sessionId, target)
    return note('ended')
  }
  const ttlSeconds = Math.floor((message.expiresMs - context.now()) / 1000)
  const payload = ttlSeconds > 0 ? await payloadFor(context, message, user) : null
  if (payload === null) {
    await context.store.db.deleteFrom('push_messages').where('id', '=', message.id).execute()
    return note('not_told')
  }
  const { sessionId, kind } = message
  const answer = await send(
    { target: { ...target, endpoint }, payload, sessionId, urgency: URGENCY[kind], ttlSeconds },
    stop,
  )
  const outcome = await settle(context, message, { target, answer })
  if ('reason' in answer && outcome !== 'later') warn(new Error(`notice not delivered: ${answer.reason}`))
  note(outcome)
}

export interface Delivering {
  readonly send: SendPush
  readonly stop: AbortSignal
  readonly warn: (error: unknown) => void
}

/** Sends all that are due. Throws what the database throws; the next call goes on there. */
export async function deliverNotices(context: PushContext, delivering: Delivering): Promise<void> {
  const work = async () => {
    while (!delivering.stop.aborted) {
      const message = await lease(context)
      if (message === null) return
      await deliver(context, message, delivering)
    }
  }
  await sideBySide(AT_ONCE, work)
}

/**
 * Delivers every two seconds, and looks every fifteen for what is due. Returns a function that stops it: a try that runs
 * is broken off and made again later.
 */
export function keepPushing(context: PushContext, send: SendPush, watch: LoopWatch): () => Promise<void> {
  const look = atMostEvery(LOOK_EVERY_MS, () => queueDueNotices(context))
  return keepLooking(
    EVERY_MS,
    async (stop) => {
      await look()
      await deliverNotices(context, { send, stop, warn: watch.warn })
    },
    watch,
  )
}
