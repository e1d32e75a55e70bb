/** Sessions that were signed out on this device without the server's word: what becomes of their endings. */

import { endingText } from '../../domain/session/ending.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import type { SessionEnding } from '../mirror/schema.ts'
import { type DeviceDb, thisDevice } from './device-session.ts'

/** The server forgets a session that long after its end, and none lasts longer without a sign-in. */
const KEPT_FOR_MS = 90 * DAY_MS

/**
 * The proof with which this device ends a session when it no longer has the token: 64 hexadecimal digits. Needs a secure
 * origin, as the app's locks do.
 */
export async function endingProof(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endingText(token)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function keepEnding(ending: SessionEnding, device: DeviceDb = thisDevice()): Promise<void> {
  await device.endings.put(ending)
}

/** Nobody is signed in any more; the ending stands in the session's place, whenever the device loses its power. */
export function leaveSession(ending: SessionEnding, device: DeviceDb = thisDevice()): Promise<void> {
  return device.transaction('rw', device.session, device.endings, async () => {
    await device.endings.put(ending)
    await device.session.delete('current')
  })
}

interface Delivery {
  /** Resolves whether the server has answered. */
  readonly tell: (proof: string) => Promise<boolean>
  readonly nowMs: number
  readonly device?: DeviceDb
}

/** Tells the server about each ending and drops what it answered, or what is too old. Resolves how many still wait. */
export async function deliverEndings({ tell, nowMs, device = thisDevice() }: Delivery): Promise<number> {
  for (const { proof, since } of await device.endings.toArray())
    if (nowMs - since > KEPT_FOR_MS || (await tell(proof))) await device.endings.delete(proof)
  return device.endings.count()
}
