/**
 * 'Apagar este aparelho'. The request ends the device's sessions and forgets the server's half of its key at once. The
 * device proves who it is by the token of an ended session, which opens nothing else any more, or where it is locked by its
 * secret. docs/rules.md#erasing-a-device
 */
import { sql } from 'kysely'
import type { DeviceEntry, EraseOrder } from '../../src/contract/devices.ts'
import { mayManageRole } from '../../src/domain/permissions/managed-users.ts'
import { lossWords, waitingCount } from '../../src/domain/session/device.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { forbidden, notFound, Refusal } from '../context/refusal.ts'
import { forgetHalf } from '../device-keys/device-keys.ts'
import { audit } from '../records/audit.ts'
import { noteEndings, type Session } from '../session/tokens.ts'
import { seenDevices } from './devices.ts'

interface Asked {
  readonly id: string
  /** The caller knows that waiting work is lost. */
  readonly losesWaiting: boolean
}

/**
 * Orders the erasure and ends the device's sessions. Asked again it changes nothing. Throws Refusal `not_found` or `forbidden` for a
 * device that is not the caller's to erase, and `rule` where work waits and the caller did not say that it is lost.
 */
export async function orderErasure(
  context: AppContext,
  session: Session,
  { id, losesWaiting }: Asked,
): Promise<DeviceEntry> {
  const [device] = await seenDevices(context, session, id)
  if (device === undefined) throw notFound()
  const { user: owner } = device
  if (owner.id !== session.user.id && !mayManageRole(session.user, owner.role_id)) throw forbidden()
  const waiting = waitingCount(device) ?? 0
  if (waiting > 0 && !losesWaiting) throw new Refusal('rule', lossWords(device))
  const now = new Date(context.now()).toISOString()
  const ended = await context.store.db.transaction().execute(async (tx) => {
    const ordered = await tx
      .updateTable('devices')
      .set({ erase_requested_at: now, erase_requested_by: session.user.id })
      .where('id', '=', id)
      .where('erase_requested_at', 'is', null)
      .returning(['user_id', 'device_id'])
      .executeTakeFirst()
    if (ordered === undefined) return []
    await audit(tx, {
      user: session.user,
      action: 'erase_device',
      entity: 'devices',
      id,
      before: null,
      after: { user_id: owner.id, device_name: device.device_name, waiting_changes: device.waiting_changes },
    })
    await forgetHalf(tx, { userId: ordered.user_id, deviceId: ordered.device_id })
    return tx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', ordered.user_id)
      .where('device_id', '=', ordered.device_id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  })
  noteEndings(context, owner.id, ended, 'device erased')
  const [after] = await seenDevices(context, session, id)
  return after ?? device
}

type Stage = 'asks' | 'received' | 'erased'

/** By what a device proves which one it is. */
export type EraseProof = { readonly token: string } | { readonly userId: number; readonly secret: string }

/**
 * Returns the order for the device of this token, live or ended, or of this secret, and notes how far the device is. null
 * where nothing is to be erased, or the proof is unknown.
 */
export async function eraseOrder(
  { store, now }: AppContext,
  proof: EraseProof,
  stage: Stage,
): Promise<EraseOrder | null> {
  const at = new Date(now()).toISOString()
  const proved =
    'token' in proof
      ? sql`(select user_id, device_id from sessions where token_hash = ${secretHash(proof.token)})`
      : sql`(select user_id, device_id from device_keys
          where user_id = ${proof.userId} and secret_hash = ${secretHash(proof.secret)})`
  const received = stage === 'asks' ? sql`d.erase_received_at` : sql`coalesce(d.erase_received_at, ${at})`
  const confirmed =
    stage === 'erased' ? sql`coalesce(d.erase_confirmed_at, ${at})` : sql`d.erase_confirmed_at`
  const { rows } = await sql<{ user_id: number; by: string | null }>`
    update devices d
    set erase_received_at = ${received}, erase_confirmed_at = ${confirmed},
      waiting_changes = case when ${stage === 'erased'} then 0 else d.waiting_changes end,
      waiting_files = case when ${stage === 'erased'} then 0 else d.waiting_files end,
      waiting_since = case when ${stage === 'erased'} then null else d.waiting_since end
    from ${proved} s
    where s.user_id = d.user_id and s.device_id = d.device_id
      and d.erase_requested_at is not null and d.erase_confirmed_at is null
    returning d.user_id, (select name from users where id = d.erase_requested_by) as by`.execute(store.db)
  const [row] = rows
  return row === undefined ? null : { user_id: row.user_id, by: row.by }
}
