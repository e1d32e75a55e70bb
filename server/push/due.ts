/** Notices whose time has come: schedulings and capture limits of renewals. docs/rules.md#push */
import { type RawBuilder, sql } from 'kysely'
import { RENEWAL_CHANNELS } from '../../src/domain/lead/channel-rules.ts'
import { CAPTURE_NOTE } from '../../src/domain/lead/scheduling.ts'
import { TOLD_AT } from '../../src/domain/notices/law-notices.ts'
import { LIMIT_NEAR_MS, SOON_MS } from '../../src/domain/notices/notice.ts'
import type { PushKind } from '../../src/domain/notices/push.ts'
import { IMPORT_NOTE } from '../../src/domain/renewals/renewal-lead.ts'
import { SAO_PAULO } from '../../src/domain/time/day-number.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../context/app-context.ts'
import { actingSql } from '../queries/acting.ts'
import { readSettings } from '../queries/settings.ts'
import { queueNotices } from './queue.ts'

type DueContext = Pick<AppContext, 'store' | 'now'>

/** A query of user_id, lead_uid, due_at and expires_at. */
type Due = RawBuilder<unknown>

/**
 * A scheduling is notified SOON_MS before its time. After a pause of the server, it is still notified up to SOON_MS
 * after it.
 */
function dueSchedules(nowMs: number): Due {
  const [from, until] = [nowMs - SOON_MS, nowMs + SOON_MS].map((ms) => new Date(ms).toISOString())
  return sql`
    select w.user_id, uid as lead_uid, scheduling_date as due_at,
      scheduling_date + ${SOON_MS / 1000} * interval '1 second' as expires_at
    from leads
    cross join lateral ${actingSql(sql`leads.broker_id`)} w
    where scheduling_status = 0
      and scheduling_date > ${from}
      and scheduling_date <= ${until}
      and scheduling_description is distinct from ${IMPORT_NOTE}
      and state <> 3
      and not cancelled`
}

/**
 * A limit is notified LIMIT_NEAR_MS before, and again when it is reached. After a pause of the server, each is still
 * notified up to LIMIT_NEAR_MS later. It counts from the scheduling that `personalScheduling` names, else from the
 * lead's creation: docs/rules.md#schedulings
 */
function dueRenewals(nowMs: number, limitHours: number): Due {
  const [before, now] = [nowMs - LIMIT_NEAR_MS, nowMs].map((ms) => new Date(ms).toISOString())
  return sql`
    select w.user_id, uid as lead_uid, due_at,
      due_at + ${LIMIT_NEAR_MS / 1000} * interval '1 second' as expires_at
    from (
      select l.broker_id, l.uid, l.limit_at - step * interval '1 second' as due_at
      from (
        select broker_id, uid,
          case
            when scheduling_date is null or (scheduling_status = 1 and scheduling_description = ${CAPTURE_NOTE})
              then create_lead_date
            else scheduling_date
          end + ${(limitHours * HOUR_MS) / 1000} * interval '1 second' as limit_at
        from leads
        where state = 1
          and not cancelled
          and not suspended_lead
          and broker_id is not null
          and channel_id = any(${[...RENEWAL_CHANNELS]}::int[])
      ) l
      cross join unnest(${[0, LIMIT_NEAR_MS / 1000]}::int[]) step
    ) d
    cross join lateral ${actingSql(sql`d.broker_id`)} w
    where due_at > ${before}
      and due_at <= ${now}`
}

/**
 * Limits of the law are notified on the morning of their half and of their eve, as the bell does (`lawNotices`). After a
 * pause of the server, each is still notified for a day.
 */
function dueObligations(nowMs: number): Due {
  const [before, now] = [nowMs - DAY_MS, nowMs].map((ms) => new Date(ms).toISOString())
  const [yesterday, today] = [nowMs - DAY_MS, nowMs].map(saoPauloDay)
  return sql`
    select w.user_id, lead_uid, due_at, due_at + interval '1 day' as expires_at
    from (
      select l.broker_id, o.lead_uid, (step.day + ${TOLD_AT}::time) at time zone ${SAO_PAULO} as due_at
      from obligations o
      join leads l on l.uid = o.lead_uid
      cross join lateral (values (o.half_day), (o.eve_day)) step (day)
      where o.outcome is null
        -- Each by its index: else all that run would be joined every minute.
        and (o.half_day between ${yesterday}::date and ${today}::date
          or o.eve_day between ${yesterday}::date and ${today}::date)
        and l.broker_id is not null
        and not l.cancelled
    ) d
    cross join lateral ${actingSql(sql`d.broker_id`)} w
    where due_at > ${before}
      and due_at <= ${now}`
}

/** The claim and the notices are one transaction: of two processes one makes them. */
async function queueDue(
  { store: { db } }: DueContext,
  kind: PushKind,
  due: Due,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ userId: number; leadUid: string; expiresAt: string }>`
      with due as (
        select d.*
        from (${due}) d
        where exists (select 1 from push_subscriptions s where s.user_id = d.user_id)
      ),
      claimed as (
        insert into push_marks (lead_uid, kind, due_at)
        select lead_uid, ${kind}, due_at from due
        on conflict do nothing
        returning lead_uid, due_at
      )
      select user_id as "userId", lead_uid as "leadUid", max(expires_at) as "expiresAt"
      from due
      join claimed using (lead_uid, due_at)
      group by user_id, lead_uid`.execute(tx)
    await queueNotices(
      tx,
      rows.map((row) => ({ ...row, kind })),
      nowMs,
    )
  })
}

async function isAnyoneTold({ store: { db } }: DueContext): Promise<boolean> {
  const found = db.selectFrom('push_subscriptions').select('session_id').limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Queues the notices that are due now, each once. */
export async function queueDueNotices(context: DueContext): Promise<void> {
  const nowMs = context.now()
  if (!(await isAnyoneTold(context))) return
  const { time_to_capture_on_time_renovation: limitHours } = await readSettings(context.store.db)
  await queueDue(context, 'schedule', dueSchedules(nowMs), nowMs)
  await queueDue(context, 'law', dueObligations(nowMs), nowMs)
  await queueDue(context, 'renewal', dueRenewals(nowMs, limitHours), nowMs)
}

/** Longer than the time in which a late notice may still be sent. */
const KEEP_CLAIMS_MS = 7 * DAY_MS

/** Deletes claims that no longer prevent anything, and notices that have expired. */
export async function prunePush({ store: { db }, now }: DueContext): Promise<void> {
  const before = new Date(now() - KEEP_CLAIMS_MS).toISOString()
  await db.deleteFrom('push_marks').where('due_at', '<', before).execute()
  await db.deleteFrom('push_messages').where('expires_at', '<', before).execute()
}
