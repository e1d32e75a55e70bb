/**
 * The leads that a screen shows: as they are stored, live, and a moment earlier as they are being written. Those that were
 * read stay while others are on their way.
 */
import { liveQuery, type Subscription } from 'dexie'
import type { Lead } from '../../domain/lead/lead.ts'
import {
  GIVEN_UP_AFTER_MS,
  onPendingWrites,
  onRelayedWrites,
  type PendingWrites,
} from '../changes/pending-writes.ts'
import { heldUpUids } from '../outbox/queue-order.ts'
import type { MirrorDb } from './mirror.ts'
import { leadsByUid } from './reads.ts'

interface Shown {
  readonly lead: Lead
  /** Each read makes new objects; a lead that reads the same stays the same object, so that its card is not drawn again. */
  readonly text: string
}

interface Pending {
  readonly id: string
  /** Written by this thread. */
  readonly isOwn: boolean
  readonly lead: Lead
  /** Made when it is shown: most of a large page is not. */
  row: Shown | null
  /** A reading that began after this has it; null until its end was told. */
  settledAt: number | null
}

const shownOf = (lead: Lead): Shown => ({ lead, text: JSON.stringify(lead) })

export class LiveLeads {
  readonly #mirror: () => MirrorDb
  readonly #listeners = new Set<() => void>()
  /** The mirror that is listened to. */
  #heard: MirrorDb | null = null
  #stopHearing: (() => void) | null = null
  #query: Subscription | null = null
  #heldUpQuery: Subscription | null = null
  /** Of what a command would have to wait; null while that is not known. */
  #heldUp: ReadonlySet<string> | null = null
  #uids: readonly string[] = []
  #stored: ReadonlyMap<string, Shown> = new Map()
  readonly #pending = new Map<string, Pending>()
  /** By the telling of another thread: when it is given up. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** Counts what was told to its end. */
  #ends = 0
  #shown: ReadonlyMap<string, Shown> = new Map()
  #leads: ReadonlyMap<string, Lead> = new Map()
  #error: unknown = null

  constructor(mirror: () => MirrorDb) {
    this.#mirror = mirror
  }

  /** Of the uids asked for and those before them; the same map until something changed. Throws what the reading threw. */
  readonly leads = (): ReadonlyMap<string, Lead> => {
    if (this.#error !== null) throw this.#error
    return this.#leads
  }

  /** Reads as long as somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#read()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#close()
    }
  }

  /** Rows as they were stored a moment ago: where none was read yet they are shown until then. */
  begin(leads: readonly Lead[]): void {
    if (leads.length === 0 || this.#stored.size > 0) return
    this.#stored = new Map(leads.map((lead) => [lead.uid, shownOf(lead)]))
    this.#display()
  }

  show(uids: readonly string[]): void {
    this.#uids = uids
    if (this.#listeners.size === 0) return
    this.#read()
    this.#display()
  }

  #close(): void {
    this.#query?.unsubscribe()
    this.#query = null
    this.#stopHearing?.()
    this.#stopHearing = null
    this.#forget()
  }

  /** Nobody tells any more how it ended. */
  #forget(): void {
    this.#heldUpQuery?.unsubscribe()
    this.#heldUpQuery = null
    this.#heldUp = null
    this.#heard = null
    this.#pending.clear()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Opened anew after another tab's upgrade, the mirror is another object. */
  #listen(db: MirrorDb): void {
    if (this.#heard === db) return
    this.#stopHearing?.()
    this.#forget()
    this.#heard = db
    const ends = [
      onPendingWrites(
        db,
        (writes) => this.#hear(writes, true),
        (uid) => this.#currentLead(uid),
      ),
      onRelayedWrites(db.userId, (writes) => this.#hear(writes, false)),
    ]
    this.#stopHearing = () => {
      for (const end of ends) end()
    }
  }

  /** After the first cards were asked for: they wait for nothing. */
  #watchHeldUp(db: MirrorDb): void {
    this.#heldUpQuery ??= liveQuery(() => heldUpUids(db)).subscribe({
      next: (uids) => {
        this.#heldUp = uids
      },
      // Then nothing is shown before its transaction; what can't be read is said by the leads' own query.
      error: () => {
        this.#heldUp = null
      },
    })
  }

  /** Shown, with nothing of it on its way and nothing that holds a command up. */
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
    // Not an async function: the promises of the language, which Dexie has to follow, take a tenth of this reading.
    this.#query = liveQuery(() => {
      const since = this.#ends
      return leadsByUid(this.#mirror(), uids).then((found) => ({ since, found }))
    }).subscribe({
      next: ({ since, found }) => this.#take(found, since),
      error: (error: unknown) => {
        this.#error = error
        this.#tell()
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
    if (!this.#display() && hadError) this.#tell()
  }

  /** What another thread tells may come late: after what was made here on top of it, or is about to be. */
  #isNewer({ uid, version }: Lead): boolean {
    const pending = this.#pending.get(uid)
    if (pending?.isOwn && pending.settledAt === null) return false
    const known = pending?.lead ?? this.#stored.get(uid)?.lead
    return known === undefined || version > known.version
  }

  #hear(writes: PendingWrites, isOwn: boolean): void {
    const { id } = writes
    if (writes.kind === 'settled') return this.#settle(id, writes.stored)
    for (const lead of writes.leads)
      if (isOwn || this.#isNewer(lead))
        this.#pending.set(lead.uid, { id, isOwn, lead, row: null, settledAt: null })
    if (!isOwn) this.#giveUpLater(id)
    this.#display()
  }

  #giveUpLater(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.set(
      id,
      setTimeout(() => this.#settle(id, false), GIVEN_UP_AFTER_MS),
    )
  }

  /** What was stored stays until it is read: in between the row would show as it was. */
  #settle(id: string, stored: boolean): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
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

  /** What is stored, and over it what is on its way of the leads asked for; tells, and answers whether anything changed. */
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
    this.#tell()
    return true
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
