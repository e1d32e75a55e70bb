/** What a locked device may show of its users: first names, and how many changes wait. It opens no sealed value. */
import Dexie from 'dexie'
import { mirrorName } from '../../store/schema/mirror.ts'
import { sealedSessions } from '../../store/session/device-session.ts'
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

/** The last user to unlock the device comes first. */
export async function readLockScreen(): Promise<readonly LockedUser[]> {
  const sessions = await sealedSessions()
  return Promise.all(
    sessions.map(async ({ userId, firstName }) => ({
      userId,
      firstName,
      waiting: await waitingOf(userId).catch(() => 0),
      ways: await waysOf(userId),
    })),
  )
}
