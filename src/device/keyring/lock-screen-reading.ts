/** What a locked device may show of its users: first names, and how many changes wait. It opens no sealed value. */
import { readDeviceWaiting, waitingTogether } from '../../db/outbox/device-waiting.ts'
import { NOTHING_WAITS, type Waiting } from '../../db/outbox/waiting.ts'
import { sealedSessions } from '../../db/session/device-session.ts'
import { deleteDatabasesOf } from '../../db/session/locked-erasures.ts'
import { hasKeptDrafts } from '../../db/session/waiting-work.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { destroyKeyring } from './give-up-keyring.ts'
import { type Ways, waysOf } from './unlock.ts'

export interface LockedUser {
  readonly userId: number
  readonly firstName: string
  /** What is not sent yet. What went sealed is, although its answers are learnt at the unlock. */
  readonly waiting: Waiting
  readonly ways: Ways
}

export interface LockScreenReading {
  /** The last user to unlock the device comes first. */
  readonly users: readonly LockedUser[]
  /** Of people who signed out here and kept it. */
  readonly others: { readonly pending: number; readonly problems: number; readonly drafts: boolean }
}

/** A user who was not here for so long is removed from the device, unless changes wait. */
const KEPT_FOR_MS = 30 * DAY_MS

export async function readLockScreen(nowMs: number): Promise<LockScreenReading> {
  const queues = new Map(await readDeviceWaiting(window.localStorage))
  const users: LockedUser[] = []
  for (const { userId, firstName, usedAt } of await sealedSessions()) {
    // A store that does not open may hold work: its user stays.
    const queue = queues.has(userId) ? queues.get(userId) : { waiting: NOTHING_WAITS, unanswered: 0 }
    queues.delete(userId)
    if (queue?.unanswered === 0 && nowMs - usedAt > KEPT_FOR_MS) await forgetUser(userId)
    else
      users.push({ userId, firstName, waiting: queue?.waiting ?? NOTHING_WAITS, ways: await waysOf(userId) })
  }
  const drafts = hasKeptDrafts(window.localStorage, nowMs)
  return { users, others: { ...waitingTogether(queues.values()), drafts } }
}

/** Removes a protected user from this device while it is locked: keyring, databases, session, in this order. */
async function forgetUser(userId: number): Promise<void> {
  await destroyKeyring(userId)
  await deleteDatabasesOf(userId)
}
