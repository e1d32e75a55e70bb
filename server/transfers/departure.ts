/** 'Camila saiu': what hangs on a user, and giving it to others. docs/rules.md#departures */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Departure, Hanging } from '../../src/contract/transfers.ts'
import { roleIdSchema } from '../../src/domain/session/session-user.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit, rowForAudit } from '../records/audit.ts'
import { otherActiveRule } from '../records/lead-rules.ts'
import { planTransfer, readChosen, requireOther } from './plan-transfer.ts'
import { planMoves } from './planned-moves.ts'
import { storeTransfer, undoUntil } from './transfer.ts'
import { beginTransfer, type PlannedLead } from './write-transfer.ts'

/** Open leads of the broker. */
const openOf = (userId: number) => sql`(l.broker_id = ${userId} and l.state in (1, 2) and not l.cancelled)`

/** What devices show in the queue for at least that long. */
const RETURNED_DAYS = 30

/** Returns what hangs on the user. Of devices the server knows only what reached it. */
export async function hangingOn(db: Reader, userId: number, nowMs: number): Promise<Hanging> {
  const now = new Date(nowMs).toISOString()
  const leads = await sql<{ status: number; total: number; schedules: number }>`
    select l.status, count(*)::int as total, (count(*) filter (where l.scheduling_status = 0))::int as schedules
    from leads l
    where ${openOf(userId)}
    group by l.status
    order by l.status`.execute(db)
  const counts = await sql<{ rules: number; mailed_views: number; sessions: number; documents: number }>`
    select
      (select count(*)::int from lead_broker_config where broker_id = ${userId} and status = 1) as rules,
      (select count(*)::int from report_views v join report_mails m on m.view_id = v.id where v.user_id = ${userId})
        as mailed_views,
      (select count(*)::int from sessions
        where user_id = ${userId} and revoked_at is null and expires_at > ${now}) as sessions,
      (select count(*)::int from uploaded_files f
        where f.user_id = ${userId} and not exists (select 1 from lead_files a where a.id = f.uid)) as documents
  `.execute(db)
  const devices = await sql<Hanging['devices'][number]>`
    select
      (array_agg(s.device_name order by s.last_seen_at desc))[1] as name,
      max(s.last_seen_at) as last_seen_at,
      (select count(*)::int
        from command_log c
        where c.user_id = ${userId}
          and c.device_id = s.device_id
          and c.outcome in ('conflict', 'rejected')
          and c.received_at > ${now}::timestamptz - ${RETURNED_DAYS} * interval '1 day'
          and not exists (
            select 1
            from command_log d
            where d.user_id = c.user_id
              and d.device_id = c.device_id
              and d.outcome = 'applied'
              and d.received_at > c.received_at
              and coalesce(d.args ->> 'lead_uid', d.args ->> 'client_uid')
                = coalesce(c.args ->> 'lead_uid', c.args ->> 'client_uid'))) as returned
    from sessions s
    where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
    group by coalesce(s.device_id, s.id::text), s.device_id
    order by 2 desc`.execute(db)
  return {
    leads: leads.rows.map(({ status, total }) => ({ status, total })),
    schedules: leads.rows.reduce((sum, { schedules }) => sum + schedules, 0),
    rules: 0,
    mailed_views: 0,
    sessions: 0,
    documents: 0,
    ...counts.rows[0],
    devices: devices.rows.map((device) => ({
      ...device,
      last_seen_at: new Date(device.last_seen_at).toISOString(),
    })),
  }
}

/** What an undo gives back besides leads. */
export const leaverSchema = z.object({
  /** Of the user right after the departure: another one was changed since. */
  revision: z.string(),
  status: z.number(),
  role: roleIdSchema,
  channel_id: z.number(),
  technical_team_id: z.number().nullable(),
  rules: z.array(
    z.object({
      id: z.number(),
      broker_id: z.number(),
      status: z.number(),
      /** What the departure made of it: a rule that is another was changed since. */
      left: z.object({ broker_id: z.number(), status: z.number() }),
    }),
  ),
  mails: z.array(
    z.object({ view_id: z.string(), cadence: z.enum(['daily', 'weekly']), next_at: z.string() }),
  ),
})
export type Leaver = z.infer<typeof leaverSchema>

interface Leaving {
  readonly userId: number
  readonly actorId: number
  readonly nowMs: number
  /** What the user was, and is now. */
  readonly account: Pick<Leaver, 'revision' | 'status' | 'role' | 'channel_id' | 'technical_team_id'>
}

