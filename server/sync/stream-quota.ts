/** How many event streams are open, by session and by user. In memory: each process counts its own. */

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
  /** The oldest first. */
  readonly #open = new Set<Place>()

  /**
   * Answers how to give the place back; null when the user has none left. A session that has all of its places gives up
   * its oldest stream, whose `end` is called: a line that broke without a word must not keep its device out.
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
