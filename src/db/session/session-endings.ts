/** Endings of sessions that were signed out on this device without the server's confirmation. */

import { endingText } from '../../domain/session/ending.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import type { SessionEnding } from '../schema/records.ts'
import { anyHeldKeys } from '../sealing/held-keys.ts'
import { type DeviceDb, dropCurrent, thisDevice } from './device-session.ts'

/** The server deletes a session this long after its end, and no session lasts longer without a sign-in. */
const KEPT_FOR_MS = 90 * DAY_MS

/**
 * Returns the proof that ends a session without its token: 64 hexadecimal digits.
 * Throws outside a secure origin, which has no `crypto.subtle`.
 */
export async function endingProof(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endingText(token)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function keepEnding(ending: SessionEnding, device: DeviceDb = thisDevice()): Promise<void> {
  await device.endings.put(ending)
}

/** Replaces the session by its ending in one transaction, so that a loss of power leaves one of them. */
export function leaveSession(ending: SessionEnding, device: DeviceDb = thisDevice()): Promise<void> {
  const keys = anyHeldKeys()
  return device.transaction('rw', device.session, device.sealed, device.endings, async () => {
    await device.endings.put(ending)
    await dropCurrent(device, keys)
  })
}

interface Delivery {
  /** Sends an ending, after it has erased what is to be erased. Resolves to whether the server has answered. */
  readonly tell: (ending: SessionEnding) => Promise<boolean>
  readonly nowMs: number
  readonly device?: DeviceDb
}

/** Sends each ending, and deletes those that were answered or are too old. Resolves to the number that remain. */
export async function deliverEndings({ tell, nowMs, device = thisDevice() }: Delivery): Promise<number> {
  for (const ending of await device.endings.toArray())
    if (nowMs - ending.since > KEPT_FOR_MS || (await tell(ending))) await device.endings.delete(ending.proof)
  return device.endings.count()
}