/**
 * The user's row is locked and changed already, so that the user is not chosen for leads any more. The leads are moved after
 * the commit (`planned-moves.ts`): `moved` of the answer is how many are on their way. Throws Refusal `rule`.
 */
export async function depart(tx: Tx, { uid, leads, rules, mailed_views }: Departure, leaving: Leaving) {
  const { userId, actorId, nowMs, account } = leaving
  const head = { uid, madeBy: actorId, nowMs, leaverId: userId }
  if (!(await beginTransfer(tx, head))) return null
  const chosen = await readChosen(tx, openOf(userId))
  const moves: PlannedLead[] = []
  // Shared out together, so that each status finds the loads that the one before left.
  const kinds = Map.groupBy(
    leads.filter(({ to }) => to.kind !== 'stay'),
    ({ to }) => JSON.stringify(to),
  )
  for (const [, [first, ...more]] of kinds) {
    if (first === undefined) continue
    const statuses = [first, ...more].map(({ status }) => status)
    const plan = await planTransfer(
      tx,
      chosen.filter(({ status }) => statuses.includes(status)),
      { to: first.to, except: userId },
    )
    moves.push(...plan.moves)
  }
  await planMoves(tx, uid, moves)
  const leaver: Leaver = {
    ...account,
    rules: await moveRules(tx, rules, leaving),
    mails: mailed_views === 'stop' ? await stopMails(tx, userId) : [],
  }
  const done = { uid, moved: moves.length, undo_until: undoUntil(nowMs) }
  await storeTransfer(tx, uid, { moved: moves.length, answer: done, leaver })
  await audit(tx, {
    user: { id: actorId },
    action: 'update',
    entity: 'lead_transfers',
    id: uid,
    before: null,
    after: { user_id: userId, moved: moves.length },
  })
  return done
}

async function moveRules(
  tx: Tx,
  to: Departure['rules'],
  { userId, actorId }: Leaving,
): Promise<Leaver['rules']> {
  if (to.kind === 'stay') return []
  if (to.kind === 'broker') await requireOther(tx, to.broker_id, userId)
  const rules = await tx
    .selectFrom('lead_broker_config')
    .select(['id', 'broker_id', 'status'])
    .where('broker_id', '=', userId)
    .where('status', '=', 1)
    .orderBy('id')
    .forUpdate()
    .execute()
  const change = to.kind === 'broker' ? { broker_id: to.broker_id } : { status: 0 }
  for (const { id } of rules) await changeRule(tx, { id, change, actorId })
  return rules.map(({ id, broker_id, status }) => ({
    id,
    broker_id,
    status,
    left: { broker_id, status, ...change },
  }))
}

/**
 * Gives rules back as they were. One that was changed since stays, and one whose leads another active rule has now:
 * with two active rules, neither assigns a broker.
 */
export async function returnRules(tx: Tx, rules: Leaver['rules'], actorId: number): Promise<void> {
  for (const { id, broker_id, status, left } of rules) {
    const rule = await tx
      .selectFrom('lead_broker_config')
      .select(['channel_id', 'partner_id', 'insurance_id'])
      .where('id', '=', id)
      .where('broker_id', '=', left.broker_id)
      .where('status', '=', left.status)
      .forUpdate()
      .executeTakeFirst()
    if (rule === undefined || (await otherActiveRule(tx, rule, id)) !== undefined) continue
    await changeRule(tx, { id, change: { broker_id, status }, actorId })
  }
}

/** Changes the rule, with its line in the audit. */
async function changeRule(
  tx: Tx,
  { id, change, actorId }: { id: number; change: { broker_id?: number; status?: number }; actorId: number },
): Promise<void> {
  const before = await rowForAudit(tx, 'lead_broker_config', id)
  await tx.updateTable('lead_broker_config').set(change).where('id', '=', id).execute()
  const after = await rowForAudit(tx, 'lead_broker_config', id)
  await audit(tx, {
    user: { id: actorId },
    action: 'update',
    entity: 'lead_broker_config',
    id,
    before,
    after,
  })
}

async function stopMails(tx: Tx, userId: number): Promise<Leaver['mails']> {
  const { rows } = await sql<Leaver['mails'][number]>`
    delete from report_mails
    where view_id in (select id from report_views where user_id = ${userId})
    returning view_id, cadence, next_at`.execute(tx)
  return rows.map((mail) => ({ ...mail, next_at: new Date(mail.next_at).toISOString() }))
}
