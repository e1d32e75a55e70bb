/** What a device learns about its protection when its user signs in: docs/rules.md#protected-devices */
import { sql } from 'kysely'
import { STAFF } from '../../src/domain/permissions/roles.ts'
import { SHORTEST_PASSWORD, SHORTEST_PROTECTED_PASSWORD } from '../../src/domain/session/password.ts'
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
  const nothing = { required, server_half: null, idle_minutes, has_pin: false, sealing_key: null }
  if (context.deviceSecrets === null) return nothing
  const { open, pushes } = context.deviceSecrets
  const empty = { ...nothing, sealing_key: pushes.publicKey }
  if (!isFull) return empty
  const row = await db
    .updateTable('device_keys')
    .set({ last_used_at: new Date(context.now()).toISOString() })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .returning(['sealed_half', 'pin_hash'])
    .executeTakeFirst()
  if (row === undefined || row.sealed_half === null) return empty
  return {
    ...empty,
    server_half: open(row.sealed_half, { userId, deviceId }),
    has_pin: row.pin_hash !== null,
  }
}

async function mustProtect(db: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select ${WORKS_ON_SHARED_TABLET} as required from users u where u.id = ${userId}`.execute(db)
  return rows[0]?.required === true
}

/** The fewest characters of a new password of this user: more where a device is protected, or must be. */
export async function shortestPasswordOf(db: Reader, userId: number): Promise<number> {
  const { rows } = await sql<{ is_protected: boolean }>`
    select ${WORKS_ON_SHARED_TABLET} or exists (
      select from device_keys k where k.user_id = u.id and k.sealed_half is not null) as is_protected
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]?.is_protected === true ? SHORTEST_PROTECTED_PASSWORD : SHORTEST_PASSWORD
}
