/** Limits the open event streams by session and by user. The counts are in memory, per process. */

const MOST = { session: 4, user: 20 } as const

interface Holder {
  readonly id: string
  readonly user: { readonly id: number }
}

/** One open stream. */
interface Place {
  readonly sessionId: string
  readonly userId: number
  readonly end: () => void
}

export class StreamQuota {
  /** In the order of opening. */
  readonly #open = new Set<Place>()

  /**
   * Registers a stream. Returns a function that releases it; null when the user has reached its limit. A session at
   * its limit ends its oldest stream by calling its `end`: a broken connection must not block its device.
   */
  take({ id, user }: Holder, end: () => void): (() => void) | null {
    const ofUser = [...this.#open].filter(({ userId }) => userId === user.id)
    const ofSession = ofUser.filter(({ sessionId }) => sessionId === id)
    const oldest = ofSession.length < MOST.session ? undefined : ofSession[0]
    if (oldest === undefined && ofUser.length >= MOST.user) return null
    if (oldest !== undefined) {
      this.#open.delete(oldest)
      oldest.end()
    }
    const place = { sessionId: id, userId: user.id, end }
    this.#open.add(place)
    return () => void this.#open.delete(place)
  }
}
