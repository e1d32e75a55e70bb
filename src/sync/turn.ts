/**
 * One writer per user and device: several tabs want to run the engine, and the one with the lock does. A waiting tab
 * asks the holder regularly whether it runs. A page that the browser suspended with the lock does not answer, and the
 * waiting tab takes the lock. The fence refuses what the suspended page still writes (src/db/access/writer.ts).
 */
import { type LockTalk, lockTalk, syncLockName } from '../db/access/sync-lock.ts'
import { LockStolen } from '../db/access/writer.ts'
import type { Clock } from './ports.ts'

type LockOptions = { readonly signal: AbortSignal } | { readonly steal: true }

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: LockOptions, act: () => Promise<void>): Promise<unknown>
}

export interface TurnDeps {
  readonly locks: Locks
  readonly clock: Clock
  readonly talk?: LockTalk
  /** Runs before the lock is taken from a holder that does not answer. */
  readonly onSilence?: () => void
}

const ASK_EVERY_MS = 2000
/** Unanswered questions before the lock is taken: ten seconds. */
const UNANSWERED = 5

/** The work of a turn. The signal aborts when another page has taken the turn. */
export type Work = (lockStolen: AbortSignal) => Promise<void>

/** Runs `work` under the lock and answers waiting tabs. Throws `LockStolen`, after `work` ended, if the lock was stolen. */
export async function underLock(
  { locks, talk = lockTalk }: Pick<TurnDeps, 'locks' | 'talk'>,
  { userId, ...options }: { readonly userId: number } & LockOptions,
  work: Work,
): Promise<void> {
  const lockStolen = new AbortController()
  const turn: { working: Promise<void> | null } = { working: null }
  const begin = () => {
    const endAnswers = talk.answer(userId)
    turn.working = work(lockStolen.signal).finally(endAnswers)
    // An error of the work is thrown below: a request that fails after it was granted means a stolen lock.
    return turn.working.catch(() => undefined)
  }
  try {
    await locks.request(syncLockName(userId), options, begin)
  } catch (error) {
    if (turn.working === null) throw error
    lockStolen.abort(new LockStolen())
    await turn.working.catch(() => undefined)
    throw new LockStolen()
  }
  await turn.working
}

/**
 * Waits until no other tab works for this user, then runs `work` under the lock. After a theft of the lock it waits for
 * the next turn. `signal` ends the waiting.
 */
export async function inTurn(waiting: Waiting, deps: TurnDeps, work: Work): Promise<void> {
  while (!waiting.signal.aborted)
    try {
      return await oneTurn(waiting, deps, work)
    } catch (error) {
      if (!(error instanceof LockStolen)) throw error
    }
}

interface Waiting {
  readonly userId: number
  readonly signal: AbortSignal
}

async function oneTurn({ userId, signal }: Waiting, deps: TurnDeps, work: Work): Promise<void> {
  const waited = new AbortController()
  const impatient = new AbortController()
  const begin: Work = (lockStolen) => {
    waited.abort()
    return work(lockStolen)
  }
  void isSilent(userId, AbortSignal.any([signal, waited.signal]), deps).then((silent) => {
    if (!silent) return
    deps.onSilence?.()
    impatient.abort()
  })
  try {
    await underLock(deps, { userId, signal: AbortSignal.any([signal, impatient.signal]) }, begin)
  } catch (error) {
    // Stopped during the wait for the lock: the normal end of waiting.
    if (waited.signal.aborted || !(signal.aborted || impatient.signal.aborted)) throw error
    if (!signal.aborted) await underLock(deps, { userId, steal: true }, begin)
  } finally {
    waited.abort()
  }
}

/** Returns true when the holder has left UNANSWERED questions without an answer, false when `signal` aborts first. */
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
      // If this thread itself was suspended, it missed the answers.
      if (Math.abs(clock.now() - askedAt) > 2 * ASK_EVERY_MS) unanswered = 0
      if (unanswered >= UNANSWERED) return true
    }
    return false
  } finally {
    end()
  }
}
