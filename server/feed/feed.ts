/**
 * The latest changes of leads in memory, read once for all devices: docs/sync-protocol.md#feed. It holds each lead in its
 * latest version, in the order of versions, and the tombstones of leads. It decides nothing about catalogues.
 */
import { hasAgedOut, matchesScope, type Scope } from '../../src/domain/lead/access.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { FeedLead, FeedTombstone, LeadHead } from './feed-rows.ts'
import type { Moment } from './moment.ts'

/** Changes that are kept. Fewer, if their text is larger than `MOST_BYTES`. */
const MOST_ROWS = 10_000
const MOST_BYTES = 48 * 1024 * 1024
/** For the objects around the text. */
const BYTES_EACH = 400

/** A tombstone carries the columns of the leads that name its client. */
const bytesOfTombstone = ({ naming }: FeedTombstone) => BYTES_EACH * (1 + (naming?.length ?? 0))
const bytesOf = (row: FeedLead) => row.lead.length + row.client.length + row.timeline.length + BYTES_EACH

interface Asked {
  readonly from: number
  readonly high: number
  readonly scope: Scope
  readonly settings: Settings
  readonly nowMs: number
}

/** What a pull answers of leads, in the order of versions. */
interface Changes {
  readonly rows: readonly FeedLead[]
  /** Leads that a change moved out of the time window. */
  readonly aged: readonly string[]
  /** Leads that were in the scope and are no longer. */
  readonly removed: readonly string[]
  /** Clients of theirs, and of leads with another client by now. null: the feed cannot tell which are named still. */
  readonly clientsLeft: readonly string[] | null
  /** Whether any lead left the scope, or changed its client. */
  readonly hasLeft: boolean
}

/** A tombstone, and how often the feed had let go changes when it came: later ones may be missing. */
interface KeptTombstone extends FeedTombstone {
  readonly tidied: number
}

const inOrder = <Row extends { readonly version: number; readonly key: string }>(one: Row, other: Row) =>
  one.version - other.version || (one.key < other.key ? -1 : 1)

/** Puts the row into its place. It is nearly always the last. */
function insert<Row extends { readonly version: number; readonly key: string }>(rows: Row[], row: Row): void {
  let place = rows.length
  while (place > 0) {
    const before = rows[place - 1]
    if (before === undefined || inOrder(before, row) <= 0) break
    place -= 1
  }
  rows.splice(place, 0, row)
}

export class Feed {
  /** By uid: the lead as the latest moment shows it. */
  readonly #latest = new Map<string, FeedLead>()
  /** The leads of `#latest` by the client that they name. */
  readonly #byClient = new Map<string, Set<FeedLead>>()
  /** Has replaced versions too, until it is tidied. */
  #leads: FeedLead[] = []
  #tombstones: KeptTombstone[] = []
  /** How often changes were let go. */
  #tidied = 0
  /** All changes at or above it are here. null: the feed has not begun. */
  #floor: number | null = null
  #moment: Moment | null = null
  #bytes = 0

  /** The moment that the feed shows. null: it has not begun. */
  get moment(): Moment | null {
    return this.#moment
  }

  get floor(): number | null {
    return this.#floor
  }

