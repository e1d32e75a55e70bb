/** Devices that are not asked for the second factor for a while, each by a secret of its own: docs/rules.md#second-factor */
import { randomBytes } from 'node:crypto'
import { REMEMBERED_MS } from '../../src/domain/session/second-factor.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Reader } from '../queries/lead-row.ts'

/** Returns the secret that the device keeps. An earlier one of the same user and device ends. */
export async function rememberDevice(
  { store, now }: AppContext,
  userId: number,
  deviceId: string,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await store.db
    .deleteFrom('remembered_devices')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([where('device_id', '=', deviceId), where('expires_at', '<=', new Date(now()).toISOString())]),
    )
    .execute()
  await store.db
    .insertInto('remembered_devices')
    .values({
      secret_hash: secretHash(secret),
      user_id: userId,
      device_id: deviceId,
      expires_at: new Date(now() + REMEMBERED_MS).toISOString(),
    })
    .execute()
  return secret
}

/** Whether one of the secrets is the user's, of this device. */
export async function isRemembered(
  { store, now }: AppContext,
  { userId, deviceId, secrets }: { userId: number; deviceId: string | null; secrets: readonly string[] },
): Promise<boolean> {
  if (secrets.length === 0 || deviceId === null) return false
  const found = await store.db
    .selectFrom('remembered_devices')
    .select('user_id')
    .where('secret_hash', 'in', secrets.map(secretHash))
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', new Date(now()).toISOString())
    .executeTakeFirst()
  return found !== undefined
}

/** The user is asked again: on the device of this session, or on all devices. */
export async function forgetDevices(
  db: Reader,
  userId: number,
  sessionId: string | null = null,
): Promise<void> {
  await db
    .deleteFrom('remembered_devices')
    .where('user_id', '=', userId)
    .$if(sessionId !== null, (devices) =>
      devices.where('device_id', 'in', (of) =>
        of
          .selectFrom('sessions')
          .select((select) => select.ref('device_id').$notNull().as('device_id'))
          .where('id', '=', sessionId ?? '')
          .where('device_id', 'is not', null),
      ),
    )
    .execute()
}

/** How many devices of the user are not asked now. */
export async function countRememberedDevices({ store, now }: AppContext, userId: number): Promise<number> {
  const { count } = await store.db
    .selectFrom('remembered_devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now()).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}
