/** A sign-in on a device: docs/rules.md#erasing-a-device */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

interface UserDevice {
  readonly userId: number
  readonly deviceId: string
}

/**
 * Notes that the user signs in on the device. An order to erase it that was carried out is over with it: the store is a
 * new one. Returns whether an order is still to be carried out, which ends the new session at once.
 */
export async function noteSignIn(
  tx: Tx,
  { userId, deviceId }: UserDevice,
): Promise<'usable' | 'to be erased'> {
  const { rows } = await sql<{ pending: boolean }>`
    insert into devices as d (user_id, device_id) values (${userId}, ${deviceId})
    on conflict (user_id, device_id) do update set
      erase_requested_at = case when d.erase_confirmed_at is null then d.erase_requested_at end,
      erase_requested_by = case when d.erase_confirmed_at is null then d.erase_requested_by end,
      erase_received_at = case when d.erase_confirmed_at is null then d.erase_received_at end,
      erase_confirmed_at = null
    returning erase_requested_at is not null as pending`.execute(tx)
  return rows[0]?.pending === true ? 'to be erased' : 'usable'
}
