/** A notice is a row for each device of its user, written in the transaction of its cause. docs/rules.md#push */
import { sql } from 'kysely'
import type { PushKind } from '../../src/domain/notices/push.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Tx } from '../db/database.ts'

interface Notice {
  readonly userId: number
  readonly kind: PushKind
  /** null: about no single lead. */
  readonly leadUid: string | null
  /** ISO 8601. It is not delivered later. */
  readonly expiresAt: string
}

/** A device that is off for longer shows the present state when it is opened. */
const LASTS_MS = DAY_MS

/** Queues the notices for each device of their users. A newer notice replaces one of its kind and lead that waits. */
export async function queueNotices(tx: Tx, notices: readonly Notice[], nowMs: number): Promise<void> {
  if (notices.length === 0) return
  const now = new Date(nowMs).toISOString()
  await sql`
    insert into push_messages (id, session_id, kind, lead_uid, created_at, expires_at, next_try_at)
    select gen_random_uuid(), s.session_id, n.kind, n."leadUid", ${now}, n."expiresAt", ${now}
    from json_to_recordset(${JSON.stringify(notices)}::json)
      as n ("userId" int, kind text, "leadUid" uuid, "expiresAt" timestamptz)
    join push_subscriptions s on s.user_id = n."userId"
    -- In one order, so that two transactions don't wait for each other.
    order by s.session_id, n.kind, n."leadUid"
    -- One that is deleted meanwhile is left out. Its foreign key would refuse the transaction of the cause.
    for key share of s
    on conflict (session_id, kind, lead_uid) do update set
      id = excluded.id, created_at = excluded.created_at, expires_at = excluded.expires_at,
      next_try_at = excluded.next_try_at, tries = 0`.execute(tx)
}

interface Assigned {
  readonly uid: string
  readonly broker_id: number | null
}

/**
 * Queues notices for brokers about leads that `byUserId` gave them. A broker who gets several leads at once gets one
 * notice.
 */
export async function queueAssigned(
  tx: Tx,
  leads: readonly Assigned[],
  { byUserId, nowMs }: { readonly byUserId: number | null; readonly nowMs: number },
): Promise<void> {
  const ofBroker = Map.groupBy(leads, ({ broker_id }) => broker_id)
  const expiresAt = new Date(nowMs + LASTS_MS).toISOString()
  const notices = [...ofBroker].flatMap(([userId, [first, ...more]]): Notice[] =>
    userId === null || userId === byUserId || first === undefined
      ? []
      : [{ userId, kind: 'assigned', leadUid: more.length === 0 ? first.uid : null, expiresAt }],
  )
  await queueNotices(tx, notices, nowMs)
}

export async function queueImportEnded(tx: Tx, userId: number, nowMs: number): Promise<void> {
  const expiresAt = new Date(nowMs + LASTS_MS).toISOString()
  await queueNotices(tx, [{ userId, kind: 'import', leadUid: null, expiresAt }], nowMs)
}
