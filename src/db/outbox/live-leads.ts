/**
 * The leads on a screen: the stored rows, live, overlaid with pending writes. Rows that were read stay on the screen
 * while others are being read.
 */
import { liveQuery, type Subscription } from 'dexie'
import type { Lead } from '../../domain/lead/lead.ts'
import { onPendingWrites, type PendingWrites } from '../changes/pending-writes.ts'
import { leadsByUid } from '../mirror/reads.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { heldUpUids } from './queue-order.ts'

interface Shown {
  readonly lead: Lead
  /** The row as JSON. A lead whose text is unchanged keeps its object, so that React does not render its card again. */
  readonly text: string
}

interface Pending {
  readonly id: string
  readonly lead: Lead
  /** Created on first display. */
  row: Shown | null
  /** A read that begins after this count includes the row. null until the write has ended. */
  settledAt: number | null
}

const shownOf = (lead: Lead): Shown => ({ lead, text: JSON.stringify(lead) })

export class LiveLeads {
  readonly #mirror: () => MirrorDb
  readonly #listeners = new Set<() => void>()
  /** The mirror that this object is subscribed to. */
  #watched: MirrorDb | null = null
  #stopWatching: (() => void) | null = null
  #query: Subscription | null = null
  #heldUpQuery: Subscription | null = null
  /** Leads and clients whose new commands would wait. null while unknown. */
  #heldUp: ReadonlySet<string> | null = null
  #uids: readonly string[] = []
  #stored: ReadonlyMap<string, Shown> = new Map()
  readonly #pending = new Map<string, Pending>()
  /** The number of writes that have ended. */
  #ends = 0
  #shown: ReadonlyMap<string, Shown> = new Map()
  #leads: ReadonlyMap<string, Lead> = new Map()
  #error: unknown = null

  /** `begun`: rows to show at once, as `begin` does. */
  constructor(mirror: () => MirrorDb, begun: readonly Lead[] = []) {
    this.#mirror = mirror
    this.begin(begun)
  }

  /**
   * Returns the shown leads by uid: the same map until something changes. Rows of the uids before stay until the new
   * ones are read. Throws the error of a failed read.
   */
  readonly leads = (): ReadonlyMap<string, Lead> => {
    if (this.#error !== null) throw this.#error
    return this.#leads
  }

  /** Reads and watches while there is a listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#read()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#close()
    }
  }

  /** Shows these recently stored rows until the first read ends. Does nothing when rows were read already. */
  begin(leads: readonly Lead[]): void {
    if (leads.length === 0 || this.#stored.size > 0) return
    this.#stored = new Map(leads.map((lead) => [lead.uid, shownOf(lead)]))
    this.#display()
  }

  /** Sets the leads to show. */
  show(uids: readonly string[]): void {
    this.#uids = uids
    if (this.#listeners.size === 0) return
    this.#read()
    this.#display()
  }

  #close(): void {
    this.#query?.unsubscribe()
    this.#query = null
    this.#stopWatching?.()
    this.#stopWatching = null
    this.#forget()
  }

  /** Drops pending writes: their ends can no longer arrive. */
  #forget(): void {
    this.#heldUpQuery?.unsubscribe()
    this.#heldUpQuery = null
    this.#heldUp = null
    this.#watched = null
    this.#pending.clear()
  }

  /** After another tab's upgrade the mirror is a new object. */
  #listen(db: MirrorDb): void {
    if (this.#watched === db) return
    this.#stopWatching?.()
    this.#forget()
    this.#watched = db
    this.#stopWatching = onPendingWrites(
      db,
      (writes) => this.#receive(writes),
      (uid) => this.#currentLead(uid),
    )
  }

  /** Runs after the read of the leads has begun, so that the first cards do not wait for it. */
  #watchHeldUp(db: MirrorDb): void {
    this.#heldUpQuery ??= liveQuery(() => heldUpUids(db)).subscribe({
      next: (uids) => {
        this.#heldUp = uids
      },
      // Without the answer no command is predicted. The leads' own query reports that the store cannot be read.
      error: () => {
        this.#heldUp = null
      },
    })
  }

  /** Returns the lead if it is shown, has no unfinished write, and no queued command would hold a new one up. */
  #currentLead(uid: string): Lead | null {
    const lead = this.#leads.get(uid)
    if (lead === undefined || this.#pending.get(uid)?.settledAt === null) return null
    return this.#heldUp === null || this.#heldUp.has(uid) ? null : lead
  }

  #read(): void {
    const uids = this.#uids
    const db = this.#mirror()
    this.#listen(db)
    this.#query?.unsubscribe()
    // Not an async function: Dexie's tracking of native promises takes a tenth of the time of this read.
    this.#query = liveQuery(() => {
      const since = this.#ends
      return leadsByUid(this.#mirror(), uids).then((found) => ({ since, found }))
    }).subscribe({
      next: ({ since, found }) => this.#take(found, since),
      error: (error: unknown) => {
        this.#error = error
        this.#notify()
      },
    })
    this.#watchHeldUp(db)
  }

  #take(found: readonly (Lead | undefined)[], since: number): void {
    this.#stored = new Map(found.flatMap((lead) => (lead === undefined ? [] : [[lead.uid, shownOf(lead)]])))
    for (const [uid, { lead, settledAt }] of this.#pending) {
      const isRead = settledAt !== null && settledAt <= since
      const isOlder = lead.version < (this.#stored.get(uid)?.lead.version ?? 0)
      if (isRead || isOlder) this.#pending.delete(uid)
    }
    const hadError = this.#error !== null
    this.#error = null
    if (!this.#display() && hadError) this.#notify()
  }

  #receive(writes: PendingWrites): void {
    const { id } = writes
    if (writes.kind === 'settled') return this.#settle(id, writes.stored)
    for (const lead of writes.leads) this.#pending.set(lead.uid, { id, lead, row: null, settledAt: null })
    this.#display()
  }

  /** Keeps stored rows until they are read: without them the screen would show the row before the write. */
  #settle(id: string, stored: boolean): void {
    this.#ends += 1
    const asked = new Set(this.#uids)
    let isShown = false
    for (const [uid, row] of this.#pending) {
      if (row.id !== id || row.settledAt !== null) continue
      isShown ||= asked.has(uid)
      if (stored && asked.has(uid)) row.settledAt = this.#ends
      else this.#pending.delete(uid)
    }
    if (!isShown) return
    this.#display()
    this.#read()
  }

  /**
   * Overlays the stored rows with pending writes of the shown leads. Returns whether anything changed; notifies then.
   */
  #display(): boolean {
    const next = new Map(this.#stored)
    for (const uid of this.#uids) {
      const pending = this.#pending.get(uid)
      if (pending === undefined) continue
      pending.row ??= shownOf(pending.lead)
      next.set(uid, pending.row)
    }
    let isSame = next.size === this.#shown.size
    for (const [uid, row] of next) {
      const known = this.#shown.get(uid)
      if (known?.text === row.text) next.set(uid, known)
      else isSame = false
    }
    if (isSame) return false
    this.#shown = next
    this.#leads = new Map([...next].map(([uid, { lead }]) => [uid, lead]))
    this.#notify()
    return true
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
