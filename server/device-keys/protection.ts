/** What a device learns about its protection when its user signs in: docs/rules.md#protected-devices */
import { sql } from 'kysely'
import { STAFF } from '../../src/domain/permissions/roles.ts'
import type { Protection } from '../../src/domain/session/protection.ts'
import type { AppContext } from '../app-context.ts'
import type { Reader } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'
import type { Holder } from './secrets.ts'

/**
 * True where the user `u` works on a shared tablet: the user is marked, or a dealership of a user who is not of the
 * brokerage. Brokers attend many dealerships from devices of their own, so only their own mark counts.
 */
export const WORKS_ON_SHARED_TABLET = sql<boolean>`(
  u.shared_tablet
  or not exists (select from user_roles r where r.user_id = u.id and r.role_id = any (${[...STAFF]}::int[]))
    and exists (
      select from partners p
      where p.shared_tablet and (
        u.active_all_dealerships
        or exists (select from user_partners up where up.user_id = u.id and up.partner_id = p.id))))`

interface Asked extends Holder {
  /** The sign-in was a full one: the half may leave. */
  readonly isFull: boolean
}

/**
 * Returns what the device needs to protect itself, or to open what it has. A half that another key sealed counts as none;
 * docs/operations.md#device-keys has how the operator learns of it.
 */
export async function protectionOf(
  context: AppContext,
  { userId, deviceId, isFull }: Asked,
): Promise<Protection> {
  const { db } = context.store
  const required = await mustProtect(db, userId)
  const { device_idle_minutes: idle_minutes } = await readSettings(db)
  const nothing = { required, server_half: null, idle_minutes, has_pin: false }
  if (!isFull || context.deviceSecrets === null) return nothing
  const row = await db
    .updateTable('device_keys')
    .set({ last_used_at: new Date(context.now()).toISOString() })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .returning(['sealed_half', 'pin_hash'])
    .executeTakeFirst()
  if (row === undefined || row.sealed_half === null) return nothing
  return {
    required,
    server_half: context.deviceSecrets.open(row.sealed_half, { userId, deviceId }),
    idle_minutes,
    has_pin: row.pin_hash !== null,
  }
}

async function mustProtect(db: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select ${WORKS_ON_SHARED_TABLET} as required from users u where u.id = ${userId}`.execute(db)
  return rows[0]?.required === true
}
