/** How many event streams are open, by session and by user. In memory: each process counts its own. */

const MOST = { session: 4, user: 20 } as const

export class StreamQuota {
  readonly #open = new Map<string, number>()

  /** Answers how to give the place back; null when there is none. */
  take({ id, user }: { readonly id: string; readonly user: { readonly id: number } }): (() => void) | null {
    const places = [
      [`session ${id}`, MOST.session],
      [`user ${user.id}`, MOST.user],
    ] as const
    if (places.some(([key, most]) => this.#count(key) >= most)) return null
    for (const [key] of places) this.#open.set(key, this.#count(key) + 1)
    return () => {
      for (const [key] of places) {
        const left = this.#count(key) - 1
        if (left > 0) this.#open.set(key, left)
        else this.#open.delete(key)
      }
    }
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0
  }
}
