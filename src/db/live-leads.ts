/**
 * The leads that a screen shows: as they are stored, live, and a moment earlier as they are being written. Those that were
 * read stay while others are on their way.
 */
import { liveQuery, type Subscription } from 'dexie'
import type { Lead } from '../domain/lead/lead.ts'
import { type LeadsAhead, onLeadsAhead, onRelayedLeads } from './leads-ahead.ts'
import type { MirrorDb } from './mirror.ts'
import { leadsByUid } from './reads.ts'

/** A writer that has said nothing for so long, ms, is gone. */
const GIVEN_UP_AFTER_MS = 10_000

interface Shown {
  readonly lead: Lead
  /** Each read makes new objects; a lead that reads the same stays the same object, so that its card is not drawn again. */
  readonly text: string
}

interface Ahead {
  readonly id: string
  readonly lead: Lead
  /** A reading that began after this has it; null while it is being written. */
  settledAt: number | null
}

const shownOf = (lead: Lead): Shown => ({ lead, text: JSON.stringify(lead) })

export class LiveLeads {
  readonly #mirror: () => MirrorDb
  readonly #listeners = new Set<() => void>()
  #ends: (() => void)[] = []
  #query: Subscription | null = null
  #uids: readonly string[] = []
  #stored: ReadonlyMap<string, Shown> = new Map()
  readonly #ahead = new Map<string, Ahead>()
  #shown: ReadonlyMap<string, Shown> = new Map()
  #leads: ReadonlyMap<string, Lead> = new Map()
  /** Counts the transactions that ended. */
  #settled = 0
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
    if (this.#listeners.size === 1) this.#open()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#close()
    }
  }

  show(uids: readonly string[]): void {
    this.#uids = uids
    if (this.#listeners.size === 0) return
    this.#read()
    this.#display()
  }

  #open(): void {
    const db = this.#mirror()
    this.#ends = [
      onLeadsAhead(db, (ahead) => this.#hear(ahead, () => true)),
      onRelayedLeads(db.userId, (ahead) => this.#hear(ahead, (lead) => this.#isNews(lead))),
    ]
    this.#read()
  }

  #close(): void {
    for (const end of this.#ends) end()
    this.#ends = []
    this.#query?.unsubscribe()
    this.#query = null
    // Nobody tells any more how it ended.
    this.#ahead.clear()
  }

  #read(): void {
    const uids = this.#uids
    this.#query?.unsubscribe()
    this.#query = liveQuery(async () => {
      const since = this.#settled
      return { since, found: await leadsByUid(this.#mirror(), uids) }
    }).subscribe({
      next: ({ since, found }) => this.#take(found, since),
      error: (error: unknown) => {
        this.#error = error
        this.#tell()
      },
    })
  }

  #take(found: readonly (Lead | undefined)[], since: number): void {
    for (const [uid, { settledAt }] of this.#ahead)
      if (settledAt !== null && settledAt <= since) this.#ahead.delete(uid)
    this.#stored = new Map(found.flatMap((lead) => (lead === undefined ? [] : [[lead.uid, shownOf(lead)]])))
    this.#error = null
    this.#display()
  }

  /** What another thread tells may come late: after what was made here on top of it. */
  #isNews({ uid, version }: Lead): boolean {
    const known = this.#ahead.get(uid)?.lead ?? this.#stored.get(uid)?.lead
    return known === undefined || version > known.version
  }

  #hear(ahead: LeadsAhead, isNews: (lead: Lead) => boolean): void {
    if (ahead.kind === 'settled') return this.#settle(ahead.id)
    const { id } = ahead
    for (const lead of ahead.leads) if (isNews(lead)) this.#ahead.set(lead.uid, { id, lead, settledAt: null })
    setTimeout(() => this.#settle(id), GIVEN_UP_AFTER_MS)
    if (this.#uids.some((uid) => this.#ahead.get(uid)?.id === id)) this.#display()
  }

  /** However it ended, the next reading has it. Until then it stays shown: else the row would show as it was in between. */
  #settle(id: string): void {
    const asked = new Set(this.#uids)
    this.#settled += 1
    let isShown = false
    for (const [uid, row] of this.#ahead) {
      if (row.id !== id || row.settledAt !== null) continue
      if (!asked.has(uid)) this.#ahead.delete(uid)
      else {
        row.settledAt = this.#settled
        isShown = true
      }
    }
    if (isShown) this.#read()
  }

  /** What is stored, and over it what is on its way of the leads asked for. */
  #display(): void {
    const next = new Map(this.#stored)
    for (const uid of this.#uids) {
      const ahead = this.#ahead.get(uid)
      if (ahead !== undefined) next.set(uid, shownOf(ahead.lead))
    }
    for (const [uid, { text }] of next) {
      const known = this.#shown.get(uid)
      if (known?.text === text) next.set(uid, known)
    }
    this.#shown = next
    this.#leads = new Map([...next].map(([uid, { lead }]) => [uid, lead]))
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
