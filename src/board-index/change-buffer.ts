/** Change events that the index has not applied yet, by journal entry. */
import type { LeadChanges } from '../db/changes/lead-changes.ts'

/** Beyond this number the oldest are dropped. The mirror contains them too. */
const MOST_LEADS = 20_000

export class ChangeBuffer {
  /** In the order of arrival. */
  readonly #changes = new Set<LeadChanges>()
  #leads = 0

  keep(changes: LeadChanges): void {
    this.#changes.add(changes)
    this.#leads += changes.leads.length
    for (const oldest of this.#changes) {
      if (this.#leads <= MOST_LEADS) break
      this.#drop(oldest)
    }
  }

  /** Returns the changes that begin right after that journal entry, or null. */
  after(seq: number): LeadChanges | null {
    for (const changes of this.#changes) {
      const [first] = changes.seqs
      const last = changes.seqs.at(-1)
      if (last === undefined || last <= seq) this.#drop(changes)
      else if (first === seq + 1) return changes
    }
    return null
  }

  clear(): void {
    this.#changes.clear()
    this.#leads = 0
  }

  #drop(changes: LeadChanges): void {
    if (this.#changes.delete(changes)) this.#leads -= changes.leads.length
  }
}
