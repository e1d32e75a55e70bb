/**
 * Keeps an index equal to the mirror: reads it from its snapshot, follows the journal, and makes it anew from the rows
 * when snapshot and journal do not fit together. One thing at a time: what is asked for meanwhile waits its turn.
 */
import type { BoardLead, LeadChanges } from '../db/changes/lead-changes.ts'
import type { MirrorDb } from '../db/mirror/mirror.ts'
import type { JournalRecord } from '../db/mirror/schema.ts'
import { rowChunks } from '../db/staging/drain.ts'
import { BoardIndex } from './board-index.ts'
import { ChangeBuffer } from './change-buffer.ts'
import { keepFirstRows } from './first-cards.ts'
import type { Head } from './head.ts'
import { isOtherMirror, lastSeq } from './manifest.ts'
import { readSnapshot, writeHead, writeSnapshot } from './snapshot.ts'

/**
 * So many changed leads at once are a page of the sync worker's, whose own changes of them is a moment behind the journal: to
 * wait for that, ms, is quicker than to read them all back.
 */
const WORTH_WAITING_FOR = 50
const CHANGES_MS = 15

/** Rows read at a time: some ten milliseconds, between which questions are answered. */
const CHUNK = 1000

export class MirrorFeed {
  readonly #db: MirrorDb
  #index = new BoardIndex()
  /** Last journal entry that the index contains. */
  #seq = 0
  /** The snapshot that the index was read from or wrote last. */
  #stamp: string | null = null
  /** Leads taken from the journal since: what the next opening has to read one by one. */
  #sinceSnapshot = 0
  /** Leads went that stand in the snapshot: their names must not stay on the disk. */
  #goneSince = false
  #turn: Promise<unknown> = Promise.resolve()
  readonly #changes = new ChangeBuffer()
  /** By the writer's transaction: leads that the index has as they may not be stored, until they are read or told after that. */
  readonly #predicted = new Map<string, Set<string>>()
  /** Somebody tells changes: while an index is opened nobody does. */
  #isTold = false

  constructor(db: MirrorDb) {
    this.#db = db
  }

  get index(): BoardIndex {
    return this.#index
  }

  /** Whether the disk has blocks that this index was read from or wrote. */
  get hasSnapshot(): boolean {
    return this.#stamp !== null
  }

  /** How many leads changed since the snapshot; infinite while there is none, or where it holds leads that are gone. */
  get sinceSnapshot(): number {
    return this.hasSnapshot && !this.#goneSince ? this.#sinceSnapshot : Number.POSITIVE_INFINITY
  }

