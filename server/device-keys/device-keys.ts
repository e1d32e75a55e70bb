/** The rows of protected devices: the sealed half, the device's secret, the PIN. docs/rules.md#protected-devices */
import { sql } from 'kysely'
import { MOST_WRONG_PINS } from '../../src/domain/session/protection.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import type { DeviceSecrets, Holder } from './secrets.ts'

const NOT_CONFIGURED =
  'Este servidor ainda não pode proteger aparelhos: falta a chave dos aparelhos. Fale com quem cuida dele.'
/** A queue that was left on a device stays readable for so long after its last use. */
const KEPT_DAYS = 365

/** Throws Refusal `unavailable` where the server has no key. */
export function secretsOf({ deviceSecrets }: Pick<AppContext, 'deviceSecrets'>): DeviceSecrets {
  if (deviceSecrets === null) throw notConfigured(NOT_CONFIGURED)
  return deviceSecrets
}

interface Given {
  readonly half: string
  readonly secret: string
}

/** Stores the half and the device's secret in place of earlier ones. A PIN belongs to the earlier half: it ends. */
export async function storeDeviceKeys(
  context: AppContext,
  tx: Tx,
  holder: Holder,
  given: Given,
): Promise<true> {
  const { seal, keyId } = secretsOf(context)
  const now = new Date(context.now()).toISOString()
  const row = {
    secret_hash: secretHash(given.secret),
    sealed_half: seal(given.half, holder),
    key_id: keyId,
    pin_hash: null,
    pin_failures: 0,
    made_at: now,
    last_used_at: now,
  }
  await tx
    .insertInto('device_keys')
    .values({ user_id: holder.userId, device_id: holder.deviceId, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet(row))
    .execute()
  return true
}

/** Returns null where there were none. */
export async function removeDeviceKeys(tx: Tx, { userId, deviceId }: Holder): Promise<true | null> {
  const { numDeletedRows } = await tx
    .deleteFrom('device_keys')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return numDeletedRows > 0n ? true : null
}

/**
 * Deletes the keys of the device whose session this proof ends, and which has destroyed its own part. After a later sign-in of
 * the user on that device they belong to that one, and stay.
 */
export async function removeKeysByProof({ store }: Pick<AppContext, 'store'>, proof: string): Promise<void> {
  await sql`
    delete from device_keys k using sessions s
    where s.ending_hash = ${secretHash(proof)} and k.user_id = s.user_id and k.device_id = s.device_id
      and not exists (
        select from sessions later
        where later.user_id = s.user_id and later.device_id = s.device_id
          and (later.created_at, later.id) > (s.created_at, s.id))`.execute(store.db)
}

/** Sets the PIN, or takes it away. Returns false where the device has no half that a PIN could open. */
export async function setPin(
  context: AppContext,
  tx: Tx,
  holder: Holder,
  proof: string | null,
): Promise<boolean> {
  const pin_hash = proof === null ? null : secretsOf(context).pinHash(proof, holder)
  const { numUpdatedRows } = await tx
    .updateTable('device_keys')
    .set({ pin_hash, pin_failures: 0 })
    .where('user_id', '=', holder.userId)
    .where('device_id', '=', holder.deviceId)
    .where('sealed_half', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the server keeps a half for the user's device. */
export async function isProtected(db: Reader, { userId, deviceId }: Holder): Promise<boolean> {
  const row = await db
    .selectFrom('device_keys')
    .select('device_id')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('sealed_half', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The device that has this secret of this user; null: none. */
export async function holderOf(
  { store }: AppContext,
  userId: number,
  secret: string,
): Promise<Holder | null> {
  const row = await store.db
    .selectFrom('device_keys')
    .select('device_id')
    .where('user_id', '=', userId)
    .where('secret_hash', '=', secretHash(secret))
    .executeTakeFirst()
  return row === undefined ? null : { userId, deviceId: row.device_id }
}

export type PinTry =
  | { readonly kind: 'open'; readonly half: string }
  | { readonly kind: 'wrong'; readonly left: number }
  /** No PIN opens the device: there is none, the account is inactive, or the session there was ended. */
  | { readonly kind: 'none' }

/**
 * One try at the PIN. It is compared and counted in one statement, so that tries at the same time wait for each other. The
 * last wrong one deletes the PIN's hash, and keeps the half.
 */
export async function tryPin(context: AppContext, holder: Holder, proof: string): Promise<PinTry> {
  const { open, pinHash } = secretsOf(context)
  const given = pinHash(proof, holder)
  const now = new Date(context.now()).toISOString()
  const { rows } = await sql<{ pin_failures: number; sealed_half: string }>`
    update device_keys k set
      pin_failures = case when pin_hash = ${given} then 0 else pin_failures + 1 end,
      pin_hash = case when pin_hash = ${given} or pin_failures + 1 < ${MOST_WRONG_PINS}::int then pin_hash end,
      last_used_at = ${now}
    where user_id = ${holder.userId} and device_id = ${holder.deviceId}
      and pin_hash is not null and sealed_half is not null
      and exists (
        select from users u
        where u.id = k.user_id and u.status = 1 and exists (select from user_roles where user_id = u.id))
      and (
        select revoked_at is null from sessions s
        where s.user_id = k.user_id and s.device_id = k.device_id
        order by s.created_at desc, s.id desc limit 1)
    returning pin_failures, sealed_half`.execute(context.store.db)
  const [row] = rows
  if (row === undefined) return { kind: 'none' }
  if (row.pin_failures > 0) return { kind: 'wrong', left: MOST_WRONG_PINS - row.pin_failures }
  const half = open(row.sealed_half, holder)
  return half === null ? { kind: 'none' } : { kind: 'open', half }
}

/** The device is to be erased: nothing opens its store any more. Its secret stays, by which it asks for the order. */
export async function forgetHalf(tx: Tx, { userId, deviceId }: Holder): Promise<void> {
  await tx
    .updateTable('device_keys')
    .set({ sealed_half: null, pin_hash: null })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** With a new password every device asks for it again, but the one of the session that changed it. */
export async function endPins(db: Reader, userId: number, keptSession: string | null): Promise<void> {
  await sql`
    update device_keys set pin_hash = null
    where user_id = ${userId}
      and device_id is distinct from (select device_id from sessions where id = ${keptSession}::uuid)`.execute(
    db,
  )
}

export async function pruneDeviceKeys({ store, now }: AppContext): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * DAY_MS).toISOString()
  await store.db.deleteFrom('device_keys').where('last_used_at', '<', before).execute()
}
