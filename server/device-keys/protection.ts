/** What a device learns about its protection when its user signs in: docs/rules.md#protected-devices */
import type { Protection } from '../../src/domain/session/protection.ts'
import type { AppContext } from '../context/app-context.ts'
import { readSettings } from '../queries/settings.ts'
import type { Holder } from './secrets.ts'
import { mustProtect } from './shared-tablets.ts'

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
