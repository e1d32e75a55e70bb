/** Keeps an index equal to the mirror: opens it from its snapshot, follows the journal, rebuilds it when they do not fit. */
import type { MirrorDb } from '../db/mirror.ts'
import { BoardIndex } from './board-index.ts'
import { type Head, readHead, readSnapshot } from './snapshot.ts'

const CHUNK = 2000

export class MirrorFeed {
  readonly #db: MirrorDb
  #index = new BoardIndex()
  /** Last journal entry that the index contains. */
  #seq = 0
  #head: Head | null = null

  constructor(db: MirrorDb) {
    this.#db = db
  }

  get index(): BoardIndex {
    return this.#index
  }

  get seq(): number {
    return this.#seq
  }

  /** The head as it was on disk: answers screens until the index is ready. */
  async readHead(): Promise<Head | null> {
    this.#head = await readHead(this.#db)
    return this.#head
  }

  /** From the snapshot where there is one that fits, else from the rows. Then up to the journal's end. */
  async open(): Promise<void> {
    const head = this.#head ?? (await readHead(this.#db))
    const index = new BoardIndex()
    if (head !== null && (await readSnapshot(this.#db, index, head))) {
      this.#index = index
      this.#seq = head.seq
      await this.follow()
    } else await this.rebuild()
  }

  /** Takes what the journal says since; true when something changed. */
  async follow(): Promise<boolean> {
    const entries = await this.#db.journal.where('seq').above(this.#seq).sortBy('seq')
    const [first] = entries
    if (first === undefined) return this.#reloadIfCompacted()
    // A journal that begins later than our place was compacted by another tab: its snapshot has what we missed.
    if (first.seq !== this.#seq + 1 && (await this.#reloadIfCompacted())) return true
    const uids = [...new Set(entries.flatMap((entry) => entry.uids))]
    for (let from = 0; from < uids.length; from += CHUNK) {
      const part = uids.slice(from, from + CHUNK)
      const leads = await this.#db.leads.bulkGet(part)
      this.#index.put(leads.flatMap((lead) => lead ?? []))
      this.#index.remove(part.filter((_, place) => leads[place] === undefined))
    }
    this.#seq = entries.at(-1)?.seq ?? this.#seq
    return true
  }

  /** From the rows themselves, chunk by chunk. */
  async rebuild(): Promise<void> {
    const index = new BoardIndex()
    const last = await this.#db.journal.orderBy('seq').last()
    const seq = last?.seq ?? (await readHead(this.#db))?.seq ?? 0
    let after = ''
    for (;;) {
      const leads = await this.#db.leads.where('uid').above(after).limit(CHUNK).toArray()
      const end = leads.at(-1)
      if (end === undefined) break
      index.put(leads)
      after = end.uid
    }
    this.#index = index
    this.#seq = seq
    await this.follow()
  }

  async #reloadIfCompacted(): Promise<boolean> {
    const head = await readHead(this.#db)
    if (head === null || head.seq <= this.#seq) return false
    const index = new BoardIndex()
    if (!(await readSnapshot(this.#db, index, head))) return false
    this.#index = index
    this.#seq = head.seq
    await this.follow()
    return true
  }
}
