/** What a locked device may show of its users: first names, and how many changes wait. It opens no sealed value. */
import Dexie from 'dexie'
import { SEALED_PUSH, sealedPushFrom } from '../../db/outbox/sealed-push-record.ts'
import { mirrorName } from '../../db/sealing/mirror-name.ts'
import { sealedSessions } from '../../db/session/device-session.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { forgetUser } from './forget-user.ts'
import { type Ways, waysOf } from './unlock.ts'

export interface LockedUser {
  readonly userId: number
  readonly firstName: string
  /** Changes that are not sent yet. Those that went sealed are, although their answers are learnt at the unlock. */
  readonly waiting: number
  readonly ways: Ways
}

interface Waiting {
  readonly unsent: number
  readonly unanswered: number
}

const NONE: Waiting = { unsent: 0, unanswered: 0 }

async function waitingOf(userId: number): Promise<Waiting> {
  const name = mirrorName(userId, true)
  if (!(await Dexie.exists(name))) return NONE
  // In the version that it has: this reading upgrades nothing, and counts keys alone.
  const db = new Dexie(name)
  try {
    await db.open()
    const unanswered = await db.table('outbox').count()
    const sealed = sealedPushFrom((await db.table('meta').get(SEALED_PUSH))?.value)
    if (sealed?.sent !== true) return { unsent: unanswered, unanswered }
    const sent = await db.table('outbox').where('key').anyOf(sealed.keys).count()
    return { unsent: unanswered - sent, unanswered }
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
    if (waiting?.unanswered === 0 && nowMs - usedAt > KEPT_FOR_MS) await forgetUser(userId)
    else users.push({ userId, firstName, waiting: waiting?.unsent ?? 0, ways: await waysOf(userId) })
  }
  return users
}
