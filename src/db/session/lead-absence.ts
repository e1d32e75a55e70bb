/** Why this device has no lead of a uid that it had, or that an address names. */
import { firstPull } from '../mirror/pull-state.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { readSession } from './device-session.ts'

export type LeadAbsence =
  /** Another user has it, or it has left the period. */
  | 'gone'
  /** The server ended the session on purpose, and all leads have left the device. */
  | 'ended'
  /** The first pull of the session has not ended. */
  | 'arriving'

export async function leadAbsence(db: MirrorDb): Promise<LeadAbsence> {
  const session = await readSession(db.device)
  if (session?.revoked === true) return 'ended'
  return (await firstPull(db)) === null ? 'gone' : 'arriving'
}