  /** From the snapshot where there is one that fits, else from the rows; then up to the journal's end. */
  open(): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#load())) await this.#rebuild()
      await this.#follow()
    })
  }

  /** Takes what a writer told of itself, where it follows what the index contains; true when it did. */
  hear(changes: LeadChanges): Promise<boolean> {
    this.#isTold = true
    this.#changes.keep(changes)
    return this.#inTurn(async () => this.#takeChanges())
  }

  /** Takes what is about to be stored: until `settle` says how that ended nothing of the index is put on disk. */
  predict(id: string, leads: readonly BoardLead[]): Promise<boolean> {
    return this.#inTurn(async () => {
      this.#predicted.set(id, new Set([...(this.#predicted.get(id) ?? []), ...leads.map(({ uid }) => uid)]))
      this.#index.put(leads)
      return true
    })
  }

  /**
   * What was stored the journal brings; what was not, or what the journal had brought before it was predicted, is read.
   * True when something changed.
   */
  settle(id: string, stored: boolean): Promise<boolean> {
    return this.#inTurn(async () => {
      const unread = this.#predicted.get(id)
      if (unread === undefined) return false
      const followed = stored && (await this.#follow())
      const left = [...unread]
      if (left.length > 0) await this.#take(left)
      this.#predicted.delete(id)
      return followed || left.length > 0
    })
  }

  #isRead(uids: readonly string[]): void {
    for (const unread of this.#predicted.values()) for (const uid of uids) unread.delete(uid)
  }

  /** Takes what the journal says since; true when something changed. */
  follow(): Promise<boolean> {
    return this.#inTurn(() => this.#follow())
  }

  /** Puts the index on disk as it is when its turn comes. */
  save(headOf: (index: BoardIndex) => Head): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#predicted.size > 0) return
      const writing = { index: this.#index, seq: this.#seq, stamp: this.#stamp, head: headOf(this.#index) }
      const stamp = await writeSnapshot(this.#db, writing)
      if (stamp === null) return
      this.#stamp = stamp
      this.#sinceSnapshot = 0
      this.#goneSince = false
      this.#index.columns.touchedBlocks.clear()
    })
  }

  saveHead(headOf: (index: BoardIndex) => Head): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#predicted.size > 0) return
      await writeHead(this.#db, { seq: this.#seq, stamp: this.#stamp, head: headOf(this.#index) })
    })
  }

  saveFirstRows(cardsOf: (index: BoardIndex) => readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#predicted.size > 0) return
      await keepFirstRows(this.#db, { seq: this.#seq, stamp: this.#stamp }, cardsOf(this.#index))
    })
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = this.#turn.then(work)
    // Its failure is the caller's; those after it take their turn all the same.
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
      this.#isRead([...changes.leads.map(({ uid }) => uid), ...changes.gone])
      this.#sinceSnapshot += changes.leads.length + changes.gone.length
      this.#seq = changes.seqs.at(-1) ?? this.#seq
      taken = true
    }
    return taken
  }

  /** `mayLoad`: a gap may still be closed by a snapshot that another tab wrote; once is enough. */
  async #follow(mayLoad = true): Promise<boolean> {
    const db = this.#db
    const { last, other, entries } = await db.transaction('r', db.journal, db.blocks, async () => ({
      last: await lastSeq(db),
      other: await isOtherMirror(db, this.#seq, this.#stamp),
      entries: await db.journal.where('seq').above(this.#seq).sortBy('seq'),
    }))
    if (last === this.#seq && !other) return false
    // The first entry is missing where another tab's snapshot took it before this one read it.
    if (other || entries[0]?.seq !== this.#seq + 1) {
      if (!(mayLoad && (await this.#load()))) await this.#rebuild()
      await this.#follow(false)
      return true
    }
    const told = await this.#changesOf(entries)
    const uids = [
      ...new Set(entries.flatMap(({ seq, uids }) => (seq !== undefined && seq <= told ? [] : uids))),
    ]
    for (let from = 0; from < uids.length; from += CHUNK) await this.#take(uids.slice(from, from + CHUNK))
    this.#sinceSnapshot += uids.length
    this.#seq = Math.max(last, this.#seq)
    return true
  }

  /** Takes what was told of these entries meanwhile; answers the last of them that needs no reading. */
  async #changesOf(entries: readonly JournalRecord[]): Promise<number> {
    const many = entries.reduce((count, { uids }) => count + uids.length, 0) >= WORTH_WAITING_FOR
    if (!this.#takeChanges() && many && this.#isTold) {
      await new Promise((resolve) => setTimeout(resolve, CHANGES_MS))
      this.#takeChanges()
    }
    return this.#seq
  }

  async #take(uids: string[]): Promise<void> {
    const leads = await this.#db.leads.bulkGet(uids)
    this.#index.put(leads.flatMap((lead) => lead ?? []))
    this.#remove(uids.filter((_, place) => leads[place] === undefined))
    this.#isRead(uids)
  }

  #remove(uids: readonly string[]): void {
    if (uids.some((uid) => this.#index.columns.rowOf.has(uid))) this.#goneSince = true
    this.#index.remove(uids)
  }

  /** False when there is no snapshot that can be read. */
  async #load(): Promise<boolean> {
    const found = await readSnapshot(this.#db)
    if (found === null) return false
    this.#index = found.index
    this.#seq = found.manifest.seq
    this.#stamp = found.manifest.stamp
    this.#sinceSnapshot = 0
    return true
  }

  /** The journal's place is noted first: what changes while the rows are read is read again after them. */
  async #rebuild(): Promise<void> {
    const index = new BoardIndex()
    const seq = await lastSeq(this.#db)
    for await (const leads of rowChunks(this.#db, this.#db.leads, CHUNK)) index.put(leads)
    this.#index = index
    this.#seq = seq
    this.#stamp = null
    this.#sinceSnapshot = 0
  }
}
