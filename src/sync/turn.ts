/**
 * One writer per user and device: several tabs want to run the engine, and whoever holds the lock does. Who waits asks the
 * holder now and then whether it lives. A page that the browser suspended, with the lock in its hands, does not answer, and
 * is robbed of it; what it still wants to write when it wakes up is refused (`src/db/access/writer.ts`).
 */
import { type LockTalk, lockTalk, syncLockName } from '../db/access/sync-lock.ts'
import { Robbed } from '../db/access/writer.ts'
import type { Clock } from './ports.ts'

type LockOptions = { readonly signal: AbortSignal } | { readonly steal: true }

/** What of `navigator.locks` is used. */
export interface Locks {
  request(name: string, options: LockOptions, act: () => Promise<void>): Promise<unknown>
}

export interface TurnDeps {
  readonly locks: Locks
  readonly clock: Clock
  readonly talk?: LockTalk
  /** The holder does not answer: the lock is about to be taken from it. */
  readonly onSilence?: () => void
}

const ASK_EVERY_MS = 2000
/** Ten seconds. */
const UNANSWERED = 5

/** What is done in a turn, until the signal aborts: then another has taken it. */
export type Work = (robbed: AbortSignal) => Promise<void>

/** Works under the lock and answers those who wait for it. Throws `Robbed`, once the work has ended, where it was stolen. */
export async function underLock(
  { locks, talk = lockTalk }: Pick<TurnDeps, 'locks' | 'talk'>,
  { userId, ...options }: { readonly userId: number } & LockOptions,
  work: Work,
): Promise<void> {
  const robbed = new AbortController()
  const turn: { working: Promise<void> | null } = { working: null }
  const begin = () => {
    const endAnswers = talk.answer(userId)
    turn.working = work(robbed.signal).finally(endAnswers)
    // What breaks in it is said below: a request that fails once it was granted was robbed.
    return turn.working.catch(() => undefined)
  }
  try {
    await locks.request(syncLockName(userId), options, begin)
  } catch (error) {
    if (turn.working === null) throw error
    robbed.abort(new Robbed())
    await turn.working.catch(() => undefined)
    throw new Robbed()
  }
  await turn.working
}

/**
 * Waits until no other tab works for this user, then works, and holds the others off for as long. Robbed of its turn it
 * waits for the next. `signal` ends the waiting.
 */
export async function inTurn(waiting: Waiting, deps: TurnDeps, work: Work): Promise<void> {
  while (!waiting.signal.aborted)
    try {
      return await oneTurn(waiting, deps, work)
    } catch (error) {
      if (!(error instanceof Robbed)) throw error
    }
}

interface Waiting {
  readonly userId: number
  readonly signal: AbortSignal
}

async function oneTurn({ userId, signal }: Waiting, deps: TurnDeps, work: Work): Promise<void> {
  const waited = new AbortController()
  const impatient = new AbortController()
  const begin: Work = (robbed) => {
    waited.abort()
    return work(robbed)
  }
  void isSilent(userId, AbortSignal.any([signal, waited.signal]), deps).then((silent) => {
    if (!silent) return
    deps.onSilence?.()
    impatient.abort()
  })
  try {
    await underLock(deps, { userId, signal: AbortSignal.any([signal, impatient.signal]) }, begin)
  } catch (error) {
    // Stopped while waiting for the lock: that is how waiting ends.
    if (waited.signal.aborted || !(signal.aborted || impatient.signal.aborted)) throw error
    if (!signal.aborted) await underLock(deps, { userId, steal: true }, begin)
  } finally {
    waited.abort()
  }
}

/** Whether the holder has left so many questions without an answer; no, when `signal` ends the waiting. */
async function isSilent(
  userId: number,
  signal: AbortSignal,
  { clock, talk = lockTalk }: TurnDeps,
): Promise<boolean> {
  let unanswered = 0
  const { ask, end } = talk.listen(userId, () => {
    unanswered = 0
  })
  try {
    while (!signal.aborted) {
      const askedAt = clock.now()
      unanswered += 1
      ask()
      await clock.sleep(ASK_EVERY_MS, signal)
      if (signal.aborted) break
      // Who slept itself has heard nobody.
      if (Math.abs(clock.now() - askedAt) > 2 * ASK_EVERY_MS) unanswered = 0
      if (unanswered >= UNANSWERED) return true
    }
    return false
  } finally {
    end()
  }
}
