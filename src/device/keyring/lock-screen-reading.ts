/** What a locked device may show of its users: first names, and how many changes wait. It opens no sealed value. */
import Dexie from 'dexie'
import { DAY_MS } from '../../domain/time/durations.ts'
import { mirrorName } from '../../store/sealing/mirror-name.ts'
import { sealedSessions } from '../../store/session/device-session.ts'
import { forgetUser } from './forget-user.ts'
import { type Ways, waysOf } from './unlock.ts'

export interface LockedUser {
  readonly userId: number
  readonly firstName: string
  /** Changes that are not sent yet. */
  readonly waiting: number
  readonly ways: Ways
}

async function waitingOf(userId: number): Promise<number> {
  const name = mirrorName(userId, true)
  if (!(await Dexie.exists(name))) return 0
  // In the version that it has: this reading upgrades nothing, and counts keys alone.
  const db = new Dexie(name)
  try {
    await db.open()
    return await db.table('outbox').count()
  } finally {
    db.close()
  }
}

/** A user who was not here for so long is removed from the device, unless changes wait. */
const KEPT_FOR_MS = 30 * DAY_MS

/** The last user to unlock the device comes first. */
export async function readLockScreen(nowMs: number): Promise<readonly LockedUser[]> {
  const users: LockedUser[] = []
  for (const { userId, firstName, usedAt } of await sealedSessions()) {
    // A store that does not open may hold work: its user stays.
    const waiting = await waitingOf(userId).catch(() => null)
    if (waiting === 0 && nowMs - usedAt > KEPT_FOR_MS) await forgetUser(userId)
    else users.push({ userId, firstName, waiting: waiting ?? 0, ways: await waysOf(userId) })
  }
  return users
}
