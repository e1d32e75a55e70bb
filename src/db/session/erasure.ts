/** How far the erasure of this device is, so that a start after a killed browser continues it. */
import type { DeviceSession } from '../schema/records.ts'
import { changeSession, type DeviceDb, thisDevice } from './device-session.ts'
import { endingProof } from './session-endings.ts'

/** Records the order before anything is deleted. From now on no screen shows data. */
export function noteErasure(token: string, by: string | null, device?: DeviceDb): Promise<void> {
  return changeSession(
    token,
    (session) => {
      session.expired = true
      session.revoked = true
      session.erase = { by }
    },
    device,
  )
}

/** The part of a session that an erasure needs. A refused sign-in has no more. */
export type ErasedSession = Pick<DeviceSession, 'token'> & { readonly userId: number }

/**
 * Replaces the session by the record of its erasure, in one transaction. Resolves to the record's key. A session of
 * another token stays.
 */
export async function beginErasure(
  { token, userId }: ErasedSession,
  sinceMs: number,
  device: DeviceDb = thisDevice(),
): Promise<string> {
  const proof = await endingProof(token)
  await device.transaction('rw', device.session, device.sealed, device.endings, async () => {
    await device.endings.put({ proof, since: sinceMs, erase: { token, userId, done: false } })
    const current = await device.session.get('current')
    if (current?.token === token) await device.session.delete('current')
    // Of whichever token: all of this user's data go.
    await device.sealed.delete(userId)
  })
  return proof
}

/** The user's data are gone. What remains is the server's confirmation. */
export async function endErasure(proof: string, device: DeviceDb = thisDevice()): Promise<void> {
  await device.endings
    .where('proof')
    .equals(proof)
    .modify((ending) => {
      if (ending.erase !== undefined) ending.erase.done = true
    })
}
