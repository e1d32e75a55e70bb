/**
 * A password that is tried against the keyring of this device. Each try is counted before it is made, so that ending the
 * page in the middle forgives none. docs/rules.md#protected-devices
 */

import type { Keyring } from '../../db/keyring/keyring.ts'
import type { Bytes } from '../../db/keyring/wraps.ts'
import { type DeviceDb, thisDevice } from '../../db/session/device-session.ts'
import { triesSeenAt, type UnlockTries, unlockWaitMs } from '../../domain/session/unlock-tries.ts'
import { deriveArgon2 } from '../../workers/argon2-bridge.ts'
import { openByPassword } from './open-keyring.ts'

type PasswordTry =
  | { readonly kind: 'open'; readonly dataKey: Bytes }
  /** `seconds` until the next try; 0: none. */
  | { readonly kind: 'wrong'; readonly seconds: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const secondsOf = (tries: UnlockTries | undefined, nowMs: number): number =>
  Math.ceil(unlockWaitMs(tries, nowMs) / 1000)

/** Seconds until the user's next try; 0: none. The wait of a clock that was set back begins anew. */
export async function passwordWait(
  userId: number,
  nowMs: number,
  device: DeviceDb = thisDevice(),
): Promise<number> {
  let tries: UnlockTries | undefined
  await device.sealed
    .where('userId')
    .equals(userId)
    .modify((session) => {
      const kept = session.tries
      if (kept === undefined) return false
      const seen = triesSeenAt(kept, nowMs)
      tries = seen
      if (seen === kept) return false
      session.tries = seen
      return undefined
    })
  return secondsOf(tries, nowMs)
}

/** Counts a try, unless it has to wait. Resolves with the seconds of the wait; 0: the try may be made. */
export async function countTry(
  userId: number,
  nowMs: number,
  device: DeviceDb = thisDevice(),
): Promise<number> {
  let wait = 0
  await device.sealed
    .where('userId')
    .equals(userId)
    .modify((session) => {
      const before = session.tries === undefined ? undefined : triesSeenAt(session.tries, nowMs)
      wait = secondsOf(before, nowMs)
      session.tries =
        wait > 0 && before !== undefined ? before : { wrong: (before?.wrong ?? 0) + 1, at: nowMs }
    })
  return wait
}

/** The right password, or another proof of the user, ends the count. */
export async function forgiveTries(userId: number, device: DeviceDb = thisDevice()): Promise<void> {
  await device.sealed
    .where('userId')
    .equals(userId)
    .modify((session) => {
      if (session.tries === undefined) return false
      delete session.tries
      return undefined
    })
}

/** Tries the password against the keyring. */
export async function tryPassword(keyring: Keyring, password: string): Promise<PasswordTry> {
  const { userId } = keyring
  const seconds = await countTry(userId, Date.now())
  if (seconds > 0) return { kind: 'wait', seconds }
  const dataKey = await openByPassword(keyring, password, deriveArgon2)
  if (dataKey === null) return { kind: 'wrong', seconds: await passwordWait(userId, Date.now()) }
  await forgiveTries(userId)
  return { kind: 'open', dataKey }
}
