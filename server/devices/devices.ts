/** The devices of the users, and what each reported last: docs/rules.md#devices */
import { sql } from 'kysely'
import { z } from 'zod'
import { type DeviceEntry, deviceEntrySchema } from '../../src/contract/devices.ts'
import { mayRun } from '../../src/domain/permissions/actions.ts'
import { keysOf } from '../../src/domain/record/parts.ts'
import { DEVICE_REPORT_FIELDS, type DeviceReport } from '../../src/domain/session/device.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Session } from '../session/tokens.ts'

/** A device without a session is listed and kept for so long after its last contact. */
const KEPT_DAYS = 90

/** Stores what the device of the session reports. A session without a device reports nothing. */
export async function storeReport(
  context: AppContext,
  { user, deviceId }: Session,
  report: DeviceReport,
): Promise<void> {
  if (deviceId === null) return
  const row = { ...report, reported_at: new Date(context.now()).toISOString() }
  await context.store.db
    .insertInto('devices')
    .values({ user_id: user.id, device_id: deviceId, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet(row))
    .execute()
}

/** The devices that the user of the session may see, or one of them. The latest in contact first. */
export async function seenDevices(
  context: AppContext,
  session: Session,
  id: string | null = null,
): Promise<DeviceEntry[]> {
  const nowMs = context.now()
  const now = new Date(nowMs).toISOString()
  const shownSince = new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString()
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', d.id,
      'user', json_build_object(
        'id', u.id, 'name', u.name,
        'role_id', (select role_id from user_roles where user_id = u.id order by place limit 1),
        'partners', coalesce(
          (select json_agg(partner_id order by partner_id) from user_partners where user_id = u.id), '[]'),
        'all_partners', u.active_all_dealerships),
      'device_name', s.name,
      ${sql.join(keysOf(DEVICE_REPORT_FIELDS).map((name) => sql`${sql.lit(name)}, ${sql.ref(`d.${name}`)}`))},
      'reported_at', d.reported_at,
      'last_contact_at', coalesce(s.seen, d.created_at),
      'signed_in', coalesce(s.live, false),
      'current', d.user_id = ${session.user.id} and d.device_id = ${session.deviceId ?? ''},
      'erase', case when d.erase_requested_at is not null then json_build_object(
        'state', case when d.erase_confirmed_at is not null then 'confirmed'
          when d.erase_received_at is not null then 'received' else 'requested' end,
        'requested_at', d.erase_requested_at, 'received_at', d.erase_received_at,
        'confirmed_at', d.erase_confirmed_at, 'by', b.name) end) as row
    from devices d
    join users u on u.id = d.user_id
    left join users b on b.id = d.erase_requested_by
    left join lateral (
      select max(last_seen_at) as seen,
        (array_agg(device_name order by last_seen_at desc))[1] as name,
        bool_or(revoked_at is null and expires_at > ${now}) as live
      from sessions where user_id = d.user_id and device_id = d.device_id) s on true
    where exists (select 1 from user_roles where user_id = u.id)
      and ${mayRun('devices.readAll', session.user) ? sql`true` : sql`d.user_id = ${session.user.id}`}
      and ${id === null ? sql`true` : sql`d.id = ${id}`}
      and (s.live or coalesce(s.seen, d.created_at) >= ${shownSince}
        or (d.erase_requested_at is not null and d.erase_confirmed_at is null))
    order by coalesce(s.seen, d.created_at) desc, d.id`.execute(context.store.db)
  return z.array(deviceEntrySchema).parse(rows.map(({ row }) => row))
}

/** Forgets devices that had no contact for 90 days, unless one is still to be erased. */
export async function pruneDevices(context: AppContext): Promise<void> {
  const before = new Date(context.now() - KEPT_DAYS * DAY_MS).toISOString()
  await sql`
    delete from devices d
    where d.created_at < ${before}
      and (d.erase_requested_at is null or d.erase_confirmed_at is not null)
      and not exists (
        select 1 from sessions s
        where s.user_id = d.user_id and s.device_id = d.device_id and s.last_seen_at >= ${before})`.execute(
    context.store.db,
  )
}
