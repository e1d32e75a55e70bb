/**
 * Pokes the open event streams of this process. One database listener serves all streams, so that changes of other
 * processes arrive too.
 */
import { z } from 'zod'
import { matchesScope, type Scope } from '../../src/domain/lead/access.ts'
import type { Store } from '../db/store.ts'

const affectedSchema = z.array(
  z.object({ c: z.number(), b: z.number().nullable(), p: z.number().nullable(), i: z.number().nullable() }),
)
/** Concerns the devices of this user alone. */
const ownSchema = z.object({ user: z.number() })
const messageSchema = z.union([affectedSchema, ownSchema])
type Message = z.infer<typeof messageSchema> | '*'

export const POKE_CHANNEL = 'farol_sync'
/** A device gets at most two pokes a second: a burst of changes needs one pull. */
const QUIET_MS = 500

export interface Subscription {
  /** The device's scope. It may change while the stream is open. */
  scope: Scope
  end(): void
}

interface Subscriber extends Subscription {
  readonly userId: number
  readonly poke: () => void
  last: number
  timer: NodeJS.Timeout | null
}

/**
 * True when the device may be concerned. The message has neither state nor cancellation, so a lead without a broker
 * counts as unclaimed. A needless poke costs an empty pull.
 */
function concerns({ scope, userId }: Subscriber, affected: Message): boolean {
  if (affected === '*') return true
  if ('user' in affected) return affected.user === userId
  return affected.some(({ c, b, p, i }) =>
    matchesScope(
      {
        state: b === null ? 1 : 2,
        channel_id: c,
        broker_id: b,
        partner_id: p,
        inviter_id: i,
        cancelled: false,
      },
      scope,
    ),
  )
}

/** Returns '*', which concerns all devices, for a message that this version can't read. */
function parse(payload: string): Message {
  if (payload === '*') return '*'
  try {
    const parsed = messageSchema.safeParse(JSON.parse(payload))
    return parsed.success ? parsed.data : '*'
  } catch {
    // Not JSON: the message is from another version or from a person.
    return '*'
  }
}

export class PokeHub {
  readonly #subscribers = new Set<Subscriber>()
  #stop: (() => Promise<void>) | null = null

  async start(store: Store): Promise<void> {
    this.#stop = await store.listen(POKE_CHANNEL, (payload) => this.#tell(parse(payload)))
  }

  /** Calls `poke` when something for the user's device may have changed, at most every 500 ms. */
  subscribe({ userId, scope }: { userId: number; scope: Scope }, poke: () => void): Subscription {
    const subscriber: Subscriber = {
      userId,
      scope,
      poke,
      last: Number.NEGATIVE_INFINITY,
      timer: null,
      end: () => {
        this.#subscribers.delete(subscriber)
        if (subscriber.timer !== null) clearTimeout(subscriber.timer)
      },
    }
    this.#subscribers.add(subscriber)
    return subscriber
  }

  async stop(): Promise<void> {
    for (const subscriber of this.#subscribers) subscriber.end()
    await this.#stop?.()
  }

  #tell(affected: Message): void {
    const now = performance.now()
    for (const subscriber of this.#subscribers) {
      if (subscriber.timer !== null || !concerns(subscriber, affected)) continue
      subscriber.timer = setTimeout(
        () => {
          subscriber.timer = null
          subscriber.last = performance.now()
          subscriber.poke()
        },
        Math.max(subscriber.last + QUIET_MS - now, 20),
      )
    }
  }
}