  get size(): { readonly rows: number; readonly bytes: number } {
    return { rows: this.#latest.size + this.#tombstones.length, bytes: this.#bytes }
  }

  /** Begins without a change: what the moment shows is known, and what is below `next` is not here. */
  begin(moment: Moment): void {
    this.forget()
    this.#floor = moment.next
    this.#moment = moment
  }

  forget(): void {
    this.#latest.clear()
    this.#byClient.clear()
    this.#leads = []
    this.#tombstones = []
    this.#floor = null
    this.#moment = null
    this.#bytes = 0
  }

  /** Adds what the moment shows and the one before it did not. */
  advance(moment: Moment, leads: readonly FeedLead[], tombstones: readonly FeedTombstone[]): void {
    this.#moment = moment
    this.#add(leads, tombstones)
  }

  /** Adds what is older: everything at or above `floor` is among it, or here already. */
  extend(floor: number, leads: readonly FeedLead[], tombstones: readonly FeedTombstone[]): void {
    if (this.#floor === null) return
    this.#floor = Math.min(this.#floor, floor)
    // A lead may have been deleted since they were read.
    const known = this.#tombstones.splice(0)
    for (const tombstone of known) this.#bytes -= bytesOfTombstone(tombstone)
    this.#add(leads, [...known, ...tombstones])
  }

  /** Whether all changes since `from` are here. */
  covers(from: number): boolean {
    return this.#floor !== null && from >= this.#floor
  }

  /** As the queries of a pull: rows with `from <= version < high` that have no later version. */
  changes({ from, high, scope, settings, nowMs }: Asked): Changes {
    const rows: FeedLead[] = []
    const aged: string[] = []
    for (const row of since(this.#leads, from)) {
      if (row.version >= high || this.#latest.get(row.key) !== row || !matchesScope(row, scope)) continue
      if (hasAgedOut(row, settings, nowMs)) aged.push(row.key)
      else rows.push(row)
    }
    const removed = new Set<string>()
    const left = new Set<string>()
    let isKnown = aged.length === 0
    let hasLeft = false
    const isThere = (lead: LeadHead) => matchesScope(lead, scope) && !hasAgedOut(lead, settings, nowMs)
    for (const row of since(this.#tombstones, from)) {
      if (row.version >= high || !matchesScope(row, scope)) continue
      hasLeft = true
      const lead = this.#latest.get(row.key)
      if (lead === undefined || !isThere(lead)) removed.add(row.key)
      const isNamed = this.#isNamed(row, isThere)
      if (isNamed === null) isKnown = false
      else if (!isNamed && row.client_uid !== null) left.add(row.client_uid)
    }
    return { rows, aged, removed: [...removed], clientsLeft: isKnown ? [...left] : null, hasLeft }
  }

  /** Whether a lead that is there names the client of the tombstone. null: the feed can't tell. */
  #isNamed(row: KeptTombstone, isThere: (lead: LeadHead) => boolean): boolean | null {
    const { client_uid, naming, tidied } = row
    if (client_uid === null) return true
    const changed = [...(this.#byClient.get(client_uid) ?? [])]
    if (changed.some(isThere)) return true
    if (naming === null || tidied !== this.#tidied) return null
    return naming.some((lead) => !this.#latest.has(lead.key) && isThere(lead))
  }

  #name(lead: FeedLead): void {
    const known = this.#byClient.get(lead.client_uid)
    if (known === undefined) this.#byClient.set(lead.client_uid, new Set([lead]))
    else known.add(lead)
  }

  #unname(lead: FeedLead): void {
    const known = this.#byClient.get(lead.client_uid)
    known?.delete(lead)
    if (known?.size === 0) this.#byClient.delete(lead.client_uid)
  }

  #add(leads: readonly FeedLead[], tombstones: readonly (FeedTombstone | KeptTombstone)[]): void {
    for (const row of leads) {
      const known = this.#latest.get(row.key)
      // What is older was read before.
      if (known !== undefined && known.version >= row.version) continue
      if (known !== undefined) {
        this.#bytes -= bytesOf(known)
        this.#unname(known)
      }
      this.#latest.set(row.key, row)
      this.#name(row)
      this.#bytes += bytesOf(row)
      insert(this.#leads, row)
    }
    for (const row of tombstones) {
      insert(this.#tombstones, { tidied: this.#tidied, ...row })
      this.#bytes += bytesOfTombstone(row)
      // A lead that was changed has at least this version. One that has not was deleted.
      const lead = this.#latest.get(row.key)
      if (lead !== undefined && lead.version < row.version) this.#drop(lead)
    }
    this.#tidy()
  }

  #drop(lead: FeedLead): void {
    this.#latest.delete(lead.key)
    this.#unname(lead)
    this.#bytes -= bytesOf(lead)
  }

  /** Lets go replaced versions, and the oldest changes beyond the limits. */
  #tidy(): void {
    if (this.#leads.length > 2 * this.#latest.size + 100)
      this.#leads = this.#leads.filter((row) => this.#latest.get(row.key) === row)
    if (this.size.rows <= MOST_ROWS && this.#bytes <= MOST_BYTES) return
    this.#tidied += 1
    // An eighth at once: letting go one after the other would move the rest each time.
    const [mostRows, mostBytes] = [(MOST_ROWS * 7) / 8, (MOST_BYTES * 7) / 8]
    const leads = this.#leads.filter((row) => this.#latest.get(row.key) === row)
    let [lead, tombstone] = [0, 0]
    while (this.#latest.size + this.#tombstones.length - tombstone > mostRows || this.#bytes > mostBytes) {
      const [oldest, left] = [leads[lead], this.#tombstones[tombstone]]
      if (oldest !== undefined && (left === undefined || oldest.version <= left.version)) {
        this.#drop(oldest)
        this.#floor = Math.max(this.#floor ?? 0, oldest.version + 1)
        lead += 1
      } else if (left !== undefined) {
        this.#bytes -= bytesOfTombstone(left)
        this.#floor = Math.max(this.#floor ?? 0, left.version + 1)
        tombstone += 1
      } else break
    }
    this.#leads = leads.slice(lead)
    this.#tombstones = this.#tombstones.slice(tombstone)
  }
}

/** The rows at or above a version, which are the last ones. */
function since<Row extends { readonly version: number }>(rows: readonly Row[], from: number): readonly Row[] {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.version ?? 0) < from) low = middle + 1
    else high = middle
  }
  return rows.slice(low)
}
