/**
 * The Web Locks of one device. When the holder ends, for any reason, the longest waiter gets the lock. A waiter can
 * steal it. A waiter asks whether the holder is alive; the holder answers at once unless it is suspended.
 */
import type { LockTalk } from '../../../src/db/access/sync-lock.ts'
import type { Locks } from '../../../src/sync/turn.ts'

/** The part of a thread that the locks use. */
export interface Owner {
  readonly isSuspended: boolean
  /** Another thread stole the lock. `hear` runs when the owner is awake. */
  robbed(hear: () => void): void
}

interface Held {
  readonly owner: Owner
  readonly stolen: PromiseWithResolvers<never>
}

export interface LockEvents {
  /** A waiter got the lock. */
  readonly onHandedOver: () => void
  readonly onStolen: (fromSuspended: boolean) => void
}

export class DeviceLocks {
  #holder: Held | null = null
  #waiting: { readonly mine: Held; readonly begin: () => void }[] = []
  readonly #events: LockEvents

  constructor(events: LockEvents) {
    this.#events = events
  }

  /** The thread whose name is in the fence. */
  lastWriter: Owner | null = null

  isHeldBy(owner: Owner): boolean {
    return this.#holder?.owner === owner
  }

  /** Returns the locks for one thread. A tablet has one user, so all threads request the same name. */
  of(owner: Owner): Locks {
    return {
      request: async (_name, options, act) => {
        const mine = { owner, stolen: Promise.withResolvers<never>() }
        mine.stolen.promise.catch(() => undefined)
        if ('steal' in options) this.#steal(mine)
        else {
          options.signal.throwIfAborted()
          if (this.#holder === null) this.#holder = mine
          else await this.#turn(mine, options.signal)
        }
        try {
          await Promise.race([act(), mine.stolen.promise])
        } finally {
          if (this.#holder === mine) this.#pass()
        }
      },
    }
  }

  readonly talk: LockTalk = {
    listen: (_userId, onAnswer) => ({
      ask: () => {
        if (this.#holder?.owner.isSuspended === false) onAnswer()
      },
      end: () => {},
    }),
    answer: () => () => {},
  }

  #steal(mine: Held): void {
    const before = this.#holder
    this.#holder = mine
    if (before === null) return
    this.#events.onStolen(before.owner.isSuspended)
    before.owner.robbed(() => before.stolen.reject(new DOMException('stolen', 'AbortError')))
  }

  #turn(mine: Held, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ mine, begin: resolve })
    signal.addEventListener('abort', () => {
      this.#waiting = this.#waiting.filter((other) => other.mine !== mine)
      reject(signal.reason)
    })
    return promise
  }

  /** Gives the lock to the next waiter in the same turn, so that no request comes in between. */
  #pass(): void {
    const next = this.#waiting.shift()
    this.#holder = next?.mine ?? null
    if (next === undefined) return
    this.#events.onHandedOver()
    next.begin()
  }
}
