/**
 * Keeps an index equal to the mirror: loads it from its snapshot, follows the journal, and rebuilds it from the rows
 * when snapshot and journal do not match. Operations run one after the other.
 */
import type { LeadChanges } from '../db/changes/lead-changes.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { JournalRecord } from '../db/schema/records.ts'
import { rowChunks } from '../db/staging/drain.ts'
import { BoardIndex } from './board-index.ts'
import { ChangeBuffer } from './change-buffer.ts'
import { keepFirstRows } from './first-cards.ts'
import type { Head } from './head.ts'
import { isOtherMirror, lastSeq } from './manifest.ts'
import { readSnapshot, writeHead, writeSnapshot } from './snapshot.ts'

/**
 * A journal entry of this many leads is a page of the sync worker, whose change event arrives a moment later. Waiting
 * CHANGES_MS for the event is faster than reading the rows.
 */
const FEWEST_AWAITED = 50
const CHANGES_MS = 15

/** Rows read at a time: some ten milliseconds. Questions are answered in between. */
const CHUNK = 1000

export class MirrorFeed {
  readonly #db: MirrorDb
  #index: BoardIndex
  /** Last journal entry that the index contains. */
  #seq = 0
  /** The stamp of the snapshot that the index was read from or last wrote. */
  #stamp: string | null = null
  /** Leads changed since the snapshot. The next opening would read them one by one. */
  #sinceSnapshot = 0
  /** Leads of the snapshot were deleted. Their names must not stay on the disk. */
  #goneSince = false
  #turn: Promise<unknown> = Promise.resolve()
  readonly #changes = new ChangeBuffer()
  /** A writer sends change events. At an opening there is none. */
  #hasSender = false

  constructor(db: MirrorDb) {
    this.#db = db
    this.#index = new BoardIndex(db.userId)
  }

  get index(): BoardIndex {
    return this.#index
  }

  /** The number of the last journal entry that the index contains. */
  get seq(): number {
    return this.#seq
  }

  /** Whether the stored blocks are those that this index read or wrote. */
  get hasSnapshot(): boolean {
    return this.#stamp !== null
  }

  /** Leads changed since the snapshot. Infinity without a snapshot, or when it contains deleted leads. */
  get sinceSnapshot(): number {
    return this.hasSnapshot && !this.#goneSince ? this.#sinceSnapshot : Number.POSITIVE_INFINITY
  }

  /** Loads the index from a matching snapshot, or from the rows, then follows the journal to its end. */
  open(): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#load())) await this.#rebuild()
      await this.#follow()
    })
  }

  /** Applies change events that continue the index's journal entry. Returns whether anything changed. */
  hear(changes: LeadChanges): Promise<boolean> {
    this.#hasSender = true
    this.#changes.keep(changes)
    return this.#inTurn(async () => this.#takeChanges())
  }

  /** Applies the journal's new entries. Returns whether anything changed. */
  follow(): Promise<boolean> {
    return this.#inTurn(() => this.#follow())
  }

  /** Stores the index in the state that it has when its turn comes. */
  save(headOf: (index: BoardIndex) => Head): Promise<void> {
    return this.#inTurn(async () => {
      const writing = { index: this.#index, seq: this.#seq, stamp: this.#stamp, head: headOf(this.#index) }
      const stamp = await writeSnapshot(this.#db, writing)
      if (stamp === null) return
      this.#stamp = stamp
      this.#sinceSnapshot = 0
      this.#goneSince = false
      this.#index.columns.dirtyBlocks.clear()
    })
  }

  saveHead(headOf: (index: BoardIndex) => Head): Promise<void> {
    return this.#inTurn(() =>
      writeHead(this.#db, { seq: this.#seq, stamp: this.#stamp, head: headOf(this.#index) }),
    )
  }

  saveFirstRows(cardsOf: (index: BoardIndex) => readonly string[]): Promise<void> {
    return this.#inTurn(() =>
      keepFirstRows(this.#db, { seq: this.#seq, stamp: this.#stamp }, cardsOf(this.#index)),
    )
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = this.#turn.then(work)
    // The caller gets the error. Later operations run all the same.
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  #takeChanges(): boolean {
    let taken = false
    for (
      let changes = this.#changes.after(this.#seq);
      changes !== null;
      changes = this.#changes.after(this.#seq)
    ) {
      this.#index.put(changes.leads)
      this.#remove(changes.gone)
      this.#sinceSnapshot += changes.leads.length + changes.gone.length
      this.#seq = changes.seqs.at(-1) ?? this.#seq
      taken = true
    }
    return taken
  }

  /** `mayLoad`: another tab's snapshot may close a gap. One attempt is enough. */
  async #follow(mayLoad = true): Promise<boolean> {
    const db = this.#db
    const { last, other, entries } = await db.transaction('r', db.journal, db.blocks, async () => ({
      last: await lastSeq(db),
      other: await isOtherMirror(db, this.#seq, this.#stamp),
      entries: await db.journal.where('seq').above(this.#seq).sortBy('seq'),
    }))
    if (last === this.#seq && !other) return false
    // The first entry is missing when another tab's snapshot deleted it before this tab read it.
    if (other || entries[0]?.seq !== this.#seq + 1) {
      if (!(mayLoad && (await this.#load()))) await this.#rebuild()
      await this.#follow(false)
      return true
    }
    const received = await this.#changesOf(entries)
    const uids = [
      ...new Set(entries.flatMap(({ seq, uids }) => (seq !== undefined && seq <= received ? [] : uids))),
    ]
    for (let from = 0; from < uids.length; from += CHUNK) await this.#take(uids.slice(from, from + CHUNK))
    this.#sinceSnapshot += uids.length
    this.#seq = Math.max(last, this.#seq)
    return true
  }

  /** Applies change events of these entries. Returns the last entry that needs no reading. */
  async #changesOf(entries: readonly JournalRecord[]): Promise<number> {
    const many = entries.reduce((count, { uids }) => count + uids.length, 0) >= FEWEST_AWAITED
    if (!this.#takeChanges() && many && this.#hasSender) {
      await new Promise((resolve) => setTimeout(resolve, CHANGES_MS))
      this.#takeChanges()
    }
    return this.#seq
  }

  async #take(uids: string[]): Promise<void> {
    const leads = await this.#db.leads.bulkGet(uids)
    this.#index.put(leads.flatMap((lead) => lead ?? []))
    this.#remove(uids.filter((_, place) => leads[place] === undefined))
  }

  #remove(uids: readonly string[]): void {
    if (uids.some((uid) => this.#index.columns.rowOf.has(uid))) this.#goneSince = true
    this.#index.remove(uids)
  }

  /** Returns false when there is no readable snapshot. */
  async #load(): Promise<boolean> {
    const found = await readSnapshot(this.#db)
    if (found === null) return false
    this.#index = found.index
    this.#seq = found.manifest.seq
    this.#stamp = found.manifest.stamp
    this.#sinceSnapshot = 0
    return true
  }

  /** Reads the last journal entry first: changes during the read of the rows are then read again. */
  async #rebuild(): Promise<void> {
    const index = new BoardIndex(this.#db.userId)
    const seq = await lastSeq(this.#db)
    for await (const leads of rowChunks(this.#db, this.#db.leads, CHUNK)) index.put(leads)
    this.#index = index
    this.#seq = seq
    this.#stamp = null
    this.#sinceSnapshot = 0
  }
}
